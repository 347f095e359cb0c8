import type { FoundVia, Span } from './candidate.js';
import { wordsUnder } from './cards/columnWords.js';
import type { FieldPlan } from './fieldPlan.js';
import type { LabelHit } from './labels/findLabels.js';
import { overlap, type Layout, type Segment } from './layout.js';

/** Text where the value of a label may stand. */
export interface ValueSpot extends Span {
  via: FoundVia;
  /** 0 to 1: how usual it is for a value to stand there. */
  place: number;
}

/** How usual each place is, before the page has shown what it does. */
const PLACE: { [via in 'right' | 'next_column' | 'below']: number } = { right: 1, next_column: 0.95, below: 0.9 };
/** A second line below, or text behind the label that is parted from it by nothing, is less usual. */
const LESS_USUAL = 0.75;
/** A label that is less sure may be a word of the value. */
const SURE_LABEL = 0.8;
/** What may be the rest of a label is hardly a value. */
const LABEL_GOES_ON = 0.5;
/** More words up to a colon are no rest of a label. */
const MOST_WORDS_TO_COLON = 4;
/** What stands under a label in a list of labels with values beside them is most often the next label. */
const NEXT_LABEL = 0.6;
/** Values below stand at most this many line heights under their label. */
const FURTHEST_BELOW_HEIGHTS = 2.2;
const ROWS_BELOW = 2;
/** A value stands at most this many columns from its label. */
const COLUMNS_TO_THE_RIGHT = 10;

/** The labels of the page by the segment they stand in. */
export type LabelsBySegment = ReadonlyMap<Segment, readonly LabelHit[]>;

/** Groups labels by their segment. */
export function bySegment(hits: readonly LabelHit[]): LabelsBySegment {
  const map = new Map<Segment, LabelHit[]>();
  for (const hit of hits) map.set(hit.segment, [...(map.get(hit.segment) ?? []), hit]);
  return map;
}

/** Where the value of a label may stand: behind it, in the next column, below. Likeliest first. */
export function valueSpots(hit: LabelHit, plan: FieldPlan, labels: LabelsBySegment, layout: Layout): ValueSpot[] {
  const behind = spotBehind(hit, plan, labels.get(hit.segment) ?? []);
  if (behind === 'translation') return [];
  const listed = isInList(hit.segment, labels, layout);
  const beside = spotsInNextColumns(hit, plan, labels, layout, listed);
  const below = spotsBelow(hit, labels, layout);
  return [
    ...(behind ? [behind] : []),
    ...beside,
    ...below.map((spot) => (listed ? { ...spot, place: spot.place * NEXT_LABEL } : spot)),
  ];
}

/**
 * The text behind a label up to the next label. `translation` when only separators part it from the same label in
 * another language, which then speaks for both.
 */
function spotBehind(hit: LabelHit, plan: FieldPlan, inSegment: readonly LabelHit[]): ValueSpot | 'translation' | null {
  const { segment } = hit;
  if (inSegment.some((other) => sameMeaning(hit, other) && adjoins(segment.text, hit.end, other))) return 'translation';
  const labelEnd = endOfLabel(hit, inSegment);
  // The sign of `N°` belongs to the label, whose letters end before it, as does the mark of a question.
  const start = labelEnd + (/[°º?]/.test(segment.text.charAt(labelEnd)) ? 1 : 0);
  const next = inSegment.find((other) => other.start >= start && other.strength >= SURE_LABEL);
  const end = next ? next.start : segment.text.length;
  const between = segment.text.slice(start, end);
  if (!/[\p{L}\p{N}]/u.test(between)) return null;
  const parted = partedFromLabel(between, plan);
  const place = PLACE.right * (parted ? 1 : LESS_USUAL) * (goesOn(between, plan) ? LABEL_GOES_ON : 1);
  return { segment, start, end, via: 'right', place };
}

/** Names of companies begin with words that are labels too (`Bank of …`): only a mark parts them from a label. */
const partedFromLabel = (between: string, plan: FieldPlan): boolean =>
  new RegExp(`^\\s*[:=#.)\\]-]${plan.shape === 'company' ? '' : '|^\\s|^\\d'}`).test(between);

/** Shapes whose values are words. */
const IN_WORDS: readonly string[] = ['person', 'company', 'text', 'place', 'address'];

/** `Titular | de la tarjeta`: a few words that begin small, with nothing but a space before them, are still the label. */
const goesOn = (between: string, plan: FieldPlan): boolean =>
  IN_WORDS.includes(plan.shape) && /^(?:\s|['’])\p{Ll}[^\d:]{0,40}$/u.test(between);

/** Only what parts a label from its translation stands between. */
const adjoins = (text: string, end: number, other: LabelHit): boolean =>
  other.start >= end && !/[\p{L}\p{N}]/u.test(text.slice(end, other.start));

/**
 * Where a label ends on the page, which may know more words of it than a list does: words that announce nothing of this
 * type (`Groom full name`), and what stands before a colon (`Titular de la tarjeta:`).
 */
function endOfLabel(hit: LabelHit, inSegment: readonly LabelHit[]): number {
  const { text } = hit.segment;
  let { end } = hit;
  for (const other of inSegment) {
    if (other.fields.length === 0 && other.start >= end && /^\s*$/.test(text.slice(end, other.start))) end = other.end;
  }
  const rest = /^[^:;.,\d]{1,32}:(?=\s|$)/u.exec(text.slice(end))?.[0] ?? '';
  const announcesOther = inSegment.some(
    ({ start, strength, fields }) =>
      start >= end && start < end + rest.length && strength >= SURE_LABEL && fields.length > 0,
  );
  return announcesOther || rest.trim().split(/\s+/).length > MOST_WORDS_TO_COLON
    ? end
    : end + Math.max(0, rest.length - 1);
}

const sameMeaning = (a: LabelHit, b: LabelHit): boolean =>
  (a.concept !== null && a.concept === b.concept) || a.fields.some((field) => b.fields.includes(field));

/**
 * A segment that begins with a label (after at most a number) belongs to that label, unless it says with it which part of another one's
 * value follows: `Period | From 01/02 to 28/02`.
 */
const beginsWithLabel = (segment: Segment, labels: LabelsBySegment, asked?: LabelHit): boolean =>
  (labels.get(segment) ?? []).some(
    (hit) =>
      !/\p{L}{2}/u.test(segment.text.slice(0, hit.start)) &&
      hit.strength >= SURE_LABEL &&
      !(asked && asked.fields.length > 1 && hit.fields.some((field) => asked.fields.includes(field))),
  );

/**
 * Whether a label stands in a list: labels of one size under each other, each with its value in the next column. Where
 * the next column begins with a label as well, values stand below.
 */
function isInList(segment: Segment, labels: LabelsBySegment, layout: Layout): boolean {
  const value = neighbourOf(segment, layout);
  if (!value || beginsWithLabel(value, labels)) return false;
  return [segment.row - 1, segment.row + 1].some((index) => {
    const row = layout.rows[index];
    const other = row?.page === segment.page && row.segments.find((one) => isAligned(one, segment));
    const its = other && neighbourOf(other, layout);
    return its !== undefined && its !== false && !beginsWithLabel(its, labels) && areInColumn(its, value);
  });
}

const neighbourOf = (segment: Segment, { rows }: Layout): Segment | undefined => {
  const { segments } = rows[segment.row]!;
  return segments[segments.indexOf(segment) + 1];
};

/** Of one size, and begin below each other. */
const isAligned = (a: Segment, b: Segment): boolean =>
  Math.abs(a.left - b.left) < 0.5 * b.height &&
  Math.abs(a.height - b.height) < 0.12 * b.height &&
  Math.abs(a.middle - b.middle) < FURTHEST_BELOW_HEIGHTS * b.height;

const areInColumn = (a: Segment, b: Segment): boolean =>
  Math.min(Math.abs(a.left - b.left), Math.abs(a.right - b.right)) < 0.5 * b.height;

function spotsInNextColumns(
  hit: LabelHit,
  plan: FieldPlan,
  labels: LabelsBySegment,
  layout: Layout,
  listed: boolean,
): ValueSpot[] {
  const spots: ValueSpot[] = [];
  const { segments } = layout.rows[hit.segment.row]!;
  const first = segments.indexOf(hit.segment) + 1;
  for (const segment of segments.slice(first, first + COLUMNS_TO_THE_RIGHT)) {
    if (!/[\p{L}\p{N}]/u.test(segment.text)) continue;
    if (beginsWithLabel(segment, labels, hit)) break;
    const near = listed ? 1 : nearness(hit, plan, segment, layout.pages.get(segment.page)?.width ?? segment.right);
    const place = PLACE.next_column * near * (spots.length === 0 ? 1 : LESS_USUAL);
    spots.push({ segment, start: 0, end: segment.text.length, via: 'next_column', place });
  }
  return spots;
}

/**
 * Amounts stand in a column far from their labels, and a colon points as far as it must; without either, what stands further
 * away belongs to the label less likely. 1 beside it, 0.6 across the page.
 */
function nearness({ segment, end }: LabelHit, plan: FieldPlan, other: Segment, pageWidth: number): number {
  if (plan.shape === 'amount' || /^\s*:/.test(segment.text.slice(end))) return 1;
  return 1 - 0.4 * Math.min(1, Math.max(0, other.left - segment.right) / pageWidth);
}

function spotsBelow(hit: LabelHit, labels: LabelsBySegment, layout: Layout): ValueSpot[] {
  const spots: ValueSpot[] = [];
  const { segment } = hit;
  // A value stands under the first of several translations of its label.
  const same = (labels.get(segment) ?? []).filter((other) => other.end <= hit.end && sameMeaning(other, hit));
  const from = Math.min(...same.map(({ start }) => start), startOfTranslations(hit), startOfBox(hit));
  let above = segment.middle;
  for (const row of layout.rows.slice(segment.row + 1, segment.row + 1 + 2 * ROWS_BELOW)) {
    if (row.page !== segment.page) break;
    const below = row.segments.find((other) => standsUnder(segment, from, hit.end, other));
    if (!below) continue;
    const height = Math.max(segment.height, below.height);
    if (below.middle - above > FURTHEST_BELOW_HEIGHTS * height || beginsWithLabel(below, labels)) break;
    const place = PLACE.below * (spots.length === 0 ? 1 : LESS_USUAL);
    const words = wordsUnder(segment, below, layout, (other) => beginsWithLabel(other, labels));
    spots.push({ segment: below, ...words, via: 'below', place });
    if (spots.length === ROWS_BELOW) break;
    above = below.middle;
  }
  return spots;
}

/** Characters that a label in another language takes before its translation. */
const LONGEST_TRANSLATION = 40;

/** Where the words begin that a slash makes a translation of a label, known or not: `DATE DE NAISS. / Date of birth`. */
function startOfTranslations({ segment, start }: LabelHit): number {
  const from = Math.max(0, start - LONGEST_TRANSLATION);
  const before = /\p{L}[^/:\d]*\/\s?$/u.exec(segment.text.slice(from, start));
  return before ? from + before.index : start;
}

/** Where the number of its box begins, which a value stands under as well: `12. P.3 Type of fuel`. */
const startOfBox = ({ segment, start }: LabelHit): number =>
  /^\s*(?:\d{1,2}(?:\.\d{1,2})?[a-d]?[.)]?\s+){0,2}(?:[A-Z](?:\.\d){0,2}:?\s+)?$/.test(segment.text.slice(0, start))
    ? 0
    : start;

/** Under a label stands what begins about where it begins, or shares most of its width. */
function standsUnder(label: Segment, start: number, end: number, other: Segment): boolean {
  const perCharacter = (label.right - label.left) / Math.max(1, label.text.length);
  const left = label.left + perCharacter * start;
  const right = label.left + perCharacter * end;
  const shared = overlap({ ...label, left, right }, other);
  const beginsThere = Math.abs(other.left - left) < 1.5 * label.height;
  return shared > 0 && (beginsThere || shared > 0.5 * Math.min(right - left, other.right - other.left));
}
