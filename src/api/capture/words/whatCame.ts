import type { CapturedView, CaptureNeedView } from '../captureContract.js';
import type { Words } from './en.js';

/** What came of a file, in words; nothing where it could not be read, which is told beside what is needed. @param need what it was handed in for; undefined where all was here */
export function whatCame(
  { read_as }: Pick<CapturedView, 'read_as'>,
  need: Pick<CaptureNeedView, 'kind' | 'choices'> | undefined,
  words: Words,
): string | undefined {
  if (need?.kind === 'selfie' || !read_as) return undefined;
  if (need?.choices.some(({ document_type }) => document_type === read_as.document_type))
    return words.readAs(read_as.name);
  return read_as.document_type === 'unknown' ? words.unknown : words.other(read_as.name);
}
