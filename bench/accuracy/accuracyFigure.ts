import { createRandom } from '../../specimens/random.js';

/** A share, a mean or an error that was measured on documents, with the interval that its true value lies in 95 times of 100. */
export interface AccuracyFigure {
  name: string;
  value: number;
  low: number;
  high: number;
  /** How many answers it was measured on. */
  count: number;
  /** Errors are better when they are lower; everything else when it is higher. */
  better?: 'lower';
  /** What is promised of it: a run in which it is lower is bad, whatever it was before. */
  least?: number;
}

/** The quantile of the normal distribution that leaves 2.5 % on either side. */
const Z = 1.96;
const RESAMPLES = 1000;

/**
 * The share of answers that are right, with Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession,
 * and statistical inference", Journal of the American Statistical Association 22, 1927), which holds for few answers and near
 * 0 and 1 too.
 */
export function share(name: string, answers: readonly boolean[]): AccuracyFigure {
  const count = answers.length;
  if (count === 0) return { name, value: 0, low: 0, high: 1, count };
  const value = answers.filter((right) => right).length / count;
  const scale = 1 + Z ** 2 / count;
  const middle = (value + Z ** 2 / (2 * count)) / scale;
  const half = (Z / scale) * Math.sqrt((value * (1 - value)) / count + Z ** 2 / (4 * count ** 2));
  return { name, value, low: Math.max(0, middle - half), high: Math.min(1, middle + half), count };
}

/**
 * A statistic of answers that is no plain share, with its percentile bootstrap interval (B. Efron, R. Tibshirani, "An
 * Introduction to the Bootstrap", 1993, chapter 13). Documents are drawn, not answers: those of one document go wrong together.
 * Drawn the same way each time, so that the same answers have the same interval.
 */
export function bootstrapped<Answer extends { file: string }>(
  name: string,
  answers: readonly Answer[],
  statistic: (answers: readonly Answer[]) => number,
): AccuracyFigure {
  const count = answers.length;
  const documents = byDocument(answers);
  if (documents.length === 0) return { name, value: 0, low: 0, high: 1, count };
  const random = createRandom(documents.length);
  const drawn = Array.from({ length: RESAMPLES }, () =>
    statistic(documents.flatMap(() => random.pick(documents))),
  ).sort((a, b) => a - b);
  const quantile = (at: number): number => drawn[Math.round(at * (RESAMPLES - 1))]!;
  return { name, value: statistic(answers), low: quantile(0.025), high: quantile(0.975), count };
}

function byDocument<Answer extends { file: string }>(answers: readonly Answer[]): Answer[][] {
  const documents = new Map<string, Answer[]>();
  for (const answer of answers) documents.set(answer.file, [...(documents.get(answer.file) ?? []), answer]);
  return [...documents.values()];
}
