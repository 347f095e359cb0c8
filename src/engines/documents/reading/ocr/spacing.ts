import type { Raster } from '../page.js';
import type { Glyph } from './ctc.js';

/**
 * Spaces from ink. The recogniser often drops the space between words; the picture still shows it: a run of columns
 * without ink that is clearly wider than the gaps between the letters of the same line.
 */

/** A gap this many times wider than the line's median gap parts two words. Measured on receipts. */
const WIDER_THAN_MEDIAN = 1.7;
/** And at least this share of the line height: letter-spaced print has no median to compare with. */
const WIDER_THAN_HEIGHT = 0.25;
/** Share of the line's height left out at the top and at the bottom, where neighbouring lines and rules show. */
const MARGIN = 0.1;
/** Pixels of ink a column may hold and still count as empty (noise). */
const SPECK = 1;

/** For each glyph but the first: whether a space stands before it. @param stepWidth pixels of `crop` per time step */
export function spacesBefore(crop: Raster, glyphs: readonly Glyph[], stepWidth: number): boolean[] {
  const gaps = inkGaps(crop, glyphs, stepWidth);
  const sorted = [...gaps].sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] || 2;
  const threshold = Math.max(WIDER_THAN_MEDIAN * median, WIDER_THAN_HEIGHT * crop.height);
  return gaps.map((gap) => gap >= threshold);
}

/** Longest run of empty columns between each two neighbouring glyphs, in pixels. */
function inkGaps(crop: Raster, glyphs: readonly Glyph[], stepWidth: number): number[] {
  const ink = inkByColumn(crop);
  const centre = (glyph: Glyph) => Math.round((glyph.from + 0.5) * stepWidth);
  return glyphs.slice(1).map((glyph, index) => {
    const end = Math.min(crop.width - 1, centre(glyph));
    let longest = 0;
    let run = 0;
    for (let x = centre(glyphs[index]!); x <= end; x++) {
      run = ink[x]! <= SPECK ? run + 1 : 0;
      if (run > longest) longest = run;
    }
    return longest;
  });
}

/** Pixels of ink in each column: those on the rarer side of Otsu's threshold, so that light print on dark works too. */
function inkByColumn({ width, height, data }: Raster): Uint16Array {
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++)
    grey[i] = (data[i * 3]! * 77 + data[i * 3 + 1]! * 150 + data[i * 3 + 2]! * 29) >> 8;
  const threshold = otsu(grey);
  const dark = grey.reduce((count, value) => (value <= threshold ? count + 1 : count), 0);
  const inverted = dark > grey.length / 2;
  const ink = new Uint16Array(width);
  const margin = Math.round(height * MARGIN);
  for (let y = margin; y < height - margin; y++) {
    for (let x = 0; x < width; x++) {
      if (grey[y * width + x]! <= threshold !== inverted) ink[x]!++;
    }
  }
  return ink;
}

/** The grey value that best parts two classes of pixels (Otsu, 1979). */
function otsu(grey: Uint8Array): number {
  const histogram = new Uint32Array(256);
  for (const value of grey) histogram[value]!++;
  const total = histogram.reduce((sum, count, value) => sum + count * value, 0);
  let [below, belowSum, best, threshold] = [0, 0, 0, 128];
  for (let value = 0; value < 256; value++) {
    below += histogram[value]!;
    belowSum += value * histogram[value]!;
    const above = grey.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (belowSum / below - (total - belowSum) / above) ** 2;
    if (between > best) [best, threshold] = [between, value];
  }
  return threshold;
}
