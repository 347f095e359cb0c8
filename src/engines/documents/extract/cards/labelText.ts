import { compactText } from '../../text/fold.js';
import type { Candidate, Span } from '../candidate.js';
import type { FieldPlan } from '../fieldPlan.js';
import { parseDates } from '../values/date.js';
import { findAadhaars, findIndianPans, findSsns } from '../values/patterns.js';
import type { LabelsBySegment } from '../valueSpots.js';

/** A label that is less sure may be a value that looks like one. */
const SURE_LABEL = 0.8;
/** Short labels are also names (`Nik`, `Adi`), the more so right behind their own label. */
const SHORTEST = { behindLabel: 6, elsewhere: 4 };
/** Values that are made of words which are labels too: `ORGAN DONOR`, a name of a company. */
const MAY_BE_LABEL = new Set(['boolean', 'sex', 'company', 'amount', 'number', 'percentage']);

/** Characters of a number with all that may stand between its digits. */
const LONGEST_NUMBER = 40;

/** What has the form of such a number is no free text of another field. */
const isNumberOfItsOwn = (raw: string): boolean =>
  [findSsns, findAadhaars, findIndianPans].some((find) => find(raw).some(({ raw: found }) => found === raw.trim()));

/** Whether the text of a candidate is itself a label, or one and a date: what labels announce is never their own text. */
export function isLabelText(plan: FieldPlan, candidate: Candidate, labels: LabelsBySegment): boolean {
  if (MAY_BE_LABEL.has(plan.shape) || plan.hint.kind === 'enum' || candidate.spans.length === 0) return false;
  if (candidate.spans.every((span) => isCovered(span, candidate.via === 'right', labels))) return true;
  if (candidate.raw.length > LONGEST_NUMBER) return false;
  if (plan.shape === 'text' && isNumberOfItsOwn(candidate.raw)) return true;
  return plan.shape === 'identifier' && isDate(candidate.raw);
}

function isCovered({ segment, start, end }: Span, behindLabel: boolean, labels: LabelsBySegment): boolean {
  const text = segment.text.slice(start, end);
  const hits = (labels.get(segment) ?? []).filter(
    (hit) => hit.strength >= SURE_LABEL && hit.start < end && hit.end > start,
  );
  if (hits.length === 0 || compactText(text).length < (behindLabel ? SHORTEST.behindLabel : SHORTEST.elsewhere))
    return false;
  let rest = text;
  for (const hit of hits) {
    const [from, to] = [Math.max(0, hit.start - start), Math.min(text.length, hit.end - start)];
    rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  }
  return !/[\p{L}\p{N}]/u.test(rest);
}

/** `DO 01/12/2020`: a date, before it at most two letters that a reader made of something else. */
function isDate(raw: string): boolean {
  const [date] = parseDates(raw);
  return (
    date !== undefined && /^\W*(?:\p{L}{1,2}\W+)?$/u.test(raw.slice(0, date.start)) && raw.slice(date.end).trim() === ''
  );
}
