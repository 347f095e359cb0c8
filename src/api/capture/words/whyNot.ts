import type { CaptureNeedView } from '../captureContract.js';
import type { Words } from './en.js';

/** Why something that was handed in is not taken, in words. @param need what it was handed in for; undefined where all was here */
export const whyNot = (
  { status, message }: { status: number; message: string },
  need: Pick<CaptureNeedView, 'kind'> | undefined,
  words: Words,
): string => (status === 422 && need?.kind === 'selfie' ? words.oneFace : words.wrong(message));
