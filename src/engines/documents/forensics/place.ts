import type { Box } from '../reading/page.js';

/** `[left, top, right, bottom]` in units of a page as a box in fractions of it, cut off at its borders. */
export function boxOf(
  [left, top, right, bottom]: readonly [number, number, number, number],
  page: { width: number; height: number },
): Box {
  const [x0, x1] = [left / page.width, right / page.width].map(within) as [number, number];
  const [y0, y1] = [top / page.height, bottom / page.height].map(within) as [number, number];
  return [x0, y0, x1 - x0, y1 - y0];
}

/** Four digits are a tenth of a millimetre on A4. */
const within = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e4) / 1e4;
