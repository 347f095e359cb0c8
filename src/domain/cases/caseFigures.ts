import type { CaseResult } from './caseResult.js';
import type { DocumentReading } from './caseDocument.js';

// What events say of a case in the clear so that it can be counted: codes and numbers, which name nobody. What is sealed goes with an
// erasure, and figures that were made of it would be others after a rebuild.

/** Codes of the reasons that a result names, each once, in their order. */
export const reasonCodesOf = ({ reasons }: Pick<CaseResult, 'reasons'>): string[] => [
  ...new Set(reasons.map(({ code }) => code)),
];

/** How wide the steps are in which confidences are counted, in percent. */
export const PERCENT_STEP = 5;

/** How sure each field was read: percent, rounded down to a step, so that what lies below a threshold stays below it. */
export const percentOf = ({
  field_confidences,
}: Pick<DocumentReading, 'field_confidences'>): { [field: string]: number } =>
  Object.fromEntries(
    // Rounded first: 0.55 times 100 is a little more than 55 in binary, and 0.29 times 100 a little less than 29.
    Object.entries(field_confidences).map(([field, confidence]) => [
      field,
      Math.floor(Math.round(confidence * 1_000_000) / 10_000 / PERCENT_STEP) * PERCENT_STEP,
    ]),
  );
