import { type CheckCode, type CheckPolicy, CHECKS, actionNamed, type PolicyAction } from '../documents/index.js';

/**
 * What a reason does to the decision: `failed`, `denied` and `review` decide it, in that order of weight; a `note` does not change it.
 */
export type CaseReasonEffect = 'failed' | 'denied' | 'review' | 'note';

/**
 * Why a case was not simply approved, and what is worth knowing of one that was; beside these each check of a document that fails is a
 * reason of its own code (`CHECKS`). Codes are stable: integrators branch on them. docs/decision-reasons.md explains each to users.
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
  sides_differ: {
    effect: 'review',
    meaning: 'The zone or barcode of one file and the print of another of the same type state a field differently.',
  },
  side_missing: { effect: 'review', meaning: 'A side of a document is not there of which the agent wants both.' },
  under_age: { effect: 'review', meaning: 'The holder is younger than the agent demands.' },
  expires_soon: { effect: 'review', meaning: 'A document has expired, or does so earlier than the agent demands.' },
  too_old: { effect: 'review', meaning: 'A document is older than the agent takes it.' },
  low_confidence: { effect: 'review', meaning: 'A value was read with less confidence than the agent demands.' },
  rule_not_judged: {
    effect: 'review',
    meaning: 'A rule of the agent could not be judged: what it takes was not read.',
  },
  expected_mismatch: { effect: 'review', meaning: 'A document states a value that is not the expected one.' },
  expected_not_stated: { effect: 'review', meaning: 'No document states a value that is expected.' },
  document_requested: { effect: 'review', meaning: 'A document was asked for again and has not come.' },
  forced_outcome: { effect: 'note', meaning: 'A trial, whose metadata says what it comes to.' },
  face_mismatch: {
    effect: 'review',
    meaning: 'The portrait of a document and the selfie are less alike than the agent demands.',
  },
  face_not_compared: { effect: 'review', meaning: 'The agent demands that faces are compared, and they could not be.' },
  face_watchlist_hit: { effect: 'review', meaning: 'A face of the case is like one on a watchlist of the agent.' },
  face_not_searched: {
    effect: 'review',
    meaning: 'The agent names watchlists, and a face of the case could not be compared with one of them.',
  },
  blocklisted: { effect: 'review', meaning: 'A document, or whom it is about, is on the blocklist of the tenant.' },
  duplicate_document: { effect: 'note', meaning: 'The same document is in another case of the tenant.' },
  duplicate_person: { effect: 'note', meaning: 'The same person is in another case of the tenant.' },
  values_differ: {
    effect: 'note',
    meaning: 'Documents of one type state a field differently; the later value counts.',
  },
  document_failed: { effect: 'note', meaning: 'A document could not be read.' },
  document_unknown: { effect: 'note', meaning: 'A document fits none of the known types.' },
  document_duplicate: { effect: 'note', meaning: 'The same file was uploaded more than once; it counts once.' },
  document_superseded: { effect: 'note', meaning: 'A document broke rules; a later one of its type takes its place.' },
  value_corrected: { effect: 'review', meaning: 'A person corrected a value that was read.' },
  optional_document_invalid: { effect: 'note', meaning: 'A document that is not required breaks validation rules.' },
} as const satisfies { [code: string]: { effect: CaseReasonEffect; meaning: string } };

/** A code of `CASE_REASONS`, or of the check that failed. */
export type CaseReasonCode = keyof typeof CASE_REASONS | CheckCode;

/** Every code that there is. */
export const REASON_CODES: readonly string[] = [...new Set([...Object.keys(CASE_REASONS), ...Object.keys(CHECKS)])];

/** A reason in a case's result. */
export interface CaseReason {
  code: CaseReasonCode;
  /** One sentence for people; it holds no value of a document. */
  detail: string;
  /** Null where it concerns no one type. */
  document_type: string | null;
  /** Null where it concerns no one field. */
  field: string | null;
  /** What it does to the decision, where that is not the effect of its code: what the agent's policy makes of it. */
  effect?: CaseReasonEffect;
  /** The check that failed: its evidence stands in the `checks` of the document. Absent where it is no one check of a document. */
  check?: CheckCode;
  /** The document it is about; with a check always. */
  doc_id?: string;
  /** Other cases of the tenant in which the same was seen, by their `session_id`s, the newest first. */
  seen_in?: string[];
  /** Entries of the tenant's blocklist that it is on, by their ids. */
  blocklist_entries?: string[];
}

/** A reason as it is shown: what it does to the decision is said of every one. */
export interface ShownCaseReason extends CaseReason {
  effect: CaseReasonEffect;
}

/** A reason that concerns no one type or field unless they are named. */
export const reason = (
  code: CaseReasonCode,
  detail: string,
  document_type: string | null = null,
  field: string | null = null,
): CaseReason => ({ code, detail, document_type, field });

/** What actions of a policy do to a decision; nothing is left out that would else have to be looked at. */
export const EFFECT_OF_ACTION: Readonly<Record<PolicyAction, CaseReasonEffect>> = {
  ignore: 'note',
  warn: 'note',
  review: 'review',
  deny: 'denied',
};

/** What a reason does to the decision. A code of a later version that this one does not know is worth knowing, no more. */
export const effectOf = ({ code, effect }: { code: string; effect?: CaseReasonEffect }): CaseReasonEffect =>
  effect ?? (Object.hasOwn(CASE_REASONS, code) ? CASE_REASONS[code as keyof typeof CASE_REASONS].effect : 'note');

/** A reason with its effect, so that nobody who reads it has to know the effects of codes. */
export const withEffect = (given: CaseReason): ShownCaseReason => ({ ...given, effect: effectOf(given) });

/** A reason as a policy has it that names its code, or the check that it is of; any other reason as it is. */
export function underPolicy(given: CaseReason, policy: CheckPolicy): CaseReason {
  const action = actionNamed(policy, given.code) ?? (given.check && actionNamed(policy, given.check));
  return action === undefined ? given : { ...given, effect: EFFECT_OF_ACTION[action] };
}
