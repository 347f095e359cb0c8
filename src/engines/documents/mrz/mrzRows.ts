import type { Box, Line, Word } from '../reading/page.js';
import { toMrzCharacters } from './mrzCharacters.js';

import { angleIn, inFrame, type ReadingFrame } from './readingFrame.js';

/** Where one character of a row stands, by its middle, and how surely it was read. */
export interface MrzCell {
  x: number;
  y: number;
  /** 0 to 1. */
  confidence: number;
}

/** A row of text that may be a line of a zone, with its pieces joined. Lengths are in pixels of its frame. */
export interface MrzRow {
  /** MRZ characters only. */
  text: string;
  /** One for each character. */
  cells: MrzCell[];
  /** Each character was read by itself. Else those of a word are spread evenly over it, which hides where one was missed. */
  exact: boolean;
  /** 0 to 1. */
  confidence: number;
  left: number;
  right: number;
  middle: number;
  height: number;
  /** A gap between letters, where a zone has none: a thin one was missed. */
  gap: boolean;
  /** It reaches the edge of the picture above or below, where letters may be cut off and look like others. */
  cut: boolean;
  /** Where in reading it came from: 0 for the page, higher for each time its place was looked at again. */
  look: number;
}

/** More lower-case letters than this share of a text and it is no MRZ (which reading takes for lower case now and then: `o`, `s`). */
const LOWER_CASE = 0.2;

/** Pieces of a row are at most this many heights apart, and their middles this share of a height. */
const GAP = 3;
const SLOPE = 0.5;

function looksLikePiece(text: string): boolean {
  const letters = text.replace(/[^a-zA-Z]/g, '');
  const lower = letters.replace(/[^a-z]/g, '').length;
  return lower <= LOWER_CASE * text.length && toMrzCharacters(text).length >= 0.8 * text.replace(/\s/g, '').length;
}

/** A line that is all names, of which there are so many that no two fillers stand together; zeros are read for `O`. */
const FULL_OF_NAMES = /^[A-Z0]+(?:<[A-Z0]+)+<?$/;
const SHORTEST_LINE = 28;

/** Whether a row can be a line of a zone: fillers, or the many digits and the length of a line without them. */
function looksLikeRow(text: string): boolean {
  if (text.length > 60) return false;
  if (text.includes('<<')) return text.length >= 5;
  if (text.length >= SHORTEST_LINE && FULL_OF_NAMES.test(text)) return true;
  const digits = text.replace(/\D/g, '').length;
  return text.length >= 18 && (digits >= 9 || (text.match(/</g)?.length ?? 0) >= 2);
}

/** How far the middle of the first and last character of a word stands from its ends, in heights: a step of the recogniser. */
const HALF_STROKE = 1 / 6;

function cellsOf(word: Word, angle: number, frame: ReadingFrame): MrzCell[] {
  const count = toMrzCharacters(word.text).length;
  const { x, y, length, height, slope } = inFrame(word.box, angle, frame);
  const step = count > 1 ? Math.max(0, length - 2 * HALF_STROKE * height) / (count - 1) : 0;
  return Array.from({ length: count }, (_, index) => {
    const along = (index - (count - 1) / 2) * step;
    return { x: x + along, y: y + slope * along, confidence: word.confidence };
  });
}

/** Boxes are cut off at the edge of the picture, give or take a rounding. */
const EDGE = 1e-6;

function isCut([x, y, width, height]: Box, { turn }: ReadingFrame): boolean {
  const [start, end] = turn === 90 || turn === 270 ? [x, x + width] : [y, y + height];
  return start < EDGE || end > 1 - EDGE;
}

function rowOf(line: Line, frame: ReadingFrame, look: number): MrzRow {
  const angle = line.angle ?? 0;
  const { x, y, length, height } = inFrame(line.box, angle, frame);
  const cells = line.words.flatMap((word) => cellsOf(word, angle, frame));
  const [first, last] = [cells[0], cells.at(-1)];
  // What is read again character by character is cut out with room at both ends.
  const exact = line.words.every((word) => word.text.length === 1);
  const half = exact && first && last && first !== last ? (last.x - first.x) / (cells.length - 1) / 2 : undefined;
  return {
    text: line.words.map((word) => toMrzCharacters(word.text)).join(''),
    cells,
    exact,
    confidence: line.confidence,
    left: half === undefined ? x - length / 2 : first!.x - half,
    right: half === undefined ? x + length / 2 : last!.x + half,
    middle: y,
    height,
    gap: /[A-Z] [A-Z]/.test(line.text),
    cut: isCut(line.box, frame),
    look,
  };
}

function joined(left: MrzRow, right: MrzRow): MrzRow {
  const length = left.text.length + right.text.length;
  return {
    text: left.text + right.text,
    cells: [...left.cells, ...right.cells],
    exact: left.exact && right.exact,
    confidence: (left.confidence * left.text.length + right.confidence * right.text.length) / Math.max(1, length),
    left: left.left,
    right: right.right,
    middle: (left.middle + right.middle) / 2,
    height: Math.max(left.height, right.height),
    gap: left.gap || right.gap,
    cut: left.cut || right.cut,
    look: left.look,
  };
}

function continues(row: MrzRow, piece: MrzRow): boolean {
  const height = Math.min(row.height, piece.height);
  const gap = piece.left - row.right;
  return (
    gap > -height &&
    gap < GAP * Math.max(row.height, piece.height) &&
    Math.abs(row.middle - piece.middle) < SLOPE * height
  );
}

/** The lines of a reading that hold MRZ characters. `look` counts the readings of a page. */
export function mrzPieces(lines: readonly Line[], frame: ReadingFrame, look = 0): MrzRow[] {
  return lines
    .filter((line) => looksLikePiece(line.text))
    .map((line) => rowOf(line, frame, look))
    .filter((piece) => piece.text.length > 0);
}

/**
 * The rows of one reading that may be lines of a zone: every piece by itself, and joined with the pieces that follow it on the same row,
 * as reading breaks long rows of fillers.
 */
export function mrzRows(pieces: readonly MrzRow[]): MrzRow[] {
  const fromLeft = [...pieces].sort((one, other) => one.left - other.left);
  const rows: MrzRow[] = [];
  fromLeft.forEach((piece, index) => {
    let row = piece;
    rows.push(row);
    for (const next of fromLeft.slice(index + 1)) {
      if (!continues(row, next)) continue;
      row = joined(row, next);
      rows.push(row);
    }
  });
  return rows.filter((row) => looksLikeRow(row.text));
}

/** Shorter pieces do not tell how a zone lies. */
const DIRECTED = 10;
/** Print that is turned further than this was read in the wrong frame. */
const MOST_TILT = Math.PI / 6;

/** How much a zone is turned clockwise in a frame, in radians: as the longest of its lines that shows fillers. */
export function tiltOf(lines: readonly Line[], { turn }: Pick<ReadingFrame, 'turn'>): number {
  const longest = lines
    .filter(({ text }) => text.length >= DIRECTED && text.includes('<<') && looksLikePiece(text))
    .sort((one, other) => other.text.length - one.text.length)[0];
  const tilt = angleIn(turn, longest?.angle ?? (-turn * Math.PI) / 180);
  return Math.abs(tilt) < MOST_TILT ? tilt : 0;
}
