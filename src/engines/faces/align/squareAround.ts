import type { Point, Similarity } from './similarityTransform.js';

/**
 * Where the points of a square chip lie in a picture.
 * @param middle of the square, in pixels of the picture
 * @param length of its side there
 * @param roll how far it is turned clockwise, in radians
 * @param side of the chip in pixels
 */
export function squareAround([x, y]: Point, length: number, roll: number, side: number): Similarity {
  const [a, b] = [(Math.cos(roll) * length) / side, (Math.sin(roll) * length) / side];
  return { a, b, dx: x - ((a - b) * side) / 2, dy: y - ((a + b) * side) / 2 };
}
