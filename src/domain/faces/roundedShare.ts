import { toDigits } from '../documents/index.js';

/** What is said of faces in a share (how alike they are, how many strangers would be, where one is), as it is told, kept and judged: four places say more than networks can. */
export const roundedShare = (share: number): number => toDigits(share, 4);
