import type { Box, Raster } from '../../reading/page.js';
import { resized, turned, type QuarterTurn } from '../../reading/raster.js';
import { boxOf } from '../place.js';

/** Side of the pictures by which it is told how a page was turned. */
const COMPARED = 24;
/** Mean difference of two of them, in grey levels, up to which they show the same. */
const SAME = 12;

/** A box in a picture as it is stored, on the page as it is read; null where the one is not the other turned. */
export async function uprightBox(box: Box, stored: Raster, upright: Raster): Promise<Box | null> {
  const [small, goal] = await Promise.all([stored, upright].map((one) => resized(one, COMPARED, COMPARED)));
  let best: { turn: QuarterTurn; difference: number } | undefined;
  for (const turn of [0, 90, 180, 270] as const) {
    const { data } = await turned(small!, turn);
    const difference = data.reduce((sum, value, at) => sum + Math.abs(value - goal!.data[at]!), 0) / data.length;
    if (!best || difference < best.difference) best = { turn, difference };
  }
  return best && best.difference <= SAME ? turnedBox(box, best.turn) : null;
}

function turnedBox([x, y, width, height]: Box, turn: QuarterTurn): Box {
  if (turn === 0) return [x, y, width, height];
  if (turn === 180) return boxOf([1 - x - width, 1 - y - height, 1 - x, 1 - y], { width: 1, height: 1 });
  return turn === 90
    ? boxOf([1 - y - height, x, 1 - y, x + width], { width: 1, height: 1 })
    : boxOf([y, 1 - x - width, y + height, 1 - x], { width: 1, height: 1 });
}
