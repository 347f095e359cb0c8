import { isRetaken, type JudgedDocument, type Side, sideShown } from '../cases/index.js';
import type { CheckCode, DocumentCheck } from '../documents/index.js';

/** How a picture could be better, as the page says it before sending: each has a sentence in the languages of cases. */
export type CaptureAdvice = 'blurred' | 'small' | 'dark' | 'faint' | 'glare' | 'cut';

/** What a failed check of a picture has its customer do. Other checks say nothing to them: they would tell a forger what was seen. */
const ADVICE: ReadonlyMap<string, CaptureAdvice> = new Map<CheckCode, CaptureAdvice>([
  ['blurred', 'blurred'],
  ['text_too_small', 'small'],
  ['too_dark', 'dark'],
  ['low_contrast', 'faint'],
  ['glare', 'glare'],
  ['cut_off', 'cut'],
]);

/** How the picture of a document could be better, the weightiest first as the service found it; empty where it is good. */
export const betterBy = (checks: readonly Pick<DocumentCheck, 'code' | 'status'>[]): CaptureAdvice[] =>
  checks.flatMap(({ code, status }) => (status === 'failed' ? (ADVICE.get(code) ?? []) : []));

/** A picture that is here: another of the same takes its place. */
export interface PictureHere {
  document_type: string;
  /** Of which side it is; null where its type has none. */
  side: Side | null;
  /** How it could be better; empty where it is good. */
  advice: CaptureAdvice[];
}

/**
 * The pictures that are here of the last document of some types. One of several sides is left out where nothing tells which it is of: nothing could
 * take its place.
 * @param documents those that can be used, each file once
 * @param two_sided types of which both sides are wanted
 */
export function picturesHere(
  types: readonly string[],
  documents: readonly JudgedDocument[],
  two_sided: readonly string[],
): PictureHere[] {
  const document_type = documents.findLast((one) => types.includes(one.document_type))?.document_type;
  const pictures = documents.filter((one) => one.document_type === document_type);
  return pictures.flatMap((picture) => {
    const side = two_sided.includes(picture.document_type) ? sideShown(picture) : null;
    if (side === undefined || isRetaken(picture, documents, two_sided)) return [];
    return [{ document_type: picture.document_type, side, advice: betterBy(picture.checks) }];
  });
}
