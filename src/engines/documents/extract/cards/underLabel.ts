import { beginningNear, heightOf, type Layout, type Segment } from '../layout.js';

/** A value stands at most this many heights under its label, and begins within so many of where the label begins. */
const FURTHEST_HEIGHTS = 2.4;
const SAME_LEFT_HEIGHTS = 1.5;
const ROWS = 3;

/** The segments that begin under a place of a segment, nearest first. @param start index in its text */
export function underLabel(segment: Segment, start: number, layout: Layout): Segment[] {
  const perCharacter = (segment.right - segment.left) / Math.max(1, segment.text.length);
  const left = segment.left + perCharacter * start;
  return layout.rows
    .slice(segment.row + 1, segment.row + 1 + ROWS)
    .filter(({ page }) => page === segment.page)
    .flatMap((row) => beginningNear(row, left, SAME_LEFT_HEIGHTS * Math.max(segment.height, heightOf(row))))
    .filter((other) => {
      const height = Math.max(segment.height, other.height);
      const drop = other.middle - segment.middle;
      return drop < FURTHEST_HEIGHTS * height && Math.abs(other.left - left) < SAME_LEFT_HEIGHTS * height;
    });
}
