/** What a reason does to the decision: `failed` and `review` decide it, the heavier one wins; a `note` does not change it. */
export type CaseReasonEffect = 'failed' | 'review' | 'note';

/**
 * Why a case was not simply approved, and what is worth knowing of one that was. Codes are stable: integrators branch on
 * them. docs/decision-reasons.md explains each to users.
 */
export const CASE_REASONS = {
  no_usable_document: { effect: 'failed', meaning: 'No document could be read as one of the known types.' },
  document_missing: { effect: 'review', meaning: 'A required document type was not collected.' },
  document_unfinished: { effect: 'review', meaning: 'A document was still being read.' },
  validation_failed: { effect: 'review', meaning: 'A value breaks a validation rule of its document type.' },
  governance_failed: { effect: 'review', meaning: 'A value breaks a rule that its document type has now.' },
  cross_match_mismatch: { effect: 'review', meaning: 'Documents disagree about a field that must match.' },
  cross_match_not_possible: { effect: 'review', meaning: 'No field that must match is stated by two documents.' },
  cross_match_value_missing: { effect: 'review', meaning: 'A document states none of the fields that must match.' },
  document_reused: { effect: 'review', meaning: 'The same file stands for more than one document type.' },
  identity_differs: { effect: 'review', meaning: 'Documents of one type name different people.' },
  document_requested: { effect: 'review', meaning: 'A document was asked for again and has not come.' },
  values_differ: {
    effect: 'note',
    meaning: 'Documents of one type state a field differently; the later value counts.',
  },
  document_failed: { effect: 'note', meaning: 'A document could not be read.' },
  document_unknown: { effect: 'note', meaning: 'A document fits none of the known types.' },
  document_duplicate: { effect: 'note', meaning: 'The same file was uploaded more than once; it counts once.' },
  document_superseded: { effect: 'note', meaning: 'A document broke rules; a later one of its type takes its place.' },
  value_corrected: { effect: 'note', meaning: 'A person corrected a value that was read.' },
  optional_document_invalid: { effect: 'note', meaning: 'A document that is not required breaks validation rules.' },
} as const satisfies { [code: string]: { effect: CaseReasonEffect; meaning: string } };

/** A code of `CASE_REASONS`. */
export type CaseReasonCode = keyof typeof CASE_REASONS;

/** A reason in a case's result. */
export interface CaseReason {
  code: CaseReasonCode;
  /** One sentence for people; it holds no value of a document. */
  detail: string;
  /** Null where it concerns no one type. */
  document_type: string | null;
  /** Null where it concerns no one field. */
  field: string | null;
}
