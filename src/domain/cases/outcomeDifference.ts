import type { Case } from './case.js';
import type { CaseDocument } from './caseDocument.js';
import { effectOf } from './caseReasons.js';
import type { CaseResult } from './caseResult.js';
import type { Validity } from '../documents/index.js';

/** What speaks for an outcome before or after, and not for the other. Names of fields and codes alone, never a value. */
export interface DifferenceReason {
  /** The code of a reason; of a document the name of the rule that is broken. */
  code: string;
  document_type: string | null;
  field: string | null;
  /** What it does to a case; null for a rule of a document. */
  effect: string | null;
  /** Of which of the two outcomes it is. */
  of: 'before' | 'after';
}

/** An outcome that another configuration would have led to something else. */
export interface OutcomeDifference {
  session_id: string;
  /** The document whose validity differs; null for the decision of the case. */
  doc_id: string | null;
  from: string;
  to: string;
  /** At most `MOST_REASONS`. */
  why: DifferenceReason[];
}

/** Most reasons that a difference names. */
const MOST_REASONS = 50;

type Judged = Pick<Case, 'session_id' | 'documents' | 'status'> & { result: CaseResult };

/** Whether a case was judged, and what it was judged by is still there. */
export const isJudged = <One extends Pick<Case, 'result' | 'erased' | 'status'>>(
  theCase: One,
): theCase is One & { result: CaseResult } =>
  theCase.result !== null && !theCase.erased && ['completed', 'review', 'denied', 'failed'].includes(theCase.status);

/** What the service came to before any person decided: only a case in review is decided by one. */
const decisionOf = ({ result }: Judged): CaseResult['decision'] =>
  result.decided_by === undefined ? result.decision : 'review';

/** A case whose values a person corrected in review stays in review, whatever is judged of it since. */
const staysInReview = ({ documents, result }: Judged): boolean =>
  documents.some(({ corrections }) => (corrections ?? []).some(({ at }) => at >= result.completed_at));

/** How what is judged of a case differs from what was; undefined where the decision is the same. */
export function differenceOfCase(theCase: Judged, judged: CaseResult): OutcomeDifference | undefined {
  const [from, to] = [decisionOf(theCase), staysInReview(theCase) ? 'review' : judged.decision];
  if (from === to) return undefined;
  const of = ({ reasons }: CaseResult): Omit<DifferenceReason, 'of'>[] =>
    reasons.map((one) => ({
      ...{ code: one.code, document_type: one.document_type, field: one.field, effect: effectOf(one) },
    }));
  const why = eitherOnly(of(theCase.result), of(judged));
  return { session_id: theCase.session_id, doc_id: null, from, to, why };
}

/** How a document would stand to rules, beside how it stood when it was read; undefined where it is the same. */
export function differenceOfDocument(
  session_id: string,
  { doc_id, document_type, valid, violations }: Pick<CaseDocument, 'doc_id' | 'document_type' | 'valid' | 'violations'>,
  judged: Validity,
): OutcomeDifference | undefined {
  if (valid === judged.valid) return undefined;
  const of = (broken: Validity['violations']): Omit<DifferenceReason, 'of'>[] =>
    broken.map(({ rule, field }) => ({ code: rule, document_type, field, effect: null }));
  const word = (one: boolean): string => (one ? 'valid' : 'invalid');
  const why = eitherOnly(of(violations), of(judged.violations));
  return { session_id, doc_id, from: word(valid), to: word(judged.valid), why };
}

function eitherOnly(
  before: readonly Omit<DifferenceReason, 'of'>[],
  after: readonly Omit<DifferenceReason, 'of'>[],
): DifferenceReason[] {
  const key = (one: Omit<DifferenceReason, 'of'>): string =>
    JSON.stringify([one.code, one.document_type, one.field, one.effect]);
  const without = (some: typeof before, others: typeof before): typeof before => {
    const known = new Set(others.map(key));
    return some.filter((one) => !known.has(key(one)));
  };
  const gone = without(before, after).map((one) => ({ ...one, of: 'before' as const }));
  const come = without(after, before).map((one) => ({ ...one, of: 'after' as const }));
  return [...come, ...gone].slice(0, MOST_REASONS);
}
