import { alternativesOf, isMet } from '../agents/index.js';
import { checkOfRule, UNKNOWN_TYPE } from '../documents/index.js';
import { type CaseReason, reason } from './caseReasons.js';
import type { GovernanceCheck } from './caseResult.js';
import { isUsable, type JudgedDocument } from './judgedDocument.js';
import { checkWords, type Wording } from './wording/index.js';

/** What is not there, or not there yet. */
export function collectionReasons(
  required: readonly string[],
  documents: readonly JudgedDocument[],
  usable: readonly JudgedDocument[],
  { reason: say }: Wording,
): CaseReason[] {
  const none = usable.length === 0 ? [reason('no_usable_document', say.noUsableDocument)] : [];
  const types = new Set(usable.map(({ document_type }) => document_type));
  const missing = required.filter((entry) => !isMet(entry, types));
  const unfinished = documents.filter(({ status }) => status === 'pending' || status === 'processing');
  return [
    ...none,
    ...missing.map((entry) => reason('document_missing', say.documentMissing(alternativesOf(entry)), entry)),
    ...unfinished.map(() => reason('document_unfinished', say.documentUnfinished)),
  ];
}

/** The rules that a document broke when it was read. */
export const validationReasons = (
  { doc_id, document_type, violations, valid }: JudgedDocument,
  wording: Wording,
): CaseReason[] =>
  valid
    ? []
    : violations.map(({ field, rule, message }) => ({
        ...reason('validation_failed', checkWords(wording, checkOfRule(rule), message), document_type, field),
        ...{ check: checkOfRule(rule), doc_id },
      }));

/** The rules of today that a document breaks: only those that it did not break when it was read, which have their own reason. */
export function governanceReasons(
  check: GovernanceCheck,
  counting: readonly JudgedDocument[],
  wording: Wording,
): CaseReason[] {
  if (check.passed) return [];
  const known = counting.find(({ doc_id }) => doc_id === check.doc_id)?.violations ?? [];
  return check.violations
    .filter(({ field, rule }) => !known.some((one) => one.field === field && one.rule === rule))
    .map(({ field, rule, message }) => {
      const detail = checkWords(wording, checkOfRule(rule), message);
      return reason('governance_failed', detail, check.document_type, field);
    });
}

/** What is worth knowing of documents that do not count, or that count once. */
export function remarks(
  documents: readonly JudgedDocument[],
  usable: readonly JudgedDocument[],
  counting: readonly JudgedDocument[],
  { reason: say }: Wording,
): CaseReason[] {
  return documents.flatMap((document, index) => {
    const { document_type: type, sha256, status } = document;
    if (status === 'failed') return [reason('document_failed', say.documentFailed, type || null)];
    if (status === 'done' && type === UNKNOWN_TYPE) {
      return [reason('document_unknown', say.documentUnknown)];
    }
    if (!isUsable(document)) return [];
    if (!usable.includes(document)) {
      return [reason('document_duplicate', say.documentDuplicate, type)];
    }
    const reused = documents.slice(0, index).find((one) => isUsable(one) && one.sha256 === sha256);
    if (reused) {
      return [reason('document_reused', say.documentReused(reused.document_type, type), type)];
    }
    return counting.includes(document) ? [] : uncountedInvalid(document, counting, say);
  });
}

function uncountedInvalid(
  { document_type: type, valid }: JudgedDocument,
  counting: readonly JudgedDocument[],
  say: Wording['reason'],
) {
  if (valid) return [];
  if (!counting.some(({ document_type }) => document_type === type)) {
    return [reason('optional_document_invalid', say.optionalInvalid(type), type)];
  }
  return [reason('document_superseded', say.superseded(type), type)];
}
