import { maskedFields, type DocumentTypeConfig } from '../../domain/documentTypes/index.js';
import { maskFields } from '../../domain/documents/index.js';
import type { ExampleOutcome, TypeExample } from '../../domain/typeExamples/index.js';
import type { ExampleOutcomeView, ExamplesCheckedView } from './exampleOutcomeContract.js';
import type { TypeExampleView } from './typeExampleContract.js';

/** An example as it is shown: masked as when it was kept and as its type masks now; where the type is gone, without what was expected. */
export function typeExampleView(
  example: TypeExample,
  type: Pick<DocumentTypeConfig, 'validation_rules'> | undefined,
): TypeExampleView {
  const { example_id, context_id, tenant_id, name, size, kept_at } = example;
  const masked = [...example.masked_fields, ...maskedFields(type?.validation_rules ?? {})];
  const expected = maskFields((type && example.expected) ?? {}, masked) as TypeExampleView['expected'];
  return { id: example_id, context_id, tenant_id, name, expected, size_bytes: size, created_at: kept_at };
}

/** Outcomes as they are shown; they are masked already. */
export const examplesCheckedView = (outcomes: readonly ExampleOutcome[]): ExamplesCheckedView => ({
  holding: outcomes.filter(({ status }) => status === 'holds').length,
  broken: outcomes.filter(({ broken }) => broken === true).length,
  examples: outcomes as ExampleOutcomeView[],
});
