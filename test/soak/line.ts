/** A straight line through points, and how sure it is. */
export interface Line {
  /** By how much it rises from the first point to the last. */
  rise: number;
  /** Standard error of that. */
  error: number;
}

/**
 * The line of least squares through values at equal distances; at least three of them. The error of its slope is that of ordinary
 * least squares, from what the points are off it with two degrees of freedom less than there are points
 * (https://en.wikipedia.org/wiki/Simple_linear_regression#Normality_assumption).
 */
export function fitLine(values: readonly number[]): Line {
  const count = values.length;
  const middle = (count - 1) / 2;
  const mean = sum(values) / count;
  const spread = sum(values.map((_, n) => (n - middle) ** 2));
  const slope = sum(values.map((value, n) => (n - middle) * (value - mean))) / spread;
  const off = sum(values.map((value, n) => (value - mean - slope * (n - middle)) ** 2));
  const error = Math.sqrt(off / (count - 2) / spread);
  return { rise: slope * (count - 1), error: error * (count - 1) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
