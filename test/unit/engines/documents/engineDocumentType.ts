import type { EngineDocumentType } from '../../../../src/engines/documents/documentEngine.js';

/** A small document type for tests of the engine, with the steps to be tested. */
export const receiptType = (pipeline_steps: string[]): EngineDocumentType => ({
  context_id: 'till_slip',
  display_name: 'Till slip',
  input_type: 'document',
  analysis_type: 'extraction',
  model_hint: 'vlm',
  category: 'financial',
  output_schema: { company: 'string or null', total_amount: 'amount or null' },
  validation_rules: {},
  classify_hints: ['receipt', 'invoice'],
  pipeline_steps,
  prompt_hint: 'total_amount: Total amount due',
  enabled: true,
});
