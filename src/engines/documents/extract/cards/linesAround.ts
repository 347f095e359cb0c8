import { beginningNear, heightOf, type Layout, type Row, type Segment } from '../layout.js';

/** Lines of one block begin within so many heights of each other and follow at most so many heights apart. */
const SAME_LEFT_HEIGHTS = 1.2;
const NEXT_LINE_HEIGHTS = 2.4;
const ROWS = 3;

/** The line of the same block over a segment. @param sameLeft heights that they may begin apart */
export const lineAbove = (segment: Segment, layout: Layout, sameLeft = SAME_LEFT_HEIGHTS): Segment | undefined =>
  layout.rows
    .slice(Math.max(0, segment.row - ROWS), segment.row)
    .reverse()
    .flatMap((row) => near(row, segment, sameLeft))
    .find((other) => isNextTo(other, segment, sameLeft));

/** The line of the same block under a segment. */
export const lineBelow = (segment: Segment, layout: Layout): Segment | undefined =>
  layout.rows
    .slice(segment.row + 1, segment.row + 1 + ROWS)
    .flatMap((row) =>
      near(row, segment, SAME_LEFT_HEIGHTS).filter((other) => isNextTo(other, segment, SAME_LEFT_HEIGHTS)),
    )
    .sort((a, b) => a.row - b.row || Math.abs(a.left - segment.left) - Math.abs(b.left - segment.left))[0];

const near = (row: Row, { left, height }: Segment, sameLeft: number): Segment[] =>
  beginningNear(row, left, sameLeft * Math.max(height, heightOf(row)));

function isNextTo(one: Segment, other: Segment, sameLeft: number): boolean {
  const height = Math.max(one.height, other.height);
  return (
    one.page === other.page &&
    Math.abs(one.left - other.left) < sameLeft * height &&
    Math.abs(one.middle - other.middle) < NEXT_LINE_HEIGHTS * height
  );
}
