import { readingConfidence, type Candidate } from './candidate.js';
import type { FieldPlan } from './fieldPlan.js';

/** How likely the best candidate of a field is right, 0 to 1. */
export function confidenceOf(_plan: FieldPlan, best: Candidate, _candidates: readonly Candidate[]): number {
  return Math.min(0.99, best.score * readingConfidence(best.spans));
}

/** A value that print and a machine-readable zone or barcode state alike, each read for itself. */
export const AGREEING_SOURCES = 0.98;
/** A value that they state differently, with no check digit to decide. */
export const DIFFERING_SOURCES = 0.5;
