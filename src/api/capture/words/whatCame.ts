import type { CapturedView, CaptureNeedView } from '../captureContract.js';
import type { Words } from './en.js';

/** What came of a file, in words; nothing where it could not be read and that is told beside what is needed. @param need what it was handed in for; undefined where all was here @param needs all that is needed */
export function whatCame(
  { read_as, sent_before, advice, needs: left }: Pick<CapturedView, 'read_as' | 'sent_before' | 'advice' | 'needs'>,
  need: Pick<CaptureNeedView, 'kind'> | undefined,
  needs: readonly Pick<CaptureNeedView, 'choices'>[],
  words: Words,
): string | undefined {
  if (advice !== null && left.every((one) => one.advice === null)) return words.unread(advice);
  if (need?.kind === 'selfie' || !read_as) return undefined;
  if (sent_before) return words.same;
  const choices = needs.flatMap((one) => one.choices);
  if (choices.some(({ document_type }) => document_type === read_as.document_type)) return words.readAs(read_as.name);
  return read_as.document_type === 'unknown' ? words.unknown : words.other(read_as.name);
}
