import type { Box, Corners, Line, Page, Place } from '../reading/page.js';
import { clamp } from '../reading/raster.js';
import type { MrzCell, MrzRow } from './mrzRows.js';
import { edgesAt, onPage, type ReadingFrame } from './readingFrame.js';

const MRZ_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** Room for the lines of a zone that were missed, above and below the rows that were seen, in row heights. */
const MISSED_LINES = 6;

/**
 * Looks for text in the band where rows of a zone were seen, as wide as the page, with only the characters of a zone allowed. A band is
 * looked at more closely than a page, so lines that were missed or broken show.
 */
export function readAround(page: Page, frame: ReadingFrame, rows: readonly MrzRow[]): Promise<Line[]> {
  const margin = MISSED_LINES * Math.max(...rows.map((row) => row.height));
  const top = Math.min(...rows.map((row) => row.middle)) - margin;
  const bottom = Math.max(...rows.map((row) => row.middle)) + margin;
  const [left, right] = edgesAt((top + bottom) / 2, frame);
  const region = withinPage(onPage([left, top, right - left, bottom - top], frame));
  return page.region.read({ alphabet: MRZ_ALPHABET, region, rotate: frame.turn });
}

function withinPage([x, y, width, height]: Box): Box {
  const [left, top] = [clamp(x, 0, 1), clamp(y, 0, 1)];
  return [left, top, clamp(x + width, 0, 1) - left, clamp(y + height, 0, 1) - top];
}

/** Room before the first and behind the last character of a line, in characters: what was missed at an end shows. */
const MARGIN = 1.2;

/**
 * Reads the rows of a zone again, each cut out along its own base line from margin to margin, and deskewed and enlarged by that: the lines of
 * a zone begin and end below each other, so that where one was cut short the others show how far it goes.
 * @param columns characters in a line of the zone
 * @param tallness height of the picture that is read, as a share of the row's; another cut of a faint line often reads better
 */
export function lookAlong(
  page: Page,
  frame: ReadingFrame,
  rows: readonly MrzRow[],
  columns: number,
  tallness: number,
): Promise<Line[]> {
  const pitch = pitchOf(rows, columns);
  const heights = rows.map((row) => row.height).sort((one, other) => one - other);
  const half = ((heights[heights.length >> 1] ?? 0) * tallness) / 2;
  const first = Math.min(...rows.map((row) => row.cells[0]?.x ?? row.left));
  const last = Math.max(first + (columns - 1) * pitch, ...rows.map((row) => row.right - pitch / 2));
  const place = (x: number, y: number): Place => {
    const [px, py] = onPage([x, y, 0, 0], frame);
    return [px, py];
  };
  const runs = rows.map((row): Corners => {
    const base = baseLineOf(row);
    const [start, end] = edgesAt(row.middle, frame);
    const [left, right] = [Math.max(start, first - MARGIN * pitch), Math.min(end, last + MARGIN * pitch)];
    const [atLeft, atRight] = [base(left), base(right)];
    return [
      place(left, atLeft - half),
      place(right, atRight - half),
      place(right, atRight + half),
      place(left, atLeft + half),
    ];
  });
  return page.region.read({ alphabet: MRZ_ALPHABET, runs, onePitch: true });
}

/** Distance from character to character: that of the row whose length is most like a line's. */
function pitchOf(rows: readonly MrzRow[], columns: number): number {
  const off = ({ text }: MrzRow): number => Math.abs(text.length - columns);
  const [whole] = [...rows].sort((one, other) => off(one) - off(other));
  if (!whole) return 0;
  const [first, last] = [whole.cells[0], whole.cells.at(-1)];
  return first && last && first !== last ? (last.x - first.x) / (whole.cells.length - 1) : whole.height / 2;
}

/** Rows of fewer characters do not tell how they slope. */
const SLOPING = 12;

/** The height of a row's middle at every place along it: the straight line through its characters (least squares). */
function baseLineOf({ cells, middle }: MrzRow): (x: number) => number {
  if (cells.length < SLOPING) return () => middle;
  const mean = (of: (cell: MrzCell) => number): number => cells.reduce((sum, cell) => sum + of(cell), 0) / cells.length;
  const [x, y] = [mean((cell) => cell.x), mean((cell) => cell.y)];
  const slope =
    mean((cell) => (cell.x - x) * (cell.y - y)) /
    Math.max(
      1e-9,
      mean((cell) => (cell.x - x) ** 2),
    );
  return (at) => y + slope * (at - x);
}

/** Rows of one zone begin within this many heights of each other, and stand within the other number of heights. */
const SAME_MARGIN = 1.5;
const SAME_ZONE = 5;

/** Rows of which one shows fillers, and the others begin below or above it: what reading saw of a zone that it could not put together. */
export function suspectRows(pieces: readonly MrzRow[]): MrzRow[] {
  const telling = pieces
    .filter((piece) => piece.text.includes('<<'))
    .sort((one, other) => other.text.length - one.text.length)[0];
  if (!telling) return [];
  const aligned = pieces
    .filter(
      (piece) =>
        piece.text.length >= SHORTEST &&
        Math.abs(piece.left - telling.left) < SAME_MARGIN * telling.height &&
        Math.abs(piece.middle - telling.middle) < SAME_ZONE * telling.height,
    )
    .sort((one, other) => one.middle - other.middle);
  return aligned.filter((piece, index) => {
    const above = aligned[index - 1];
    return !above || piece.middle - above.middle > piece.height / 2;
  });
}

/** Shorter pieces do not tell the distance of the characters. */
const SHORTEST = 8;

/** Lines of a zone and the characters in each, by what was seen of it. */
export function columnsOf(rows: readonly MrzRow[]): number {
  if (rows.length !== 2) return 30;
  return Math.max(...rows.map((row) => row.text.length)) > 36 ? 44 : 36;
}
