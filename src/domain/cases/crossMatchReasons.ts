import type { AgentDefinition } from '../agents/index.js';
import { type CrossMatchOutcome, fieldMeaning } from '../documents/index.js';
import { UNKNOWN_TYPE } from './caseDocument.js';
import { type CaseReason, reason } from './caseReasons.js';
import type { JudgedDocument } from './judgedDocument.js';

/** What documents say differently, or not at all, in the fields that must match. */
export function crossMatchReasons(
  agent: Pick<AgentDefinition, 'cross_match'>,
  crossMatch: CrossMatchOutcome,
  usable: readonly JudgedDocument[],
): CaseReason[] {
  if (!agent.cross_match.enabled || !crossMatch.judged) return [];
  const fields = Object.entries(crossMatch.fields);
  if (fields.every(([, { comparisons }]) => comparisons.length === 0)) {
    const named = fields.map(([field]) => field).join(', ');
    return [reason('cross_match_not_possible', `No two documents state a field that must match (${named}).`)];
  }
  const mismatches = fields.filter(([, { agreed, comparisons }]) => comparisons.length > 0 && !agreed);
  return [
    ...mismatches.map(([field, { values }]) => {
      const types = [...new Set(values.map(({ document_type }) => document_type))].join(', ');
      return reason('cross_match_mismatch', `${field} is not the same on all documents (${types}).`, null, field);
    }),
    ...crossMatch.unmatched.map((docId) => {
      const type = usable.find(({ doc_id }) => doc_id === docId)?.document_type ?? null;
      const detail = `None of the fields that must match could be read from the document of the type ${type ?? UNKNOWN_TYPE}.`;
      return reason('cross_match_value_missing', detail, type);
    }),
  ];
}

/** Fields that say who someone is: two documents of one type that differ in one of them are hardly of one person. */
const IDENTITY = new Set(['full_name', 'surname', 'given_names', 'birth_date', 'personal_number', 'ssn', 'tax_number']);

/** What documents of one type say differently. */
export const differenceReasons = ({ differences }: CrossMatchOutcome): CaseReason[] =>
  differences.map(({ document_type, field }) =>
    reason(
      IDENTITY.has(fieldMeaning(field)) ? 'identity_differs' : 'values_differ',
      `Documents of the type ${document_type} state ${field} differently; the later value counts.`,
      document_type,
      field,
    ),
  );
