import { wholeOf, type Candidate, type Span } from '../candidate.js';
import { beginningNear, type Layout, type Segment } from '../layout.js';
import type { LabelsBySegment } from '../valueSpots.js';
import { addressText } from '../values/addressText.js';

/** An address goes on for at most this many lines. */
const MOST_LINES = 4;
/** Its lines begin within this many heights of each other and follow at most this many heights apart. */
const SAME_LEFT_HEIGHTS = 1.2;
const NEXT_LINE_HEIGHTS = 2;

/** An address beside its label goes on in the lines under it, as long as these begin where it began and no label does. */
export function withFollowingLines(candidate: Candidate, layout: Layout, labels: LabelsBySegment): Candidate {
  const [first] = candidate.spans;
  const following = first ? followingLines(first, layout, labels) : [];
  if (following.length === 0) return candidate;
  const raw = [candidate.raw, ...following.map(({ text }) => text)].join('\n');
  return { ...candidate, raw, value: addressText(raw), spans: [...candidate.spans, ...following.map(wholeOf)] };
}

/** The lines that follow a text: begin where it begins, one under the other, and no label begins in them. */
export function followingLines(first: Span, layout: Layout, labels: LabelsBySegment): Segment[] {
  const following: Segment[] = [];
  let above = first.segment;
  while (following.length < MOST_LINES - 1) {
    const row = layout.rows[above.row + 1];
    const near = row ? beginningNear(row, leftOf(first), SAME_LEFT_HEIGHTS * above.height) : [];
    const next = near.find((segment) => continues(first, above, segment));
    if (next && isOfOtherLabel(first, next, layout, labels)) break;
    if (!next || next.page !== above.page || (labels.get(next) ?? []).some(({ strength }) => strength >= 0.8)) break;
    following.push(next);
    above = next;
  }
  return following;
}

/** In a list of labels with values beside them the next value is no more of this one, even if nobody knows its label. */
function isOfOtherLabel({ segment }: Span, next: Segment, { rows }: Layout, labels: LabelsBySegment): boolean {
  const [label, other] = [segment, next].map((one) => {
    const { segments } = rows[one.row]!;
    return segments[segments.indexOf(one) - 1];
  });
  // Addresses stand side by side as well.
  if (!label || !other || !(labels.get(label) ?? []).some(({ strength }) => strength >= 0.8)) return false;
  return Math.abs(label.left - other.left) < label.height / 2;
}

const leftOf = ({ segment, start }: Span): number =>
  segment.left + ((segment.right - segment.left) * start) / Math.max(1, segment.text.length);

function continues(first: Span, above: Segment, next: Segment): boolean {
  return (
    Math.abs(next.left - leftOf(first)) < SAME_LEFT_HEIGHTS * above.height &&
    next.middle - above.middle < NEXT_LINE_HEIGHTS * Math.max(above.height, next.height) &&
    /\p{L}{2}|\d/u.test(next.text)
  );
}
