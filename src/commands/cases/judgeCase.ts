import { pipelineFor } from '../../domain/agents/index.js';
import type { Case } from '../../domain/cases/case.js';
import { definitionOf } from '../../domain/cases/caseAgent.js';
import { comparableDocuments, completeCase } from '../../domain/cases/caseCompletion.js';
import type { CaseResult, GovernanceCheck } from '../../domain/cases/caseResult.js';
import type { DocumentTypeConfig } from '../../domain/documentTypes/index.js';
import { crossMatch } from '../../engines/crossMatch/crossMatch.js';
import { validateFields } from '../../engines/documents/validate/validateFields.js';

/** A document type as it is now, as far as judging needs it. */
export type RulesOfType = Pick<DocumentTypeConfig, 'output_schema' | 'validation_rules'> & { context_id: string };

/** What a case is judged by that is not in the case. */
export interface Judging {
  /** The types of the case's documents as they are now. A type that is gone is not checked again. */
  types: readonly RulesOfType[];
  /** ISO 8601 */
  now: string;
}

/**
 * Says what comes of a case: compares its documents, holds what was read to the rules of today and judges both. Pure, so
 * that it can run again on a case that changed meanwhile.
 */
export function judgeCase(one: Pick<Case, 'agent' | 'documents'>, { types, now }: Judging): CaseResult {
  const agent = definitionOf(one.agent);
  const { enabled, match_fields, min_doc_types } = agent.cross_match;
  const documents = comparableDocuments(one.documents);
  return completeCase({
    agent,
    documents: one.documents,
    crossMatch: crossMatch({ documents, match_fields: enabled ? match_fields : [], min_doc_types }),
    governance: documents.flatMap(({ doc_id, document_type, extracted, raw }): GovernanceCheck[] => {
      const type = types.find(({ context_id }) => context_id === document_type);
      // An agent whose pipeline does not validate has not asked for rules.
      if (!type || !pipelineFor(agent, document_type).includes('validate')) return [];
      const { valid, violations } = validateFields({ extracted, raw }, type, { today: now.slice(0, 10) });
      return [{ doc_id, document_type, passed: valid, violations }];
    }),
    now,
  });
}
