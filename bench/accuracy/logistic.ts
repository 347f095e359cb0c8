/** A sample of a logistic regression: its signals and whether the answer was right. */
export interface Sample {
  /** Samples of one document are held out together. */
  document: string;
  values: readonly number[];
  right: boolean;
}

/** Intercept and one weight for each signal. */
export interface Fit {
  intercept: number;
  weights: number[];
}

/** Pulls weights towards zero, as if that many samples said so; few samples must not make certainties. */
const RIDGE = 1;
const STEPS = 20_000;
const RATE = 0.5;

/** Fits a logistic regression with a ridge penalty by gradient descent; the intercept is free. */
export function fitLogistic(samples: readonly Sample[]): Fit {
  const size = samples[0]?.values.length ?? 0;
  let fit: Fit = { intercept: 0, weights: Array.from({ length: size }, () => 0) };
  for (let step = 0; step < STEPS; step++) {
    let slope = 0;
    const slopes = fit.weights.map((weight) => (RIDGE * weight) / samples.length);
    for (const { values, right } of samples) {
      const error = (likelihood(fit, values) - (right ? 1 : 0)) / samples.length;
      slope += error;
      values.forEach((value, i) => (slopes[i] = (slopes[i] ?? 0) + error * value));
    }
    fit = { intercept: fit.intercept - RATE * slope, weights: fit.weights.map((w, i) => w - RATE * (slopes[i] ?? 0)) };
  }
  return fit;
}

/** How likely an answer with these signals is right. */
const likelihood = ({ intercept, weights }: Fit, values: readonly number[]): number =>
  1 / (1 + Math.exp(-values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), intercept)));
