import type { Validity } from '../../domain/documents/index.js';
import type { RuleChecks } from './ruleChecks.js';
import type { CheckedDocument, RulesOfType } from './ruleMessages.js';

/**
 * How one document stands to the rules of a type; there is nothing that it is compared with.
 * @param today ISO date that expiry and birth are judged against
 * @throws EngineUnavailable when too much of this tenant waits already
 */
export async function validityByRules(
  rules: Pick<RuleChecks, 'findOut'>,
  document: Omit<CheckedDocument, 'doc_id'>,
  { tenant_id, type, today }: { tenant_id: string; type: Omit<RulesOfType, 'context_id'>; today: string },
): Promise<Validity> {
  const {
    governance: [check],
  } = await rules.findOut(tenant_id, {
    compare: { documents: [], match_fields: [], min_doc_types: 2 },
    check: [{ ...document, doc_id: '' }],
    types: [{ ...type, context_id: document.document_type }],
    today,
  });
  if (!check) throw new Error('The rules of a document answered nothing');
  return { valid: check.passed, violations: check.violations };
}
