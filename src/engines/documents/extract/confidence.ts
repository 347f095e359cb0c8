import { readingConfidence, type Candidate } from './candidate.js';
import type { FieldPlan } from './fieldPlan.js';

/** How likely the best candidate of a field is right, 0 to 1. */
export function confidenceOf(_plan: FieldPlan, best: Candidate, _candidates: readonly Candidate[]): number {
  return Math.min(0.99, best.score * readingConfidence(best.spans));
}
