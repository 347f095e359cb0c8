import type { CaseFindings, CaseQuestions, GovernanceCheck } from '../../domain/cases/index.js';
import type { DocumentTypeConfig } from '../../domain/documentTypes/index.js';
import { crossMatch } from '../../engines/crossMatch/crossMatch.js';
import { validateFields } from '../../engines/documents/validate/validateFields.js';

/** A document type as it is now, as far as judging needs it. */
export type RulesOfType = Pick<DocumentTypeConfig, 'output_schema' | 'validation_rules'> & { context_id: string };

/**
 * Finds out what a case is judged by: compares its documents, and holds what was read to the rules of today. Pure, so that
 * it can be asked again about a case that changed meanwhile.
 * @param types the types of the documents as they are now; a type that is gone is not checked again
 * @param today ISO date
 */
export const findOut =
  (types: readonly RulesOfType[], today: string) =>
  ({ compare, check }: CaseQuestions): CaseFindings => ({
    cross_match: crossMatch(compare),
    governance: check.flatMap(({ doc_id, document_type, extracted, raw }): GovernanceCheck[] => {
      const type = types.find(({ context_id }) => context_id === document_type);
      if (!type) return [];
      const { valid, violations } = validateFields({ extracted, raw }, type, { today });
      return [{ doc_id, document_type, passed: valid, violations }];
    }),
  });
