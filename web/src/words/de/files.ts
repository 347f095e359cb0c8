import type { Words } from '../en.js';

/** What is said where files are taken, in German. */
export const files: Words['files'] = { drag: 'Oder hierher ziehen.' };
