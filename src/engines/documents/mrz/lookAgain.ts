import type { Box, Corners, Line, Page, Place } from '../reading/page.js';
import { onPage, slopeOf, type MrzRow, type ReadingFrame } from './mrzRows.js';

const MRZ_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** Room for the lines of a zone that were missed, above and below the rows that were seen, in row heights. */
const MISSED_LINES = 6;

/**
 * Looks for text in the band where rows of a zone were seen, as wide as the page, with only the characters of a zone allowed. A band is
 * looked at more closely than a page, so lines that were missed or broken show.
 */
export function readAround(page: Page, frame: ReadingFrame, rows: readonly MrzRow[]): Promise<Line[]> {
  const { width, height } = sizeOf(frame);
  const margin = MISSED_LINES * Math.max(...rows.map((row) => row.height));
  const top = Math.max(0, Math.min(...rows.map((row) => row.middle)) - margin);
  const bottom = Math.min(height, Math.max(...rows.map((row) => row.middle)) + margin);
  const region: Box = onPage([0, top, width, bottom - top], frame);
  return page.region.read({ alphabet: MRZ_ALPHABET, region, rotate: frame.turn });
}

/**
 * Reads the rows of a zone again, each from margin to margin: the lines of a zone begin and end below each other, so that where one was
 * cut short the others show how far it goes.
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
  const slope = slopeOf(page.lines, frame);
  const left = Math.min(...rows.map((row) => row.left));
  const end = left + pitchOf(rows) * columns;
  const right = Math.min(sizeOf(frame).width, Math.max(end, ...rows.map((row) => row.right)));
  const place = (x: number, y: number): Place => {
    const [px, py] = onPage([x, y, 0, 0], frame);
    return [px, py];
  };
  const runs = rows.map((row): Corners => {
    const slant = Math.abs(slope) * (row.right - row.left);
    const half = (Math.max(row.height - slant, row.height / 3) * tallness) / 2;
    const [atLeft, atRight] = [left, right].map((x) => row.middle + slope * (x - (row.left + row.right) / 2)) as [
      number,
      number,
    ];
    return [
      place(left, atLeft - half),
      place(right, atRight - half),
      place(right, atRight + half),
      place(left, atLeft + half),
    ];
  });
  return page.region.read({ alphabet: MRZ_ALPHABET, runs, onePitch: true });
}

/** Distance from character to character: the median of the rows. */
function pitchOf(rows: readonly MrzRow[]): number {
  const pitches = rows.map((row) => (row.right - row.left) / row.text.length).sort((one, other) => one - other);
  return pitches[pitches.length >> 1] ?? 0;
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

function sizeOf({ width, height, turn }: ReadingFrame): { width: number; height: number } {
  return turn === 90 || turn === 270 ? { width: height, height: width } : { width, height };
}
