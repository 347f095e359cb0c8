import type { GreyImage } from '../../quality/grey.js';

/** A rectangle of pixels: its right and lower edge are not part of it. */
export type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

/** How lively the ground of a page is wherever nothing is printed on it: its pattern, its grain, the noise of what took its picture. */
export interface GroundMap {
  width: number;
  height: number;
  /** Pixels of ground in a rectangle, and the mean square of what differs from the ground around, in grey levels squared. */
  within(rectangle: Rectangle): { pixels: number; energy: number };
}

/** Side of the cells whose lighter pixels are the ground, in pixels. */
const CELL = 16;
/** Grey levels under the ground from which on a pixel is print: lines of a security pattern are paler. */
const PRINT = 36;
/** Pixels around print that JPEG's ringing and blur reach. */
const REACH = 2;
/** Radius of the surroundings that a pixel is compared with. */
const AROUND = 4;
/** Differences above are edges of what print was not told as, not texture. */
const MOST = 14;

/** Measures the ground of a grey picture, in which a line of text is some 24 pixels high. */
export function groundMap({ width, height, data }: GreyImage): GroundMap {
  const ground = groundMask(data, width, height);
  const counts = sums(width, height, ground);
  const energies = sums(width, height, texture(data, ground, { width, height, counts }));
  return {
    ...{ width, height },
    within: (rectangle) => {
      const pixels = sumOf(counts, width, rectangle);
      // Differences of large sums are a little off, and below nothing where there is nothing.
      return { pixels, energy: pixels === 0 ? 0 : Math.max(0, sumOf(energies, width, rectangle)) / pixels };
    },
  };
}

/** The square of what each pixel of the ground differs by from the mean of the ground around it; 0 for print. */
function texture(
  data: Uint8Array,
  ground: Uint8Array,
  { width, height, counts }: { width: number; height: number; counts: Float64Array },
): Float32Array {
  const greys = sums(
    width,
    height,
    data.map((grey, at) => grey * ground[at]!),
  );
  const found = new Float32Array(width * height);
  const row = width + 1;
  for (let y = 0; y < height; y++) {
    const [above, below] = [Math.max(0, y - AROUND) * row, Math.min(height, y + AROUND + 1) * row];
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (ground[at] === 0) continue;
      const left = x < AROUND ? 0 : x - AROUND;
      const right = x + AROUND + 1 > width ? width : x + AROUND + 1;
      const grey = greys[below + right]! - greys[below + left]! - greys[above + right]! + greys[above + left]!;
      const count = counts[below + right]! - counts[below + left]! - counts[above + right]! + counts[above + left]!;
      const difference = Math.min(MOST, Math.abs(data[at]! - grey / count));
      found[at] = difference * difference;
    }
  }
  return found;
}

/** Sums over all pixels above and left of a corner (F. Crow, "Summed-Area Tables for Texture Mapping", 1984). */
function sums(width: number, height: number, values: Uint8Array | Float32Array): Float64Array {
  const table = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    const [above, below] = [y * (width + 1) + 1, (y + 1) * (width + 1) + 1];
    for (let x = 0; x < width; x++) {
      row += values[y * width + x]!;
      table[below + x] = table[above + x]! + row;
    }
  }
  return table;
}

function sumOf(table: Float64Array, width: number, [left, top, right, bottom]: Rectangle): number {
  const [above, below] = [top * (width + 1), bottom * (width + 1)];
  return table[below + right]! - table[below + left]! - table[above + right]! + table[above + left]!;
}

/** 1 where nothing is printed on the ground or next to it. */
function groundMask(data: Uint8Array, width: number, height: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const levels = groundLevels(data, width, height);
  const mask = new Uint8Array(width * height).fill(1);
  for (let y = 0; y < height; y++) {
    const row = Math.min(rows - 1, (y / CELL) | 0) * columns;
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! >= levels[row + ((x / CELL) | 0)]! - PRINT) continue;
      const [left, right] = [Math.max(0, x - REACH), Math.min(width, x + REACH + 1)];
      for (let dy = Math.max(0, y - REACH); dy < Math.min(height, y + REACH + 1); dy++) {
        mask.fill(0, dy * width + left, dy * width + right);
      }
    }
  }
  return mask;
}

/** Of each cell the lightest of the levels of itself and those next to it; the level of a cell is its upper quartile. */
function groundLevels(data: Uint8Array, width: number, height: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const own = new Uint8Array(columns * rows);
  const counts = new Uint16Array(256);
  for (let cell = 0; cell < own.length; cell++) {
    const [x0, y0] = [(cell % columns) * CELL, ((cell / columns) | 0) * CELL];
    const [x1, y1] = [Math.min(width, x0 + CELL), Math.min(height, y0 + CELL)];
    counts.fill(0);
    for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) counts[data[y * width + x]!]!++;
    let above = ((x1 - x0) * (y1 - y0)) >> 2;
    let level = 255;
    while (level > 0 && above >= counts[level]!) above -= counts[level--]!;
    own[cell] = level;
  }
  return own.map((_, cell) => {
    const [column, row] = [cell % columns, (cell / columns) | 0];
    let most = 0;
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        most = Math.max(most, own[y * columns + x]!);
      }
    }
    return most;
  });
}
