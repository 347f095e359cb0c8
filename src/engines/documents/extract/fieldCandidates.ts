import { compactText } from '../text/fold.js';
import { findPhrase, searchablePhrase } from '../text/phraseSearch.js';
import { readingConfidence, wholeOf, type Candidate, type FoundVia, type Span } from './candidate.js';
import type { FieldPlan } from './fieldPlan.js';
import { withFollowingLines } from './header/addressBlock.js';
import type { LabelHit } from './labels/findLabels.js';
import type { Layout } from './layout.js';
import type { ReadingContext } from './readingContext.js';
import { readValues } from './readValue.js';
import { findCurrencies } from './values/currency.js';
import type { ReadValue } from './values/read.js';
import { valueSpots, type LabelsBySegment } from './valueSpots.js';

/** What candidates of any field are found in. */
export interface SearchedDocument {
  layout: Layout;
  labels: LabelsBySegment;
  context: ReadingContext;
}

/** Shapes whose values are told by their form alone, so that they are found without a label too; and how surely. */
const FORM_ALONE: { [shape: string]: number } = {
  email: 0.6,
  ssn: 0.6,
  aadhaar: 0.6,
  indian_pan: 0.7,
  vin: 0.7,

  url: 0.5,
  iban: 0.7,
  bic: 0.4,
  phone: 0.3,
  time: 0.4,
  card_number: 0.35,
};
const CURRENCY_ALONE = 0.7;
/** The word may mean something else; better than nothing. */
const OPTION_ALONE = 0.32;
const HALF_OF_PERIOD = 0.4;
/** Behind a letter, without a label, it is likelier a part of a code. */
const GLUED = 0.8;
/** The one date of a page is the document's date; a birth or expiry date needs its label. */
const DATE_ALONE = 0.55;

/** The candidates of a field beside its labels, best first. */
export function labelledCandidates(plan: FieldPlan, document: SearchedDocument): Candidate[] {
  const candidates: Candidate[] = [];
  for (const hits of document.labels.values()) {
    for (const hit of hits) {
      if (hit.fields.includes(plan.name)) candidates.push(...candidatesOf(plan, hit, document));
    }
  }
  return best(candidates);
}

function candidatesOf(plan: FieldPlan, hit: LabelHit, { layout, labels, context }: SearchedDocument): Candidate[] {
  return valueSpots(hit, plan, labels, layout).flatMap((spot) => {
    const text = spot.segment.text.slice(spot.start, spot.end);
    const reads = readValues(text, plan, context);
    return reads.map((read, i) => {
      const span = { segment: spot.segment, start: spot.start + read.start, end: spot.start + read.end };
      const likelihood = isHalfOfPeriod(plan, hit, reads) ? HALF_OF_PERIOD : 1;
      // Of several values in one place the likeliest comes first.
      const place = candidate(read, [span], spot.via, hit.strength * spot.place * likelihood * 0.9 ** i, hit.fields);
      return plan.shape === 'address' ? withFollowingLines(place, layout, labels) : place;
    });
  });
}

/** A label for start and end with one date only gives the start. */
const isHalfOfPeriod = (plan: FieldPlan, hit: LabelHit, reads: readonly ReadValue[]): boolean =>
  plan.concept === 'period_end' && hit.fields.length > 1 && reads.length === 1;

/** The candidates of a field that are told by their form alone, best first. Text that a label claims for another field is left out. */
export function unlabelledCandidates(plan: FieldPlan, { layout, labels, context }: SearchedDocument): Candidate[] {
  if (plan.shape === 'currency') return best(currencyCandidates(layout));
  if (plan.hint.kind === 'enum') return best(optionCandidates(plan.hint.options, layout));
  const formed = isCardNumber(plan) ? { ...plan, shape: 'card_number' as const } : plan;
  const strength = plan.concept === 'date' ? DATE_ALONE : FORM_ALONE[formed.shape];
  if (strength === undefined) return [];
  return best(
    layout.segments.flatMap((segment) =>
      readValues(segment.text, formed, context)
        .filter((read) => !isClaimed(labels.get(segment) ?? [], plan, read))
        .map((read) => {
          const early = 1 - (0.1 * segment.row) / Math.max(1, layout.rows.length);
          const found = candidate(read, [{ segment, start: read.start, end: read.end }], 'pattern', 0);
          const glued = /\p{L}/u.test(segment.text.charAt(read.start - 1)) ? GLUED : 1;
          return { ...found, score: strength * read.form * early * glued * reading(found.spans) };
        }),
    ),
  );
}

/** Cards of all kinds have a number; of payment cards its form tells (ISO/IEC 7812-1). */
const isCardNumber = ({ name, shape }: FieldPlan): boolean => shape === 'identifier' && name === 'card_number';

/** The currency that amounts are printed in is the one that is mentioned most. */
function currencyCandidates({ segments }: Layout): Candidate[] {
  const mentions = segments.flatMap((segment) => findCurrencies(segment.text).map((found) => ({ ...found, segment })));
  const times = new Map<string, number>();
  for (const { code } of mentions) times.set(code, (times.get(code) ?? 0) + 1);
  return mentions.map(({ code, raw, start, segment }) => {
    const span = { segment, start, end: start + raw.length };
    const found = candidate({ value: code, raw, start, end: start + raw.length, form: 1 }, [span], 'pattern', 0);
    return { ...found, score: CURRENCY_ALONE * ((times.get(code) ?? 0) / mentions.length) * reading([span]) };
  });
}

/** An option of an enumeration, where the page has the word of one option only. */
function optionCandidates(options: readonly string[], { segments }: Layout): Candidate[] {
  const telling = options.filter((option) => compactText(option).length > 2);
  const found = telling.flatMap((option) => {
    const phrase = searchablePhrase(option);
    const exact = { ...phrase, tolerance: 0 };
    const segment = segments.find(({ search }) => findPhrase(exact, search));
    return segment ? [{ option, segment }] : [];
  });
  const [only, ...others] = found;
  if (!only || others.length > 0) return [];
  const { option, segment } = only;
  const read = { value: option, raw: option, start: 0, end: segment.text.length, form: 1 };
  return [{ ...candidate(read, [wholeOf(segment)], 'pattern', 0), score: OPTION_ALONE }];
}

const isClaimed = (hits: readonly LabelHit[], plan: FieldPlan, read: ReadValue): boolean =>
  hits.some(
    (hit) => hit.end <= read.start && hit.strength >= 0.8 && !hit.fields.includes(plan.name) && hit.concept !== 'time',
  );

/** Makes a candidate of a value that was read, scored by its label, its form and how clearly it was read. */
export function candidate(
  read: ReadValue,
  spans: Span[],
  via: FoundVia,
  label: number,
  announcedFor: readonly string[] = [],
): Candidate {
  const { value, raw, form } = read;
  return { value, raw, spans, via, label, form, announcedFor, score: label * form * reading(spans) };
}

/** Doubtful reading lowers a score, but by no more than half. */
const reading = (spans: readonly Span[]): number => 0.5 + 0.5 * readingConfidence(spans);

const best = (candidates: Candidate[]): Candidate[] => candidates.sort((a, b) => b.score - a.score);
