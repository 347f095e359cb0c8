import type { SearchedDocument } from './fieldCandidates.js';
import type { LabelHit } from './labels/findLabels.js';
import type { Row, Segment } from './layout.js';
import { parseAmounts, type ParsedAmount } from './values/amount.js';
import type { LabelsBySegment } from './valueSpots.js';

/** An amount and the labels of its row that stand before it. */
export interface LabelledAmount {
  amount: ParsedAmount;
  segment: Segment;
  /** It is the last amount of its segment. */
  isLast: boolean;
  row: Row;
  labels: readonly LabelHit[];
}

/** Of the labels of the segments to the left only so many announce an amount; the nearest ones. */
const MOST_LABELS_TO_THE_LEFT = 20;

/** The amounts of a document with the labels in their row to the left, or, in a row of numbers only, of the row above. */
export function labelledAmounts({ layout, labels }: SearchedDocument): LabelledAmount[] {
  return layout.rows.flatMap((row) => {
    const above = layout.rows[row.index - 1];
    const borrowed = above && isOfNumbersOnly(row) && !/\d[.,]\d{2}/.test(above.text) ? labelsOf(above, labels) : [];
    const left: LabelHit[] = [];
    return row.segments.flatMap((segment) => {
      const own = labels.get(segment) ?? [];
      const amounts = parseAmounts(segment.text);
      const nearest = left.slice(-MOST_LABELS_TO_THE_LEFT);
      left.push(...own);
      return amounts.map((amount, i): LabelledAmount => {
        const inRow = [...nearest, ...own.filter((hit) => hit.end <= amount.start)];
        const isLast = i === amounts.length - 1;
        return { amount, segment, isLast, row, labels: inRow.length > 0 ? inRow : borrowed };
      });
    });
  });
}

const isOfNumbersOnly = ({ text }: Row): boolean => !/\p{L}{3,}/u.test(text);

const labelsOf = ({ segments }: Row, labels: LabelsBySegment): LabelHit[] =>
  segments.flatMap((segment) => labels.get(segment) ?? []);
