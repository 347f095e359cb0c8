import type { Layout, Row, Segment } from '../layout.js';
import { NOT_NAME_OR_ADDRESS } from './headerWords.js';

/** Segments further apart than this many heights are columns of their own. */
const COLUMN_GAP_HEIGHTS = 4;

/**
 * The rows of the first page without the titles and other columns beside them: names and addresses stand left, centred or
 * right, with `INVOICE` or a date on the other side.
 */
export function headRows({ rows }: Layout): Row[] {
  return rows.filter((row) => row.page === rows[0]?.page).map((row) => withSegments(row, mainColumn(row)));
}

function mainColumn({ segments }: Row): Segment[] {
  const groups: Segment[][] = [];
  for (const segment of segments) {
    const last = groups.at(-1)?.at(-1);
    if (last && segment.left - last.right < COLUMN_GAP_HEIGHTS * segment.height) groups.at(-1)!.push(segment);
    else groups.push([segment]);
  }
  if (groups.length < 2) return segments;
  const named = groups.filter(
    (group) => !group.some(({ text }) => NOT_NAME_OR_ADDRESS.test(text) || !/\p{L}{2}/u.test(text)),
  );
  return named[0] ?? segments;
}

const withSegments = (row: Row, segments: Segment[]): Row =>
  segments === row.segments ? row : { ...row, segments, text: segments.map(({ text }) => text).join('  ') };
