import type { Raster } from '../../reading/page.js';

/** Frequencies of a block that are looked at, as places in it row by row: the lowest but the mean, where most of a picture is. */
export const FREQUENCIES = [1, 8, 16, 9, 2, 10, 17] as const;

/** What the blocks of a JPEG hold, in steps of its quantisation. */
export interface BlockCoefficients {
  /** Blocks in a row, and rows of them; those cut off at the border are left out. */
  columns: number;
  rows: number;
  /** Pixels from one block to the next: more than 8 where not every block is taken. */
  pitch: number;
  /** For each of `FREQUENCIES` the amount of each block, row by row, without its sign. */
  amounts: readonly Uint16Array[];
}

/** Blocks that are taken, some 80 ms of work: of larger pictures every second, third … in both directions. */
const MOST_BLOCKS = 32_000;
/** Columns of the transform that `FREQUENCIES` take. */
const COLUMNS = 3;
/** The cosine transform of 8 samples (ITU-T T.81, A.3.3): `COSINES[u * 8 + x]`. */
const COSINES = Float64Array.from({ length: COLUMNS * 8 }, (_, index) => {
  const [u, x] = [index >> 3, index & 7];
  return ((u === 0 ? Math.SQRT1_2 : 1) / 2) * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

/**
 * Takes a decoded JPEG apart again: the amounts that were stored, but for what decoding rounds and cuts off.
 * @param steps quantisation of brightness, 64 row by row
 */
export function blockCoefficients({ width, height, data }: Raster, steps: readonly number[]): BlockCoefficients {
  const pitch = 8 * Math.ceil(Math.sqrt((width * height) / (64 * MOST_BLOCKS)));
  const [columns, rows] = [Math.floor(width / pitch), Math.floor(height / pitch)];
  const amounts = FREQUENCIES.map(() => new Uint16Array(columns * rows));
  const samples = new Float64Array(64);
  const turned = new Float64Array(8 * COLUMNS);
  const least = Math.min(...FREQUENCIES.map((place) => steps[place]!));
  for (let block = 0; block < columns * rows; block++) {
    const start = (((block / columns) | 0) * width + (block % columns)) * pitch;
    if (brightness(data, start, width, samples) < least / 4) continue;
    for (let row = 0; row < 8; row++) {
      for (let u = 0; u < COLUMNS; u++) {
        let sum = 0;
        for (let x = 0; x < 8; x++) sum += samples[row * 8 + x]! * COSINES[u * 8 + x]!;
        turned[row * COLUMNS + u] = sum;
      }
    }
    for (const [index, place] of FREQUENCIES.entries()) {
      const [v, u] = [place >> 3, place & 7];
      let sum = 0;
      for (let row = 0; row < 8; row++) sum += turned[row * COLUMNS + u]! * COSINES[v * 8 + row]!;
      amounts[index]![block] = Math.round(Math.abs(sum) / steps[place]!);
    }
  }
  return { columns, rows, pitch, amounts };
}

/** Takes the brightness of a block out of a picture (ITU-T T.871, 7), and says how far it spreads. */
function brightness(data: Uint8Array, start: number, width: number, samples: Float64Array): number {
  let [least, most] = [255, 0];
  for (let index = 0; index < 64; index++) {
    const at = (start + (index >> 3) * width + (index & 7)) * 3;
    const value = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
    samples[index] = value;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least;
}
