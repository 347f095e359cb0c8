import { readingConfidence, wordsOf, type Candidate } from './candidate.js';
import { FITTED_CONFIDENCE, type ConfidenceGroup } from './confidenceModel.js';
import type { FieldPlan } from './fieldPlan.js';

/** What is known of a choice before it is known to be right; the inputs of the fitted model. */
export interface ConfidenceSignals {
  group: ConfidenceGroup;
  /** How clearly it was read, its lead over the next other value, agreement of further places. */
  values: readonly number[];
}

/** A value that print and a machine-readable zone or barcode state alike, each read for itself. */
export const AGREEING_SOURCES = 0.98;
/** A value that they state differently, with no check digit to decide. */
export const DIFFERING_SOURCES = 0.5;

/** Nothing that a reader saw is certain, and nothing that was found is impossible. */
const BOUNDS = { least: 0.02, most: 0.99 };
/** How much of the doubt about the worst word of a table counts against all of it. */
const READING_OF_TABLES = 0.5;
/** Answers that score no more than this are guesses, at best as likely right as wrong. */
const GUESS = { score: 0.32, unlabelledScore: 0.5, most: 0.5 };
/** Less doubt than the first tells nothing apart, and more than the second was too rare to be fitted. */
const DOUBT = { least: 0.05, most: 1 };
/** Who is ahead by so much has no rival. */
const CLEAR_LEAD = 0.2;

/** How likely the chosen candidate of a field is right, 0 to 1: a logistic regression on its signals. */
export function confidenceOf(plan: FieldPlan, candidates: readonly Candidate[]): number {
  const [chosen] = candidates;
  if (!chosen) return 0;
  // Lists are too many values in one to be fitted: as sure as they add up and were read.
  if (chosen.via === 'table') return chosen.form * (1 - READING_OF_TABLES * (1 - readingConfidence(chosen.spans)));
  const { group, values } = confidenceSignals(plan, candidates);
  const { intercepts, weights } = FITTED_CONFIDENCE;
  const z = values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), intercepts[group]);
  const most = isGuess(group, chosen) ? GUESS.most : BOUNDS.most;
  return Math.min(most, Math.max(BOUNDS.least, 1 / (1 + Math.exp(-z))));
}

/** What was found without a label, by its form or as the largest of its kind: the fitted answers had too few of these. */
const isGuess = (group: ConfidenceGroup, { score, label }: Candidate): boolean =>
  score <= GUESS.score || (group === 'other' && label === 0 && score < GUESS.unlabelledScore);

/** The signals of a choice. @param candidates of the field, the chosen one first; not empty */
export function confidenceSignals(plan: FieldPlan, candidates: readonly Candidate[]): ConfidenceSignals {
  const [chosen, ...others] = candidates;
  if (!chosen) return { group: groupOf(plan), values: [-Math.log(DOUBT.least + DOUBT.most), 0, 0] };
  const rival = others.find(({ value }) => value !== chosen.value)?.score ?? 0;
  const agrees = others.some(({ value }) => value === chosen.value);
  // At the head of a page rows are ranked by their place: the next one is no rival because it is close.
  const lead = chosen.via === 'header' ? CLEAR_LEAD : Math.max(0, Math.min(CLEAR_LEAD, chosen.score - rival));
  const clarity = -Math.log(DOUBT.least + Math.min(DOUBT.most, doubtOf(chosen)));
  return { group: groupOf(plan), values: [clarity, lead / CLEAR_LEAD, agrees ? 1 : 0] };
}

function groupOf({ concept, shape }: FieldPlan): ConfidenceGroup {
  if (concept === 'total') return 'total';
  return shape === 'company' || shape === 'address' || shape === 'date' ? shape : 'other';
}

/** Minus the logarithm of the likelihood that every word was read right, words taken for independent. */
const doubtOf = ({ spans }: Candidate): number =>
  wordsOf(spans).reduce((sum, { confidence }) => sum - Math.log(Math.max(1e-3, Math.min(1, confidence))), 0);
