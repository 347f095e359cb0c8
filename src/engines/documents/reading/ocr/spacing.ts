import type { Raster } from '../page.js';
import type { Glyph } from './ctc.js';

/**
 * Spaces from ink. The recogniser drops many spaces between words; the picture still shows them: a run of columns
 * without ink, and letters further apart than others of the line. Neither decides alone (a gap around a "1" in print of
 * one pitch looks like a space), so a logistic regression weighs them.
 */

/** What speaks for a space between two neighbouring glyphs. */
interface Evidence {
  /** Longest run of empty columns between them, in heights of the line. */
  gap: number;
  /** The same, in median gaps of the line. */
  relativeGap: number;
  /** Distance of their middles in median distances of the line. */
  relativePitch: number;
  /** The recogniser read a space. */
  read: boolean;
  /** The left or right one is narrow: it has air around it in print of one pitch. */
  narrowLeft: boolean;
  narrowRight: boolean;
  /** Both are digits: numbers are seldom broken up. */
  digits: boolean;
}

/**
 * Weights of the regression, fitted on 1,300 lines rendered in 34 faces of sans, serif and typewriter print and 2,000
 * lines of scanned receipts: 98.6 % of the rendered and 96.9 % of the receipts' spaces that it sees are there.
 */
const WEIGHTS = {
  bias: -12.21,
  gap: 11.25,
  relativeGap: 1.68,
  relativePitch: 3.8,
  read: 4.85,
  narrowLeft: -0.47,
  narrowRight: -0.91,
  digits: -1.93,
};

const NARROW = /[1Iiljtfr|!.,:;'`]/;
const DIGIT = /\d/;
/** Letters of print that sets no spaces between words, and the marks between them, which have air around them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const UNSPACED_MARK = /[\u3001-\u3011\u30fb\u30fc\uff01-\uff60]/;
/** What is set apart there has at least this share of the line's height between. */
const UNSPACED_GAP = 0.28;
/** Beyond these a gap is wide, whatever its exact size. */
const WIDEST = { relativeGap: 6, relativePitch: 4 };
/** Medians below these shares of the height are those of glyphs that touch. */
const SMALLEST_MEDIAN = { gap: 2 / 48, pitch: 4 / 48 };
/** Share of the line's height left out at the top and at the bottom, where neighbouring lines show. */
const MARGIN = 0.045;
/** Pixels of ink a column may hold and still count as empty (noise). */
const SPECK = 1;

/**
 * Splits what was recognised in a line into words.
 * @param glyphs with the spaces that the recogniser read
 * @param stepWidth pixels of `crop` per time step
 */
export function splitIntoWords(crop: Raster, glyphs: readonly Glyph[], stepWidth: number): Glyph[][] {
  const visible = glyphs.filter((glyph) => glyph.character !== ' ');
  const breaks = spacesAfter(crop, visible, new Set(gapsWithSpace(glyphs)), stepWidth);
  const words: Glyph[][] = [];
  visible.forEach((glyph, index) => {
    if (index === 0 || breaks[index - 1]) words.push([glyph]);
    else words.at(-1)!.push(glyph);
  });
  return words;
}

/** Indexes of the visible glyphs behind which a space was read. */
function gapsWithSpace(glyphs: readonly Glyph[]): number[] {
  let visible = -1;
  return glyphs.flatMap((glyph) => {
    if (glyph.character === ' ') return [visible];
    visible++;
    return [];
  });
}

/** For each glyph but the last: whether a space stands behind it. */
function spacesAfter(crop: Raster, glyphs: readonly Glyph[], read: ReadonlySet<number>, stepWidth: number): boolean[] {
  const middles = glyphs.map((glyph) => (glyph.from + glyph.to + 1) * 0.5 * stepWidth);
  const pitches = middles.slice(1).map((middle, index) => middle - middles[index]!);
  const gaps = inkGaps(crop, glyphs, stepWidth);
  const medianGap = Math.max(SMALLEST_MEDIAN.gap * crop.height, median(gaps));
  const medianPitch = Math.max(SMALLEST_MEDIAN.pitch * crop.height, median(pitches));
  return gaps.map((gap, index) => {
    const [left, right] = [glyphs[index]!.character, glyphs[index + 1]!.character];
    if (UNSPACED_MARK.test(left) || UNSPACED_MARK.test(right)) return read.has(index);
    if (UNSPACED.test(left) && UNSPACED.test(right)) return read.has(index) || gap >= UNSPACED_GAP * crop.height;
    return isSpace({
      gap: gap / crop.height,
      relativeGap: Math.min(WIDEST.relativeGap, gap / medianGap),
      relativePitch: Math.min(WIDEST.relativePitch, pitches[index]! / medianPitch),
      read: read.has(index),
      narrowLeft: NARROW.test(left),
      narrowRight: NARROW.test(right),
      digits: DIGIT.test(left) && DIGIT.test(right),
    });
  });
}

function isSpace(evidence: Evidence): boolean {
  // Two broad letters no further apart than others of the line leave no room for a space, however little ink is between.
  if (!evidence.read && evidence.relativePitch <= 1.001 && !evidence.narrowLeft && !evidence.narrowRight) return false;
  const score = Object.entries(evidence).reduce(
    (sum, [name, value]) => sum + WEIGHTS[name as keyof Evidence] * Number(value),
    WEIGHTS.bias,
  );
  return score >= 0;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Longest run of empty columns between each two neighbouring glyphs, in pixels. */
function inkGaps(crop: Raster, glyphs: readonly Glyph[], stepWidth: number): number[] {
  const ink = inkByColumn(crop);
  const peak = (glyph: Glyph) => Math.round((glyph.from + 0.5) * stepWidth);
  return glyphs.slice(1).map((glyph, index) => {
    const end = Math.min(crop.width - 1, peak(glyph));
    let longest = 0;
    let run = 0;
    for (let x = peak(glyphs[index]!); x <= end; x++) {
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
