import type { CaseDocument } from '../cases/index.js';
import type { Validity } from '../documents/index.js';

/** What one field breaks. Names of rules alone, never a value. */
export interface FieldResult {
  /** The rules that it breaks now. */
  rules: string[];
  /** Those that it broke when the document was read, or last corrected. */
  rules_before: string[];
}

/** How a document stands to the rules of its type as they are now. */
export interface JudgedDocument {
  doc_id: string;
  status: 'pass' | 'fail';
  /** Whether it broke no rule before. */
  valid_before: boolean;
  /** By field, those that break a rule now. */
  field_results: { [field: string]: FieldResult };
}

/** Sets how a document stands to the rules of now beside how it stood when it was read, or last corrected. */
export function judgedDocument(
  { doc_id, valid, violations }: Pick<CaseDocument, 'doc_id' | 'valid' | 'violations'>,
  now: Validity,
): JudgedDocument {
  const broken = (of: Validity['violations'], name: string): string[] => [
    ...new Set(of.filter(({ field }) => field === name).map(({ rule }) => rule)),
  ];
  const fields = [...new Set(now.violations.map(({ field }) => field))];
  return {
    ...{ doc_id, status: now.valid ? 'pass' : 'fail', valid_before: valid },
    field_results: Object.fromEntries(
      fields.map((field) => [field, { rules: broken(now.violations, field), rules_before: broken(violations, field) }]),
    ),
  };
}
