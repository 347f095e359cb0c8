/** Coefficients of a logistic regression: how likely the best candidate is right, by its score and its lead. */
const FITTED = { intercept: -3, score: 1.2, lead: 1.5 };

/**
 * How likely the best candidate is the right one, 0 to 1.
 *
 * @param score of the best candidate
 * @param rival score of the next best
 */
export function likelihoodOfBest(score: number, rival: number): number {
  if (score <= 0) return 0;
  const z =
    FITTED.intercept + FITTED.score * Math.min(score, 4) + FITTED.lead * Math.max(-3, Math.min(score - rival, 3));
  return 1 / (1 + Math.exp(-z));
}
