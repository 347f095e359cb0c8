import type { Raster } from '../../reading/page.js';
import { type BlockCoefficients, blockCoefficients, FREQUENCIES } from './blockCoefficients.js';
import type { Rectangle } from './groundMap.js';
import { stepsOfQuality } from './jpegQuantisation.js';

/** A part of a JPEG that an earlier, coarser saving left its amounts in, and not in the rest. */
export interface SavedPart {
  /** In pixels. */
  rectangle: Rectangle;
  /** Quality of the earlier saving. */
  quality: number;
  /** Share of the part's amounts that such a saving does not leave, and the same of the rest of the picture. */
  within: number;
  elsewhere: number;
}

/** Qualities that are looked for: between two of them the steps of the lowest frequencies hardly differ. */
const QUALITIES = Array.from({ length: 32 }, (_, index) => 30 + 2 * index);
/** How many times as coarse the earlier steps must have been: amounts of finer ones are nearly all possible. */
const COARSER = 1.6;
/** Frequencies of which that must be so. */
const LEAST_FREQUENCIES = 4;
/** What decoding and saving anew move an amount by, in grey levels, beyond half a step. */
const ROUNDING = 1;
const MOST_AMOUNT = 255;
/** Sides of the parts that are looked at, in blocks of 8 pixels. */
const SIDES = [6, 10, 18, 30] as const;
/** Amounts that a part must have to be judged. */
const LEAST_AMOUNTS = 120;

/**
 * Finds the part of a JPEG that was saved before with coarser steps than the rest. What is saved twice holds only amounts near multiples of the
 * first steps (J. Lukáš and J. Fridrich, "Estimation of Primary Quantization Matrix in Double Compressed JPEG Images", 2003), and where that is
 * so of a part alone, it came out of another file (H. Farid, "Exposing Digital Forgeries from JPEG Ghosts", 2009). Both savings must have cut
 * the same blocks: what was moved by other than eights of pixels between them is not told.
 * @param steps the last quantisation, 64 row by row
 */
export function partSavedDifferently(picture: Raster, steps: readonly number[]): SavedPart | undefined {
  const blocks = blockCoefficients(picture, steps);
  let best: SavedPart | undefined;
  for (const quality of QUALITIES) {
    const possible = possibleAmounts(stepsOfQuality(quality), steps);
    if (possible.filter(Boolean).length < LEAST_FREQUENCIES) continue;
    const part = oddestPart(countsOf(blocks, possible), quality);
    if (part && (!best || oddness(part) > oddness(best))) best = part;
  }
  return best;
}

/** How many times rarer impossible amounts are within than elsewhere. */
export const oddness = ({ within, elsewhere }: SavedPart): number => (elsewhere + RARE) / (within + RARE);

/** Share of amounts that come to be impossible by rounding and cutting off. */
const RARE = 0.02;

/** Which amounts an earlier saving leaves, for each frequency; null where it leaves nearly all. */
const possibleAmounts = (before: readonly number[], last: readonly number[]): (Uint8Array | null)[] =>
  FREQUENCIES.map((place) => {
    const [coarse, fine] = [before[place]!, last[place]!];
    if (coarse < COARSER * fine) return null;
    return Uint8Array.from({ length: MOST_AMOUNT + 1 }, (_, amount) => {
      const value = amount * fine;
      const multiple = Math.round(value / coarse);
      return multiple > 0 && Math.abs(multiple * coarse - value) <= fine / 2 + ROUNDING ? 1 : 0;
    });
  });

/** Sums of possible and impossible amounts over all blocks above and left of a corner. */
interface Counts {
  columns: number;
  rows: number;
  pitch: number;
  possible: Uint32Array;
  impossible: Uint32Array;
}

function countsOf(
  { columns, rows, pitch, amounts }: BlockCoefficients,
  possible: readonly (Uint8Array | null)[],
): Counts {
  const size = (columns + 1) * (rows + 1);
  const counts: Counts = { columns, rows, pitch, possible: new Uint32Array(size), impossible: new Uint32Array(size) };
  const known = possible.flatMap((table, index) => (table ? [{ table, of: amounts[index]! }] : []));
  for (let row = 0; row < rows; row++) {
    let [fit, misfit] = [0, 0];
    for (let column = 0; column < columns; column++) {
      for (const { table, of } of known) {
        const amount = of[row * columns + column]!;
        if (amount === 0 || amount > MOST_AMOUNT) continue;
        if (table[amount] === 1) fit++;
        else misfit++;
      }
      const [above, at] = [row * (columns + 1) + column + 1, (row + 1) * (columns + 1) + column + 1];
      counts.possible[at] = counts.possible[above]! + fit;
      counts.impossible[at] = counts.impossible[above]! + misfit;
    }
  }
  return counts;
}

/** Share of impossible amounts that there must be elsewhere: where the earlier steps leave nearly all possible, few say little. */
const LEAST_ELSEWHERE = 0.55;
/** Blocks around a part that count neither as it nor as elsewhere: a part that was changed is larger than what is looked at. */
const APART = 24;

function oddestPart(counts: Counts, quality: number): SavedPart | undefined {
  const { columns, rows, pitch } = counts;
  const sum = (table: Uint32Array, left: number, top: number, right: number, bottom: number): number => {
    const [above, below] = [top * (columns + 1), bottom * (columns + 1)];
    return table[below + right]! - table[below + left]! - table[above + right]! + table[above + left]!;
  };
  const [allFit, allMisfit] = [counts.possible.at(-1)!, counts.impossible.at(-1)!];
  let best: SavedPart | undefined;
  for (const side of SIDES) {
    for (let y = 0; y + side <= rows; y += side >> 1) {
      for (let x = 0; x + side <= columns; x += side >> 1) {
        const fit = sum(counts.possible, x, y, x + side, y + side);
        const misfit = sum(counts.impossible, x, y, x + side, y + side);
        if (fit + misfit < LEAST_AMOUNTS) continue;
        const [left, top] = [Math.max(0, x - APART), Math.max(0, y - APART)];
        const [right, bottom] = [Math.min(columns, x + side + APART), Math.min(rows, y + side + APART)];
        const farMisfit = allMisfit - sum(counts.impossible, left, top, right, bottom);
        const far = farMisfit + allFit - sum(counts.possible, left, top, right, bottom);
        if (far < LEAST_AMOUNTS) continue;
        if (farMisfit < LEAST_ELSEWHERE * far) continue;
        const part: SavedPart = {
          rectangle: [x * pitch, y * pitch, (x + side) * pitch, (y + side) * pitch],
          ...{ quality, within: misfit / (fit + misfit), elsewhere: farMisfit / far },
        };
        if (!best || oddness(part) > oddness(best)) best = part;
      }
    }
  }
  return best;
}
