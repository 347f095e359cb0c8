import type { Point, TextBox } from './textBox.js';

/** A probability map of text, row by row. */
export interface TextMap {
  width: number;
  height: number;
  data: Float32Array;
}

/** When a region of the map counts as text; see `ModelManifest.detector`. */
export interface BoxRules {
  pixel_threshold: number;
  box_threshold: number;
  unclip_ratio: number;
}

/** Regions of fewer pixels are specks. */
const FEWEST_PIXELS = 12;
/** Boxes lower or shorter than this many map pixels cannot hold a character. */
const SMALLEST_SIDE = 3;
/** Below this ratio of the axes a region has no direction of its own (a single character, a stamp) and is taken upright. */
const DIRECTED_ELONGATION = 1.8;

/**
 * The boxes in a detector's map: connected regions, each turned into the rectangle along its second moments
 * (Hu, 1962) and grown by the unclip ratio. No polygon library and no contour tracing are needed for text lines.
 * @returns boxes in pixels of the map
 */
export function boxesOf(map: TextMap, rules: BoxRules): TextBox[] {
  const boxes: TextBox[] = [];
  const seen = new Uint8Array(map.data.length);
  const stack = new Int32Array(map.data.length);
  for (let start = 0; start < map.data.length; start++) {
    if (seen[start] || map.data[start]! <= rules.pixel_threshold) continue;
    const region = collectRegion(map, rules.pixel_threshold, start, seen, stack);
    const box = region.score >= rules.box_threshold && boxAround(region, rules.unclip_ratio);
    if (box) boxes.push(box);
  }
  return boxes;
}

/** Pixels of one connected region, as x, y, x, y…, with their mean probability. */
interface Region {
  pixels: number[];
  score: number;
}

/** Flood fill over the eight neighbours. `seen` and `stack` are shared by all fills of a map. */
function collectRegion(map: TextMap, threshold: number, start: number, seen: Uint8Array, stack: Int32Array): Region {
  const { width, height, data } = map;
  const pixels: number[] = [];
  let sum = 0;
  let waiting = 1;
  stack[0] = start;
  seen[start] = 1;
  while (waiting > 0) {
    const index = stack[--waiting]!;
    const x = index % width;
    const y = (index - x) / width;
    pixels.push(x, y);
    sum += data[index]!;
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
        const neighbour = ny * width + nx;
        if (seen[neighbour] || data[neighbour]! <= threshold) continue;
        seen[neighbour] = 1;
        stack[waiting++] = neighbour;
      }
    }
  }
  return { pixels, score: (2 * sum) / pixels.length };
}

function boxAround({ pixels, score }: Region, unclipRatio: number): TextBox | undefined {
  const count = pixels.length / 2;
  if (count < FEWEST_PIXELS) return undefined;
  const { centre, angle } = principalAxis(pixels);
  const along: Point = [Math.cos(angle), Math.sin(angle)];
  const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let i = 0; i < pixels.length; i += 2) {
    const dx = pixels[i]! - centre[0];
    const dy = pixels[i + 1]! - centre[1];
    const u = dx * along[0] + dy * along[1];
    const v = dy * along[0] - dx * along[1];
    if (u < extent.left) extent.left = u;
    if (u > extent.right) extent.right = u;
    if (v < extent.top) extent.top = v;
    if (v > extent.bottom) extent.bottom = v;
  }
  const width = extent.right - extent.left + 1;
  const height = extent.bottom - extent.top + 1;
  if (Math.min(width, height) < SMALLEST_SIDE) return undefined;
  const growth = (width * height * unclipRatio) / (2 * (width + height));
  const corner = (u: number, v: number): Point => [
    centre[0] + u * along[0] - v * along[1],
    centre[1] + u * along[1] + v * along[0],
  ];
  const [left, right] = [extent.left - growth, extent.right + growth + 1];
  const [top, bottom] = [extent.top - growth, extent.bottom + growth + 1];
  return { corners: [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)], score };
}

/** Centre and direction of a region; text that runs down the page keeps a direction between -90° and 90°. */
function principalAxis(pixels: number[]): { centre: Point; angle: number } {
  const count = pixels.length / 2;
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < pixels.length; i += 2) {
    sumX += pixels[i]!;
    sumY += pixels[i + 1]!;
  }
  const centre: Point = [sumX / count, sumY / count];
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let i = 0; i < pixels.length; i += 2) {
    const dx = pixels[i]! - centre[0];
    const dy = pixels[i + 1]! - centre[1];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const spread = Math.hypot(xx - yy, 2 * xy);
  const elongation = Math.sqrt((xx + yy + spread) / Math.max(1e-6, xx + yy - spread));
  return { centre, angle: elongation < DIRECTED_ELONGATION ? 0 : 0.5 * Math.atan2(2 * xy, xx - yy) };
}
