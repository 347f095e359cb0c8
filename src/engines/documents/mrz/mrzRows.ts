import type { Box, Line } from '../reading/page.js';
import { toMrzCharacters } from './mrzCharacters.js';

/** A row of text that may be a line of a zone, with its pieces joined. Lengths are in pixels of the picture as it is read. */
export interface MrzRow {
  /** MRZ characters only. */
  text: string;
  /** 0 to 1. */
  confidence: number;
  left: number;
  right: number;
  middle: number;
  height: number;
  /** A gap between letters, where a zone has none: a thin one was missed. */
  gap: boolean;
  /** Where in reading it came from: 0 for the page, higher for each time its place was looked at again. */
  look: number;
}

/** Size of the picture that boxes are fractions of, and how it was turned clockwise to read it. */
export interface ReadingFrame {
  width: number;
  height: number;
  turn: 0 | 90 | 180 | 270;
}

/** More lower-case letters than this share of a text and it is no MRZ (which reading takes for lower case now and then: `o`, `s`). */
const LOWER_CASE = 0.2;

/** Pieces of a row are at most this many heights apart, and their middles this share of a height. */
const GAP = 3;
const SLOPE = 0.5;

/** The box as it stands in the turned picture, in pixels. Its inverse is {@link onPage}. */
function inFrame([x, y, width, height]: Box, frame: ReadingFrame): Box {
  const [w, h] = [frame.width, frame.height];
  switch (frame.turn) {
    case 0:
      return [x * w, y * h, width * w, height * h];
    case 90:
      return [(1 - y - height) * h, x * w, height * h, width * w];
    case 180:
      return [(1 - x - width) * w, (1 - y - height) * h, width * w, height * h];
    case 270:
      return [y * h, (1 - x - width) * w, height * h, width * w];
  }
}

/** A box in pixels of the turned picture as fractions of the upright page. */
export function onPage([x, y, width, height]: Box, frame: ReadingFrame): Box {
  const [w, h] = [frame.width, frame.height];
  switch (frame.turn) {
    case 0:
      return [x / w, y / h, width / w, height / h];
    case 90:
      return [y / w, 1 - (x + width) / h, height / w, width / h];
    case 180:
      return [1 - (x + width) / w, 1 - (y + height) / h, width / w, height / h];
    case 270:
      return [1 - (y + height) / w, x / h, height / w, width / h];
  }
}

function looksLikePiece(text: string): boolean {
  const letters = text.replace(/[^a-zA-Z]/g, '');
  const lower = letters.replace(/[^a-z]/g, '').length;
  return lower <= LOWER_CASE * text.length && toMrzCharacters(text).length >= 0.8 * text.replace(/\s/g, '').length;
}

/** Whether a row can be a line of a zone: fillers, or the many digits and the length of a line without them. */
function looksLikeRow(text: string): boolean {
  if (text.length > 60) return false;
  if (text.includes('<<')) return text.length >= 5;
  const digits = text.replace(/\D/g, '').length;
  return text.length >= 18 && (digits >= 9 || (text.match(/</g)?.length ?? 0) >= 2);
}

function rowOf(line: Line, frame: ReadingFrame, look: number): MrzRow {
  const [x, y, width, height] = inFrame(line.box, frame);
  const text = toMrzCharacters(line.text);
  return {
    text,
    confidence: line.confidence,
    left: x,
    right: x + width,
    middle: y + height / 2,
    height,
    gap: /[A-Z] [A-Z]/.test(line.text),
    look,
  };
}

function joined(left: MrzRow, right: MrzRow): MrzRow {
  const length = left.text.length + right.text.length;
  return {
    text: left.text + right.text,
    confidence: (left.confidence * left.text.length + right.confidence * right.text.length) / Math.max(1, length),
    left: left.left,
    right: right.right,
    middle: (left.middle + right.middle) / 2,
    height: Math.max(left.height, right.height),
    gap: left.gap || right.gap,
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

/** Lines this many times longer than high tell the slope of a page. */
const TELLING = 6;

/** How far lines run down per pixel to the right: the median over the lines whose first and last word stand far apart. */
export function slopeOf(lines: readonly Line[], frame: ReadingFrame): number {
  const slopes: number[] = [];
  for (const line of lines) {
    const [first, last] = [line.words[0], line.words.at(-1)];
    if (!first || !last) continue;
    const [fx, fy, fw, fh] = inFrame(first.box, frame);
    const [lx, ly, lw, lh] = inFrame(last.box, frame);
    const run = lx + lw / 2 - (fx + fw / 2);
    if (run > TELLING * Math.min(fh, lh)) slopes.push((ly + lh / 2 - (fy + fh / 2)) / run);
  }
  return slopes.sort((one, other) => one - other)[slopes.length >> 1] ?? 0;
}
