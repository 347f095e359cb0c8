import { levelAt } from './levelAt.js';
import type { LineStrip } from './lineStrip.js';

/** How the ground within a line of print is against that above, below and before it. */
export interface LineGround {
  /** Grey levels by which it is lighter than each of these, at least; negative where it is darker than all, 0 where they disagree. */
  lighter: number;
  /** Grey levels by which these differ in that: little where the line stands on a patch of one colour. */
  spread: number;
  /** How many times as lively these are as the ground within, the calmest of them, as a logarithm; 0 where it is hardly lighter. */
  calmer: number;
}

/** Grey levels by which ground must be lighter so that its texture is looked at too. */
export const HARDLY_LIGHTER = 0.3;

/** A part of a strip: rows and columns, the ends not part of it. */
type Part = readonly [top: number, bottom: number, left: number, right: number];

/** Pixels around print that blur and JPEG's ringing reach. */
const REACH = 3;
/** Share of the way from ground to print from which on a pixel is print, and grey levels at least: lines of a pattern are paler. */
const PRINT = { share: 0.28, levels: 18 } as const;
/** Grey levels between print and ground that there must be. */
const LEAST_CONTRAST = 45;
/** Heights of a line next to it that may be part of a patch around it, and are not looked at. */
const GAP = 0.32;
/** Pixels of ground that a part must have. */
const LEAST_PIXELS = 60;
/** Shares of the pixels of a part, from the darkest, whose mean is its level: the darker are lines of a pattern, the lightest are noise. */
const LEVEL_OF = [0.3, 0.95] as const;
/** Radius of what is taken as one place, and of the surroundings it is compared with; what differs by more is no texture. */
const TEXTURE = { near: 1, around: 3, most: 12 } as const;
/** Added to squares of grey levels before they are compared: as much as rounding makes. */
const ROUNDING = 0.02;

/** Measures the ground of a line; undefined where too little of it is seen. */
export function groundOfLine(strip: LineStrip): LineGround | undefined {
  const { width, height, margin, line } = strip;
  const mask = groundMask(strip);
  if (!mask) return undefined;
  const gap = Math.round(GAP * line.height);
  const within: Part = [margin, height - margin, margin, width - margin];
  const beside: Part[] = [
    [0, margin - gap, margin, width - margin],
    [height - margin + gap, height, margin, width - margin],
    [margin, height - margin, 0, margin - gap],
  ];
  const own = levelOf(strip, mask, within);
  const levels = beside.map((part) => levelOf(strip, mask, part));
  if (own === undefined || levels.some((level) => level === undefined)) return undefined;
  const steps = levels.map((level) => own - level!);
  const [least, most] = [Math.min(...steps), Math.max(...steps)];
  const calmer = least < HARDLY_LIGHTER ? 0 : calmerThan(textureOf(strip, mask), within, beside);
  return { lighter: least > 0 ? least : most < 0 ? most : 0, spread: most - least, calmer };
}

function calmerThan(texture: (part: Part) => number, within: Part, beside: readonly Part[]): number {
  const own = texture(within) + ROUNDING;
  return Math.min(...beside.map((part) => 0.5 * Math.log((texture(part) + ROUNDING) / own)));
}

/** 1 where nothing is printed, nor next to it; undefined where there is no print to be told from ground. */
function groundMask({ width, height, data, margin }: LineStrip): Uint8Array | undefined {
  const counts = countsOf({ width, data }, undefined, [margin, height - margin, margin, width - margin]);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [dark, light] = [levelAt(counts, 0.03 * total, STEPS), levelAt(counts, 0.75 * total, STEPS)];
  if (light - dark < LEAST_CONTRAST) return undefined;
  const print = light - Math.max(PRINT.levels, PRINT.share * (light - dark));
  const seen = data.map((grey) => (grey < print ? 1 : 0));
  return widened(seen, width, height).map((near) => 1 - near);
}

/** 1 for each pixel that has one within reach, along rows and then along columns. */
function widened(pixels: Float32Array, width: number, height: number): Uint8Array {
  const along = new Uint8Array(width * height);
  const both = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    let since = REACH + 1;
    for (let at = y * width; at < (y + 1) * width; at++) {
      since = pixels[at] === 1 ? 0 : since + 1;
      if (since === 0) along.fill(1, Math.max(y * width, at - REACH), at + 1);
      else if (since <= REACH) along[at] = 1;
    }
  }
  for (let at = 0; at < along.length; at++) {
    if (along[at] === 0) continue;
    const [row, column] = [(at / width) | 0, at % width];
    for (let y = Math.max(0, row - REACH); y < Math.min(height, row + REACH + 1); y++) both[y * width + column] = 1;
  }
  return both;
}

/** Steps of a grey level that levels are counted in. */
const STEPS = 8;

/** How many pixels of a part have each level, in steps of a level; those outside of the picture are none. */
function countsOf(
  { width, data }: Pick<LineStrip, 'width' | 'data'>,
  mask: Uint8Array | undefined,
  [top, bottom, left, right]: Part,
): Uint32Array {
  const counts = new Uint32Array(256 * STEPS);
  for (let row = top; row < bottom; row++) {
    for (let at = row * width + left; at < row * width + right; at++) {
      if (data[at]! >= 0 && mask?.[at] !== 0) counts[(data[at]! * STEPS) | 0]!++;
    }
  }
  return counts;
}

/** The mean of the ground of a part, but for its darkest and lightest pixels. */
function levelOf(strip: LineStrip, mask: Uint8Array, part: Part): number | undefined {
  const counts = countsOf(strip, mask, part);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < LEAST_PIXELS) return undefined;
  const [first, last] = LEVEL_OF.map((share) => share * total) as [number, number];
  let [below, sum] = [0, 0];
  for (let step = 0; step < counts.length; step++) {
    const next = below + counts[step]!;
    sum += (step / STEPS) * Math.max(0, Math.min(next, last) - Math.max(below, first));
    below = next;
  }
  return sum / (last - first);
}

/** The mean square of what places of the ground differ by from the ground around them, for parts of a strip. */
function textureOf({ width, height, data }: LineStrip, mask: Uint8Array): (part: Part) => number {
  const row = width + 1;
  const [sums, counts] = [new Float64Array(row * (height + 1)), new Float64Array(row * (height + 1))];
  for (let y = 0; y < height; y++) {
    let [sum, count] = [0, 0];
    for (let x = 0; x < width; x++) {
      const isGround = mask[y * width + x]!;
      sum += isGround * data[y * width + x]!;
      count += isGround;
      sums[(y + 1) * row + x + 1] = sums[y * row + x + 1]! + sum;
      counts[(y + 1) * row + x + 1] = counts[y * row + x + 1]! + count;
    }
  }
  const mean = (y: number, x: number, radius: number): number => {
    const [above, below] = [Math.max(0, y - radius) * row, Math.min(height, y + radius + 1) * row];
    const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
    const within = (table: Float64Array): number =>
      table[below + right]! - table[above + right]! - table[below + left]! + table[above + left]!;
    return within(sums) / within(counts);
  };
  return ([top, bottom, left, right]) => {
    let [squares, pixels] = [0, 0];
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        if (mask[y * width + x] === 0) continue;
        squares += Math.min(TEXTURE.most, Math.abs(mean(y, x, TEXTURE.near) - mean(y, x, TEXTURE.around))) ** 2;
        pixels++;
      }
    }
    return pixels === 0 ? 0 : squares / pixels;
  };
}
