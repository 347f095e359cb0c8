import { candidate } from '../fieldCandidates.js';
import type { Candidate, Span } from '../candidate.js';
import type { Segment } from '../layout.js';
import type { LabelsBySegment } from '../valueSpots.js';

/** A label that is less sure may be a word of the value. */
const SURE_LABEL = 0.8;

/**
 * A value that is told by where it stands on a card of its kind.
 * @param score how usual that is, 0 to 1
 * @param sharedWith fields that state a part of it, or of which it is a part
 */
export function unlabelled(value: string, spans: Span[], score: number, sharedWith: readonly string[] = []): Candidate {
  const raw = spans.map(({ segment, start, end }) => segment.text.slice(start, end)).join('\n');
  const found = candidate({ value, raw, start: 0, end: raw.length, form: 1 }, spans, 'pattern', score, sharedWith);
  return { ...found, label: 0 };
}

/** Whether a segment begins with the label of some field. */
export const isLabelled = (segment: Segment, labels: LabelsBySegment): boolean =>
  (labels.get(segment) ?? []).some(
    ({ start, strength }) => strength >= SURE_LABEL && !/\p{L}{2}/u.test(segment.text.slice(0, start)),
  );

/** Two to four words of Latin letters, each with a capital: how a card prints its holder. */
export const isNameLine = ({ text }: Segment): boolean =>
  /^\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u.test(text.trim()) && /\p{Script=Latin}/u.test(text);
