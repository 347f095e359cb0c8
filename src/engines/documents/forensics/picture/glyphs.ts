import type { GreyImage } from '../../quality/grey.js';
import { componentsOf, type Component } from './components.js';
import type { Rectangle } from './groundMap.js';
import { levelAt } from './levelAt.js';

/** A printed character, cut out of a picture. */
export interface Glyph {
  character: string;
  /** Its place in the text of its run. */
  place: number;
  /** Where its ink ends, in pixels, at half of its darkness: parts of a pixel count. */
  extent: Rectangle;
  /** How much ink there is in each cell of it, 0 to 1, row by row, whatever its size. */
  shape: Float32Array;
}

/** Words that stand together, and those of their characters that could be cut out. */
export interface PrintedRun {
  text: string;
  glyphs: Glyph[];
}

/** Columns and rows that a character is cut into. */
export const CELLS = { columns: 12, rows: 16 } as const;

/** Characters too small to be told from specks and parts of others. */
const SMALL = /[\s.,:;'’‘"“”`´·•\-–—_~^°*=|]/u;
/** Heights of a line that are looked at above and below it: boxes are now and then a little tight. */
const SPARE = 0.15;
/** Grey levels between print and ground that there must be. */
const LEAST_CONTRAST = 45;
/** Components of a line that are looked at; of a line of print there are three a character at most. */
const MOST_COMPONENTS = 400;
/** Heights of a character up to which a gap stands within a run. */
const ONE_RUN = 1.6;

/**
 * Cuts the characters of a line of text out of a picture, in runs that stand apart. Words whose characters touch or are broken are left
 * out: as many pieces as characters are needed to tell which is which.
 */
export function glyphsOfLine(grey: GreyImage, text: string, at: Rectangle): PrintedRun[] {
  const crop = cropOf(grey, at);
  if (!crop) return [];
  const pieces = piecesOf(componentsOf(crop.ink, crop.width, crop.height, MOST_COMPONENTS));
  const words = wordsOf(text);
  const groups = groupsOf(pieces, words.filter(({ places }) => places.length > 0).length);
  const typical = quantile(pieces.map(heightOf), 0.5);
  const runs: PrintedRun[] = [];
  let end = -Infinity;
  for (const { word, places } of words) {
    const group = places.length > 0 ? groups.shift() : [];
    if (!group) break;
    const isApart = group[0] && group[0].left - end > ONE_RUN * typical;
    if (runs.length === 0 || isApart || runs.at(-1)!.text.endsWith(':')) runs.push({ text: '', glyphs: [] });
    const run = runs.at(-1)!;
    const start = run.text === '' ? 0 : run.text.length + 1;
    run.text = run.text === '' ? word : `${run.text} ${word}`;
    end = group.at(-1)?.right ?? end;
    if (group.length !== places.length) continue;
    for (const [index, place] of places.entries()) {
      run.glyphs.push({ ...cutOut(crop, group[index]!), character: word.charAt(place), place: start + place });
    }
  }
  return runs.filter(({ glyphs }) => glyphs.length > 0);
}

/** The part of a picture around a line: how much ink each pixel has, 0 to 1. */
interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
  ink: Float32Array;
}

function cropOf({ width, height, data }: GreyImage, [x0, y0, x1, y1]: Rectangle): Crop | undefined {
  const spare = Math.ceil(SPARE * (y1 - y0));
  const [left, top] = [Math.max(0, x0 - spare), Math.max(0, y0 - spare)];
  const crop = { left, top, width: Math.min(width, x1 + spare) - left, height: Math.min(height, y1 + spare) - top };
  if (crop.width < 8 || crop.height < 8) return undefined;
  const ink = new Float32Array(crop.width * crop.height);
  const counts = new Uint32Array(256);
  for (let y = 0; y < crop.height; y++) {
    for (let x = 0; x < crop.width; x++) counts[data[(top + y) * width + left + x]!]!++;
  }
  const [dark, light] = [levelAt(counts, 0.03 * ink.length), levelAt(counts, 0.75 * ink.length)];
  if (light - dark < LEAST_CONTRAST) return undefined;
  for (let y = 0; y < crop.height; y++) {
    for (let x = 0; x < crop.width; x++) {
      const amount = (light - data[(top + y) * width + left + x]!) / (light - dark);
      ink[y * crop.width + x] = amount < 0 ? 0 : amount > 1 ? 1 : amount;
    }
  }
  return { ...crop, ink };
}

/** The words of a text with the places of the characters in them that can be told from specks. */
const wordsOf = (text: string): { word: string; places: number[] }[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ({
      word,
      places: [...word].map((_, place) => place).filter((place) => !SMALL.test(word.charAt(place))),
    }));

const heightOf = ({ top, bottom }: Component): number => bottom - top;

/** What may be whole characters, from left to right: the tall pieces of one line, dots and accents with what they belong to. */
function piecesOf(components: readonly Component[]): Component[] {
  const heights = components.map(heightOf);
  const usual = quantile(heights.filter((height) => height > 0.3 * Math.max(...heights)), 0.6); // prettier-ignore
  const isTall = (one: Component): boolean => heightOf(one) >= 0.45 * usual && heightOf(one) <= 1.7 * usual;
  const tall = onOneLine(components.filter(isTall).sort((one, other) => one.left - other.left), usual); // prettier-ignore
  const pieces = tall.map((one) => ({ ...one }));
  for (const small of components.filter((one) => !isTall(one) && heightOf(one) < usual)) {
    const owner = pieces.find((one) => shareWithin(small, one) > 0.6);
    if (!owner || Math.max(owner.top - small.bottom, small.top - owner.bottom) > 0.35 * usual) continue;
    owner.top = Math.min(owner.top, small.top);
    owner.bottom = Math.max(owner.bottom, small.bottom);
  }
  return pieces;
}

const shareWithin = (small: Component, large: Component): number =>
  (Math.min(small.right, large.right) - Math.max(small.left, large.left)) / (small.right - small.left);

/** Leaves out what belongs to lines above and below, which the box around a slanted line holds too. */
function onOneLine(pieces: readonly Component[], height: number): Component[] {
  const middles = pieces.map(({ top, bottom }) => (top + bottom) / 2);
  const slopes: number[] = [];
  for (let one = 0; one < pieces.length; one += 1 + (pieces.length >> 5)) {
    for (let other = one + 1; other < pieces.length; other += 1 + (pieces.length >> 5)) {
      const apart = pieces[other]!.left - pieces[one]!.left;
      if (apart > 2 * height) slopes.push((middles[other]! - middles[one]!) / apart);
    }
  }
  const slope = slopes.length > 0 ? quantile(slopes, 0.5) : 0;
  const levels = pieces.map(({ left }, index) => middles[index]! - slope * left);
  const level = quantile(levels, 0.5);
  return pieces.filter((_, index) => Math.abs(levels[index]! - level) < 0.6 * height);
}

/** Parts a line at its widest gaps into so many words. */
function groupsOf(pieces: readonly Component[], words: number): Component[][] {
  const gaps = pieces.slice(1).map((piece, index) => ({ at: index + 1, gap: piece.left - pieces[index]!.right }));
  const ends = gaps
    .sort((one, other) => other.gap - one.gap)
    .slice(0, words - 1)
    .map(({ at }) => at)
    .sort((one, other) => one - other);
  return [0, ...ends].map((start, index) => pieces.slice(start, ends[index] ?? pieces.length));
}

/** A value that a share of these is below; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function cutOut(crop: Crop, piece: Component): Pick<Glyph, 'extent' | 'shape'> {
  const [left, top, right, bottom] = edgesOf(crop, piece);
  const shape = new Float32Array(CELLS.columns * CELLS.rows);
  const [stepX, stepY] = [(right - left) / (2 * CELLS.columns), (bottom - top) / (2 * CELLS.rows)];
  for (let row = 0; row < 2 * CELLS.rows; row++) {
    for (let column = 0; column < 2 * CELLS.columns; column++) {
      const cell = (row >> 1) * CELLS.columns + (column >> 1);
      shape[cell]! += inkAt(crop, left + (column + 0.5) * stepX - 0.5, top + (row + 0.5) * stepY - 0.5) / 4;
    }
  }
  return { extent: [left + crop.left, top + crop.top, right + crop.left, bottom + crop.top], shape };
}

/** How much ink there is at a place between pixels. */
function inkAt({ width, height, ink }: Crop, x: number, y: number): number {
  const [column, row] = [Math.max(0, Math.min(width - 2, Math.floor(x))), Math.max(0, Math.min(height - 2, Math.floor(y)))]; // prettier-ignore
  const [dx, dy] = [Math.max(0, Math.min(1, x - column)), Math.max(0, Math.min(1, y - row))];
  const at = row * width + column;
  const above = ink[at]! * (1 - dx) + ink[at + 1]! * dx;
  const below = ink[at + width]! * (1 - dx) + ink[at + width + 1]! * dx;
  return above * (1 - dy) + below * dy;
}

/** Where the ink of a piece falls to a half, between the outermost pixels of it and the next. */
function edgesOf({ width, height, ink }: Crop, { left, top, right, bottom }: Component): Rectangle {
  const column = (x: number): number => {
    let most = 0;
    if (x < 0 || x >= width) return 0;
    for (let y = top; y < bottom; y++) most = Math.max(most, ink[y * width + x]!);
    return most;
  };
  const row = (y: number): number => {
    let most = 0;
    if (y < 0 || y >= height) return 0;
    for (let x = left; x < right; x++) most = Math.max(most, ink[y * width + x]!);
    return most;
  };
  const beyond = (inner: number, outer: number): number =>
    outer >= 0.5 || inner <= outer ? 0 : (inner - 0.5) / (inner - outer) - 0.5;
  return [
    left - beyond(column(left), column(left - 1)),
    top - beyond(row(top), row(top - 1)),
    right + beyond(column(right - 1), column(right)),
    bottom + beyond(row(bottom - 1), row(bottom)),
  ];
}
