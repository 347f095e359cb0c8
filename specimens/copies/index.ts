/** Pages of this project as pictures that a caller sends: saved, scanned, photographed; nobody changed what they show. */
export { COPIES, type Copy, type CopyName } from './copied.js';
export { type PrintedPage, printedPages } from './printed.js';
