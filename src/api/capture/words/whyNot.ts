import type { CaptureNeedView } from '../captureContract.js';
import type { Words } from './en.js';

/** Statuses of what may be taken a moment later; 0 where there was no answer. */
const NOT_NOW = [0, 408, 409, 429];

/** Why something that was handed in is not taken, in words. @param need what it was handed in for; undefined where all was here */
export const whyNot = (
  { status, message }: { status: number; message: string },
  need: Pick<CaptureNeedView, 'kind'> | undefined,
  words: Words,
): string => {
  if (status === 422 && need?.kind === 'selfie') return words.oneFace;
  if (status === 413) return words.tooLarge;
  if (status === 415) return words.wrongKind;
  if (status === 422) return words.unread(message);
  return NOT_NOW.includes(status) || status >= 500 ? words.notNow : words.wrong(message);
};
