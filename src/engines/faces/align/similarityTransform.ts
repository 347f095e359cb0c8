/** A place in a picture, in pixels from its top left corner. */
export type Point = readonly [x: number, y: number];

/** Turns, scales and moves: `(x, y)` becomes `(a·x − b·y + dx, b·x + a·y + dy)`. */
export interface Similarity {
  a: number;
  b: number;
  dx: number;
  dy: number;
}

/**
 * The similarity that brings points nearest to others, by least squares: Umeyama, "Least-squares estimation of transformation parameters between
 * two point patterns", 1991, in the plane and without reflection.
 * @param from not all of them the same
 */
export function fitSimilarity(from: readonly Point[], to: readonly Point[]): Similarity {
  const [fx, fy] = meanOf(from);
  const [tx, ty] = meanOf(to);
  let [along, across, spread] = [0, 0, 0];
  from.forEach(([x, y], index) => {
    const [u, v] = to[index]!;
    along += (x - fx) * (u - tx) + (y - fy) * (v - ty);
    across += (x - fx) * (v - ty) - (y - fy) * (u - tx);
    spread += (x - fx) ** 2 + (y - fy) ** 2;
  });
  const [a, b] = [along / spread, across / spread];
  return { a, b, dx: tx - a * fx + b * fy, dy: ty - b * fx - a * fy };
}

/** Where a point goes. */
export const applyTo = ({ a, b, dx, dy }: Similarity, [x, y]: Point): Point => [a * x - b * y + dx, b * x + a * y + dy];

/** The mean of points. @param points at least one */
export function meanOf(points: readonly Point[]): Point {
  const sum = points.reduce(([x, y], [u, v]): Point => [x + u, y + v], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

/** Pixels between two points. */
export const distance = ([x, y]: Point, [u, v]: Point): number => Math.hypot(u - x, v - y);
