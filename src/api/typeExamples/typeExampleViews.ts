import { maskedFields, type DocumentTypeConfig } from '../../domain/documentTypes/index.js';
import { maskFields } from '../../domain/documents/index.js';
import { type ExampleOutcome, maskOutcome, type TypeExample } from '../../domain/typeExamples/index.js';
import type { ExampleOutcomeView, ExamplesCheckedView } from './exampleOutcomeContract.js';
import type { TypeExampleView } from './typeExampleContract.js';

type Masking = Pick<DocumentTypeConfig, 'validation_rules'>;

/** An example as it is shown, by a type that says what is masked. */
export function typeExampleView(example: TypeExample, { validation_rules }: Masking): TypeExampleView {
  const { example_id, context_id, tenant_id, name, size, kept_at } = example;
  const expected = maskFields(example.expected ?? {}, maskedFields(validation_rules)) as TypeExampleView['expected'];
  return { id: example_id, context_id, tenant_id, name, expected, size_bytes: size, created_at: kept_at };
}

/** Outcomes as they are shown. */
export function examplesCheckedView(
  outcomes: readonly ExampleOutcome[],
  { validation_rules }: Masking,
): ExamplesCheckedView {
  const masked = maskedFields(validation_rules);
  return {
    holding: outcomes.filter(({ status }) => status === 'holds').length,
    broken: outcomes.filter(({ broken }) => broken === true).length,
    examples: outcomes.map((outcome) => maskOutcome(outcome, masked) as ExampleOutcomeView),
  };
}
