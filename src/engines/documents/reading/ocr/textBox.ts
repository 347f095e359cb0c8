import type { Box } from '../page.js';

/** A point in pixels. */
export type Point = [x: number, y: number];

/**
 * Where a run of text stands: a rectangle at any angle, in pixels of the picture it was found in. `corners` go
 * clockwise from the start of the text: top left, top right, bottom right, bottom left as the reader sees it.
 */
export interface TextBox {
  corners: [Point, Point, Point, Point];
  /** Mean probability of the detector over the region, 0 to 1. */
  score: number;
}

/** The point at `along` (0 start, 1 end of the text) and `down` (0 top, 1 bottom) of a box. */
function pointIn({ corners: [a, b, , d] }: TextBox, along: number, down: number): Point {
  return [a[0] + along * (b[0] - a[0]) + down * (d[0] - a[0]), a[1] + along * (b[1] - a[1]) + down * (d[1] - a[1])];
}

/** Length of the text, in pixels. */
export const lengthOf = ({ corners: [a, b] }: TextBox): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** Height of the text, in pixels. */
export const heightOf = ({ corners: [a, , , d] }: TextBox): number => Math.hypot(d[0] - a[0], d[1] - a[1]);

/** Reading direction in radians, 0 to the right, positive clockwise. */
export const angleOf = ({ corners: [a, b] }: TextBox): number => Math.atan2(b[1] - a[1], b[0] - a[0]);

/** The same place read upside down. */
export const upsideDown = ({ corners: [a, b, c, d], score }: TextBox): TextBox => ({ corners: [c, d, a, b], score });

/** The upright rectangle around the part of a box from `start` to `end` (0 to 1 along the text), as fractions of a picture. */
export function boundsOf(box: TextBox, picture: { width: number; height: number }, start = 0, end = 1): Box {
  const points = [pointIn(box, start, 0), pointIn(box, end, 0), pointIn(box, end, 1), pointIn(box, start, 1)];
  const left = fraction(Math.min(...points.map(([x]) => x)), picture.width);
  const right = fraction(Math.max(...points.map(([x]) => x)), picture.width);
  const top = fraction(Math.min(...points.map(([, y]) => y)), picture.height);
  const bottom = fraction(Math.max(...points.map(([, y]) => y)), picture.height);
  return [left, top, right - left, bottom - top];
}

const fraction = (pixels: number, size: number): number => Math.min(1, Math.max(0, pixels / size));
