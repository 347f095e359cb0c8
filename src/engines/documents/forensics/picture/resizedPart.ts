import type { GreyImage } from '../../quality/grey.js';
import type { Rectangle } from './groundMap.js';
import { interpolationOf, STEP, WINDOW } from './interpolation.js';

/** The part of a picture that bears the trace of an enlargement most. */
export interface ResizedPart {
  /** In pixels. */
  rectangle: Rectangle;
  /** How many times as much of its period it has as is usual in noise. */
  within: number;
  /** The same of the rest of the picture, where most of it has less. */
  elsewhere: number;
}

/** Windows to each side of a part that count neither as it nor as elsewhere: what was put in is larger than what is looked at. */
const APART = 4;
/** Share of the rest that has less than is said of it. */
const MOST_OF_REST = 0.9;

/** Finds the part of a picture that was enlarged or made smaller the most unlike the rest; undefined where the picture is too small to tell. */
export function resizedPart(picture: GreyImage): ResizedPart | undefined {
  const interpolation = interpolationOf(picture);
  if (!interpolation) return undefined;
  const { columns, rows, of } = interpolation;
  let best: ResizedPart | undefined;
  for (const windows of of.values()) {
    const parts = partsOf(windows, columns, rows);
    const at = parts.reduce((most, value, index) => (value > parts[most]! ? index : most), 0);
    if (best && parts[at]! <= best.within) continue;
    const elsewhere = elsewhereThan(parts, at, columns - 1);
    if (elsewhere === undefined) return undefined;
    const [left, top] = [(at % (columns - 1)) * STEP, Math.floor(at / (columns - 1)) * STEP];
    best = { rectangle: [left, top, left + WINDOW + STEP, top + WINDOW + STEP], within: parts[at]!, elsewhere };
  }
  return best;
}

/** The mean of each four windows that meet: chance is rarely the same in all. */
function partsOf(windows: Float64Array, columns: number, rows: number): Float64Array {
  const parts = new Float64Array((columns - 1) * (rows - 1));
  return parts.map((_, index) => {
    const at = Math.floor(index / (columns - 1)) * columns + (index % (columns - 1));
    return (windows[at]! + windows[at + 1]! + windows[at + columns]! + windows[at + columns + 1]!) / 4;
  });
}

function elsewhereThan(parts: Float64Array, at: number, columns: number): number | undefined {
  const [x, y] = [at % columns, Math.floor(at / columns)];
  const far = parts.filter((_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return Math.abs(column - x) > APART || Math.abs(row - y) > APART;
  });
  return far.sort()[Math.floor(far.length * MOST_OF_REST)];
}
