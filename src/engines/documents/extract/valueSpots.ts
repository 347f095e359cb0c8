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
/** Values below stand at most this many line heights under their label. */
const FURTHEST_BELOW_HEIGHTS = 2.2;
const ROWS_BELOW = 2;

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
  const spots = [...(behind ? [behind] : []), ...spotsInNextColumns(hit, plan, labels, layout)];
  return [...spots, ...spotsBelow(hit, labels, layout)];
}

/**
 * The text behind a label up to the next label. `translation` when only separators part it from the same label in
 * another language, which then speaks for both.
 */
function spotBehind(hit: LabelHit, plan: FieldPlan, inSegment: readonly LabelHit[]): ValueSpot | 'translation' | null {
  const { segment } = hit;
  const next = inSegment.find((other) => other.start >= hit.end && other.strength >= SURE_LABEL);
  const end = next ? next.start : segment.text.length;
  // The sign of `N°` belongs to the label, whose letters end before it.
  const start = hit.end + (/[°º]/.test(segment.text.charAt(hit.end)) ? 1 : 0);
  const between = segment.text.slice(start, end);
  if (next && sameMeaning(hit, next) && !/[\p{L}\p{N}]/u.test(between)) return 'translation';
  if (!/[\p{L}\p{N}]/u.test(between)) return null;
  // Names of companies begin with words that are labels too (`Bank of …`): only a mark parts them from a label.
  const space = plan.shape === 'company' ? '' : '|^\\s|^\\d';
  const parted = new RegExp(`^\\s*[:=#.)\\]-]${space}`).test(between);
  return { segment, start, end, via: 'right', place: PLACE.right * (parted ? 1 : LESS_USUAL) };
}

const sameMeaning = (a: LabelHit, b: LabelHit): boolean =>
  (a.concept !== null && a.concept === b.concept) || a.fields.some((field) => b.fields.includes(field));

/** A segment that begins with a label (after at most a number) belongs to that label. */
const beginsWithLabel = (segment: Segment, labels: LabelsBySegment): boolean =>
  (labels.get(segment) ?? []).some(
    (hit) => !/\p{L}{2}/u.test(segment.text.slice(0, hit.start)) && hit.strength >= SURE_LABEL,
  );

function spotsInNextColumns(hit: LabelHit, plan: FieldPlan, labels: LabelsBySegment, layout: Layout): ValueSpot[] {
  const spots: ValueSpot[] = [];
  const { segments } = layout.rows[hit.segment.row]!;
  for (const segment of segments.slice(segments.indexOf(hit.segment) + 1)) {
    if (!/[\p{L}\p{N}]/u.test(segment.text)) continue;
    if (beginsWithLabel(segment, labels)) break;
    const near = nearness(hit, plan, segment, layout.pages.get(segment.page)?.width ?? segment.right);
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
  const from = Math.min(...same.map(({ start }) => start), startOfTranslations(hit));
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

/** Under a label stands what begins about where it begins, or shares most of its width. */
function standsUnder(label: Segment, start: number, end: number, other: Segment): boolean {
  const perCharacter = (label.right - label.left) / Math.max(1, label.text.length);
  const left = label.left + perCharacter * start;
  const right = label.left + perCharacter * end;
  const shared = overlap({ ...label, left, right }, other);
  const beginsThere = Math.abs(other.left - left) < 1.5 * label.height;
  return shared > 0 && (beginsThere || shared > 0.5 * Math.min(right - left, other.right - other.left));
}
