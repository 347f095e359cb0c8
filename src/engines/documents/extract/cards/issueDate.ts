import type { Candidate } from '../candidate.js';
import type { SearchedDocument } from '../fieldCandidates.js';
import type { FieldPlan } from '../fieldPlan.js';
import type { Segment } from '../layout.js';
import { datesOf } from '../readingContext.js';
import { parseDates } from '../values/date.js';
import { underLabel } from './underLabel.js';
import { unlabelled } from './unlabelled.js';

/** `Date`, in one or more languages, and nothing else. */
const MERE_DATE = /^(?:date|datum|data|fecha|dato)(?:\s*\/\s*(?:date|datum|data|fecha|dato))*\s*:?$/iu;
const UNDER_MERE_DATE = 0.8;
/** No more than a guess. */
const ONLY_DATE = 0.32;

/** The dates of issue of a card of a person that has no label of their own: what a mere `Date` announces. */
export const datesOfCard = (plan: FieldPlan, document: SearchedDocument): Candidate[] =>
  document.layout.segments
    .filter(({ text }) => MERE_DATE.test(text.trim()))
    .flatMap((label) => underLabel(label, 0, document.layout))
    .flatMap((segment) => datesIn(segment, plan, document, UNDER_MERE_DATE));

/** The one date of a page is that of its issue, for a type that knows no other date. */
export function onlyDates(plan: FieldPlan, document: SearchedDocument): Candidate[] {
  const dates = document.layout.segments.flatMap((segment) => datesIn(segment, plan, document, ONLY_DATE));
  return dates.every(({ value }) => value === dates[0]?.value) ? dates : [];
}

const datesIn = (segment: Segment, plan: FieldPlan, { context }: SearchedDocument, score: number): Candidate[] =>
  parseDates(segment.text, datesOf(plan, context)).map(({ iso, start, end }) =>
    unlabelled(iso, [{ segment, start, end }], score),
  );
