/** Kinds of fields that go wrong more or less often. */
export type ConfidenceGroup = 'company' | 'address' | 'total' | 'date' | 'other';

/** A logistic regression: an intercept for each kind of field, and one weight for each signal, the same for all kinds. */
export interface FittedModel {
  intercepts: { readonly [group in ConfidenceGroup]: number };
  weights: readonly number[];
}

/**
 * Fitted by `bench/fitConfidence.ts` with the shipped reader, on 28 scanned receipts with their ground truth (SROIE 2019 training
 * set; company, date, address, total) and on the print of those identity documents whose machine-readable zone has all its check
 * digits (names, numbers, countries, sex, dates), each document and field once; files that are held out are not among them. What
 * reading and rivals say is weighed alike for all kinds of fields: of each there are too few that were read badly. Nothing else was
 * measured: of other kinds of documents and fields the same signals are believed. What it comes to on the files that are held out
 * is in `docs/engine.md`.
 */
export const FITTED_CONFIDENCE: FittedModel = {
  intercepts: { company: -3.35, address: -2.89, total: -3.61, date: -2.95, other: -3.51 },
  weights: [1.55, 1.83, 0.27],
};
