import type { AgentDefinition } from '../agents/index.js';
import { type CrossMatchOutcome, fieldMeaning, type TypeDifference, UNKNOWN_TYPE } from '../documents/index.js';
import { type CaseReason, reason } from './caseReasons.js';
import type { JudgedDocument } from './judgedDocument.js';
import { isMachineBesidePrint } from './machineAlone.js';
import type { ReasonWords } from './wording/index.js';

/** What documents say differently, or not at all, in the fields that must match. */
export function crossMatchReasons(
  agent: Pick<AgentDefinition, 'cross_match'>,
  crossMatch: CrossMatchOutcome,
  usable: readonly JudgedDocument[],
  say: ReasonWords,
): CaseReason[] {
  if (!agent.cross_match.enabled || !crossMatch.judged) return [];
  const fields = Object.entries(crossMatch.fields);
  if (fields.every(([, { comparisons }]) => comparisons.length === 0)) {
    return [reason('cross_match_not_possible', say.crossMatchNotPossible(fields.map(([field]) => field)))];
  }
  const mismatches = fields.filter(([, { agreed, comparisons }]) => comparisons.length > 0 && !agreed);
  return [
    ...mismatches.map(([field, { values }]) => {
      const types = [...new Set(values.map(({ document_type }) => document_type))];
      return reason('cross_match_mismatch', say.crossMatchMismatch(field, types), null, field);
    }),
    ...crossMatch.unmatched.map((docId) => {
      const type = usable.find(({ doc_id }) => doc_id === docId)?.document_type ?? null;
      return reason('cross_match_value_missing', say.crossMatchValueMissing(type ?? UNKNOWN_TYPE), type);
    }),
  ];
}

/** Fields that say who someone is: two documents of one type that differ in one of them are hardly of one person. */
const IDENTITY = new Set(['full_name', 'surname', 'given_names', 'birth_date', 'personal_number', 'ssn', 'tax_number']);

/** Fields that say which document it is: two sides of one state them alike. */
const OF_ONE_DOCUMENT = new Set(['document_number', 'issue_date', 'expiry_date']);

/** What documents of one type say differently. */
export const differenceReasons = (
  { differences }: CrossMatchOutcome,
  usable: readonly JudgedDocument[],
  say: ReasonWords,
): CaseReason[] =>
  differences.map((difference) => {
    const { document_type, field } = difference;
    const code = IDENTITY.has(fieldMeaning(field))
      ? 'identity_differs'
      : sidesDiffer(difference, usable)
        ? 'sides_differ'
        : 'values_differ';
    return reason(code, say.valuesDiffer(document_type, field), document_type, field);
  });

/** Whether a zone or barcode says of the document what the print of another file of its type says otherwise. */
function sidesDiffer({ field, values }: TypeDifference, usable: readonly JudgedDocument[]): boolean {
  if (!OF_ONE_DOCUMENT.has(fieldMeaning(field))) return false;
  const sourceOf = (docId: string) => usable.find(({ doc_id }) => doc_id === docId)?.sources[field];
  return values.some((one) =>
    values.some(
      (other) => other.value !== one.value && isMachineBesidePrint(sourceOf(one.doc_id), sourceOf(other.doc_id)),
    ),
  );
}
