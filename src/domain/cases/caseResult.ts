import { z } from 'zod';
import type { CaseReason, CaseReasonCode } from './caseReasons.js';
import { type FaceCheck, faceCheck } from './faceChecks.js';
import { type WatchlistCheck, watchlistCheck } from './watchlistChecks.js';
import {
  type CheckCode,
  crossMatchOutcome,
  type CrossMatchOutcome,
  validity,
  type Validity,
} from '../documents/index.js';

/** Values of a result's `decision`. `approved` leads to the status `completed`, the others to the one of their name. */
export const CASE_DECISIONS = ['approved', 'review', 'denied', 'failed'] as const;

/** How the rules that a type has now judge what was read from a document when it was uploaded. */
export interface GovernanceCheck extends Pick<Validity, 'violations'> {
  doc_id: string;
  document_type: string;
  passed: boolean;
}

/** How a document stood to the rules of its type when it was read. */
export interface DocumentValidation extends Validity {
  doc_id: string;
  document_type: string;
}

/** What came of a case. Holds values of its documents, unmasked. */
export interface CaseResult {
  decision: (typeof CASE_DECISIONS)[number];
  /** What spoke against approval first, then what is only worth knowing. */
  reasons: CaseReason[];
  cross_match: CrossMatchOutcome;
  /** `valid`: every document that counts keeps the rules. */
  validation: { valid: boolean; documents: DocumentValidation[] };
  /** `passed`: every document that counts still keeps the rules as they are now. */
  governance: { passed: boolean; checks: GovernanceCheck[] };
  /** Portraits compared with the selfie; absent where the agent does not demand it, and in what was judged before it could. */
  face_checks?: FaceCheck[];
  /** Portraits and selfie looked for in watchlists; absent where the agent names none, and in what was judged before it could. */
  watchlist_checks?: WatchlistCheck[];
  /** ISO 8601 */
  completed_at: string;
  /** Who approved or denied it: the actor, such as an API key. */
  decided_by?: string;
  /** ISO 8601 */
  decided_at?: string;
  decision_reason?: string | null;
  /** Who decided, as the caller said; absent where the caller did not. */
  decision_actor?: string;
}

/** Shape of a result in an event. Loose where a later version may say more. */
export const caseResult: z.ZodType<CaseResult> = z.looseObject({
  decision: z.enum(CASE_DECISIONS),
  reasons: z.array(
    z.looseObject({
      code: z.custom<CaseReasonCode>((code) => typeof code === 'string'),
      detail: z.string(),
      document_type: z.string().nullable(),
      field: z.string().nullable(),
      effect: z.enum(['failed', 'denied', 'review', 'note']).optional(),
      check: z.custom<CheckCode>((code) => typeof code === 'string').optional(),
      doc_id: z.string().optional(),
      seen_in: z.array(z.string()).optional(),
      blocklist_entries: z.array(z.string()).optional(),
    }),
  ),
  cross_match: crossMatchOutcome,
  validation: z.looseObject({
    valid: z.boolean(),
    documents: z.array(z.looseObject({ doc_id: z.string(), document_type: z.string(), ...validity })),
  }),
  governance: z.looseObject({
    passed: z.boolean(),
    checks: z.array(
      z.looseObject({
        doc_id: z.string(),
        document_type: z.string(),
        passed: z.boolean(),
        violations: validity.violations,
      }),
    ),
  }),
  face_checks: z.array(faceCheck).optional(),
  watchlist_checks: z.array(watchlistCheck).optional(),
  completed_at: z.string(),
  decided_by: z.string().optional(),
  decided_at: z.string().optional(),
  decision_reason: z.string().nullable().optional(),
  decision_actor: z.string().optional(),
});
