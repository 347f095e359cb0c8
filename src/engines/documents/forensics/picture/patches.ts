import type { GroundMap, Rectangle } from './groundMap.js';

/** The rectangle around a line of text whose ground is calmest against what lies just outside of its edges. */
export interface Patch {
  rectangle: Rectangle;
  /** How much the ground within varies: root mean square, in grey levels. */
  inside: number;
  /** The same just outside, at the calmest of its sides. */
  outside: number;
}

/** What is not told apart from no variation at all: half a grey level is lost in rounding. */
const FLOOR = 0.3;
/** Pixels that an edge of the rectangle is moved by, at least. */
const STEP = 3;
/** Heights of the line that it is moved by, at least: of a tall one there are no more rectangles, whose number grows with the fourth power of the steps. */
const STEP_OF_HEIGHT = 1 / 8;
/** How far over the text a patch reaches, in heights of its line: a forger covers what was there with little to spare, but for its end. */
const OVER = { above: 0.4, before: 0.6, behind: 4 } as const;
/** Thickness of what is looked at outside, in heights of the line. */
const STRIP = 0.3;
/** Ground that a strip must have to say anything, as a share of it. */
const LEAST_GROUND = 0.3;
/** Variation that there must be outside: on blank paper a patch is not to be told. */
const LEAST_TEXTURE = 0.5;

/** How many times as lively the ground outside of a patch is as that within. */
export const contrastOf = ({ inside, outside }: Patch): number => outside / (inside + FLOOR);

/**
 * The patch around a line of text; undefined where there is no calm ground, or print hides it.
 * @param calm how much the ground within may vary, in grey levels
 */
export function calmestPatch(map: GroundMap, line: Rectangle, calm: number): Patch | undefined {
  const height = line[3] - line[1];
  let best: Patch | undefined;
  let most = 0;
  for (const rectangle of rectanglesAround(line)) {
    const [left, top, right, bottom] = rectangle;
    if (left < 0 || top < 0 || right > map.width || bottom > map.height) continue;
    const { pixels, energy } = map.within([left + 1, top + 1, right - 1, bottom - 1]);
    if (pixels < height * height || energy > calm ** 2) continue;
    const inside = Math.sqrt(energy);
    const outside = calmestSide(map, rectangle, Math.max(4, Math.round(STRIP * height)));
    if (outside === undefined) continue;
    const patch = { rectangle, inside, outside };
    // Of patches that are as calm the larger one: it is less by chance.
    const score = contrastOf(patch) * pixels ** 0.25;
    if (score > most) [best, most] = [patch, score];
  }
  return best;
}

/** The rectangles around a line that a patch may have. Their number is bounded, however large the line is. */
export function* rectanglesAround([left, top, right, bottom]: Rectangle): Generator<Rectangle> {
  const height = bottom - top;
  const step = Math.max(STEP, Math.round(height * STEP_OF_HEIGHT));
  const [above, before] = [Math.round(OVER.above * height), Math.round(OVER.before * height)];
  for (let y0 = top - above; y0 <= top + step; y0 += step) {
    for (let y1 = bottom - step; y1 <= bottom + above; y1 += step) {
      for (let x0 = left - before; x0 <= left; x0 += step) {
        for (let x1 = right; x1 <= right + OVER.behind * height; x1 += x1 - right < height ? step : 2 * step) {
          yield [x0, y0, x1, y1];
        }
      }
    }
  }
}

/** How much the ground varies at the calmest side of a rectangle; undefined where fewer than three sides have ground. */
function calmestSide(map: GroundMap, [left, top, right, bottom]: Rectangle, strip: number): number | undefined {
  let sides = 0;
  let least = Infinity;
  const look = (x0: number, y0: number, x1: number, y1: number): void => {
    if (x0 < 0 || y0 < 0 || x1 > map.width || y1 > map.height) return;
    const { pixels, energy } = map.within([x0, y0, x1, y1]);
    if (pixels < LEAST_GROUND * (x1 - x0) * (y1 - y0)) return;
    sides++;
    least = Math.min(least, energy);
  };
  look(left, top - strip - 1, right, top - 1);
  look(left, bottom + 1, right, bottom + strip + 1);
  look(right + 1, top, right + strip + 1, bottom);
  look(left - strip - 1, top, left - 1, bottom);
  return sides < 3 || least < LEAST_TEXTURE ** 2 ? undefined : Math.sqrt(least);
}

/**
 * The highest contrast at the other places of a page, for rectangles of the size of a patch: what a pattern with gaps, or boxes that belong
 * to the design, come to without anyone's doing.
 * @param apart rectangles that are not looked at
 */
export function contrastElsewhere(map: GroundMap, patch: Patch, apart: readonly Rectangle[]): number {
  const [left, top, right, bottom] = patch.rectangle;
  const [width, height] = [right - left, bottom - top];
  const strip = Math.max(4, Math.round(STRIP * height));
  const enough = map.within(patch.rectangle).pixels * 0.6;
  let most = 0;
  for (let y = 0; y + height <= map.height; y += Math.max(2, height >> 3)) {
    for (let x = 0; x + width <= map.width; x += Math.max(2, width >> 4)) {
      const rectangle: Rectangle = [x, y, x + width, y + height];
      const { pixels, energy } = map.within([x + 1, y + 1, x + width - 1, y + height - 1]);
      if (pixels < enough || apart.some((other) => overlap(other, rectangle))) continue;
      const outside = calmestSide(map, rectangle, strip);
      if (outside === undefined) continue;
      most = Math.max(most, contrastOf({ rectangle, inside: Math.sqrt(energy), outside }));
    }
  }
  return most;
}

const overlap = (one: Rectangle, other: Rectangle): boolean =>
  one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
