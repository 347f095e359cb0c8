/**
 * Coefficients of a logistic regression, by `bench/fitConfidence.ts`; see there for how and on what: intercept, and the weights
 * of the signals.
 */
const FITTED = { intercept: -3, weights: [1.2, 1.5] };

/** Beyond these a signal says no more. */
const MOST = { score: 5, lead: 3 };

/** What is known of a choice before it is known to be right: the score of the best candidate and its lead over the next. */
export const classificationSignals = (score: number, rival: number): [score: number, lead: number] => [
  Math.min(score, MOST.score),
  Math.max(-MOST.lead, Math.min(score - Math.max(0, rival), MOST.lead)),
];

/**
 * How likely the best candidate is the right one, 0 to 1.
 *
 * @param score of the best candidate
 * @param rival score of the next best
 */
export function likelihoodOfBest(score: number, rival: number): number {
  if (score <= 0) return 0;
  const z = classificationSignals(score, rival).reduce(
    (sum, value, i) => sum + value * (FITTED.weights[i] ?? 0),
    FITTED.intercept,
  );
  return 1 / (1 + Math.exp(-z));
}
