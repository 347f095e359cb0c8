import { alternativesOf, isMet } from '../agents/index.js';
import { checkOfRule } from '../documents/index.js';
import { UNKNOWN_TYPE } from './caseDocument.js';
import { type CaseReason, reason } from './caseReasons.js';
import type { GovernanceCheck } from './caseResult.js';
import { isUsable, type JudgedDocument } from './judgedDocument.js';

/** What is not there, or not there yet. */
export function collectionReasons(
  required: readonly string[],
  documents: readonly JudgedDocument[],
  usable: readonly JudgedDocument[],
): CaseReason[] {
  const none = usable.length === 0 ? [reason('no_usable_document', 'No document could be read as a known type.')] : [];
  const types = new Set(usable.map(({ document_type }) => document_type));
  const missing = required.filter((entry) => !isMet(entry, types));
  const unfinished = documents.filter(({ status }) => status === 'pending' || status === 'processing');
  return [
    ...none,
    ...missing.map((entry) => {
      const named = alternativesOf(entry).join(' or ');
      return reason('document_missing', `No document of the type ${named} was collected.`, entry);
    }),
    ...unfinished.map(() =>
      reason('document_unfinished', 'A document was still being read when the case was completed.'),
    ),
  ];
}

/** The rules that a document broke when it was read. */
export const validationReasons = ({ doc_id, document_type, violations, valid }: JudgedDocument): CaseReason[] =>
  valid
    ? []
    : violations.map(({ field, rule, message }) => ({
        ...reason('validation_failed', message, document_type, field),
        ...{ check: checkOfRule(rule), doc_id },
      }));

/** The rules of today that a document breaks: only those that it did not break when it was read, which have their own reason. */
export function governanceReasons(check: GovernanceCheck, counting: readonly JudgedDocument[]): CaseReason[] {
  if (check.passed) return [];
  const known = counting.find(({ doc_id }) => doc_id === check.doc_id)?.violations ?? [];
  return check.violations
    .filter(({ field, rule }) => !known.some((one) => one.field === field && one.rule === rule))
    .map(({ field, message }) => reason('governance_failed', message, check.document_type, field));
}

/** What is worth knowing of documents that do not count, or that count once. */
export function remarks(
  documents: readonly JudgedDocument[],
  usable: readonly JudgedDocument[],
  counting: readonly JudgedDocument[],
): CaseReason[] {
  return documents.flatMap((document, index) => {
    const { document_type: type, sha256, status } = document;
    if (status === 'failed') return [reason('document_failed', 'A document could not be read.', type || null)];
    if (status === 'done' && type === UNKNOWN_TYPE) {
      return [reason('document_unknown', 'A document fits none of the known types.')];
    }
    if (!isUsable(document)) return [];
    if (!usable.includes(document)) {
      return [reason('document_duplicate', 'The same file was uploaded more than once; it counts once.', type)];
    }
    const reused = documents.slice(0, index).find((one) => isUsable(one) && one.sha256 === sha256);
    if (reused) {
      const detail = `The same file stands for a document of the type ${reused.document_type} and of the type ${type}.`;
      return [reason('document_reused', detail, type)];
    }
    return counting.includes(document) ? [] : uncountedInvalid(document, counting);
  });
}

function uncountedInvalid({ document_type: type, valid }: JudgedDocument, counting: readonly JudgedDocument[]) {
  if (valid) return [];
  if (!counting.some(({ document_type }) => document_type === type)) {
    const detail = `A document of the type ${type}, which is not required, breaks validation rules.`;
    return [reason('optional_document_invalid', detail, type)];
  }
  return [reason('document_superseded', `A document of the type ${type} broke rules; a later one counts.`, type)];
}
