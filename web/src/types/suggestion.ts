import type { Schemas } from '../api/schemas.js';
import { USUAL_STEPS } from '../editor/form/steps.js';

/** A document type that is to be made, before anything is said of it. */
export const NOTHING_SAID: Schemas['CreateDocumentType'] = {
  ...{ context_id: '', display_name: '', category: 'other', input_type: 'document', analysis_type: 'extraction' },
  ...{ model_hint: 'vlm', classify_hints: [], pipeline_steps: [...USUAL_STEPS], prompt_hint: '', enabled: true },
  ...{ output_schema: {}, validation_rules: {} },
};

/** The type that was found in samples, or in a description, as it would be made. */
export function suggestedOf(
  found: Schemas['DiscoveredDocumentTypeView'] | Schemas['GeneratedDocumentTypeView'],
): Schemas['CreateDocumentType'] {
  const { suggested_schema, suggested_rules, context_id, display_name, category, classify_hints, prompt_hint } = found;
  const { input_type, analysis_type, model_hint } = 'input_type' in found ? found : NOTHING_SAID;
  return {
    ...NOTHING_SAID,
    ...{ context_id, display_name, category, input_type, analysis_type, model_hint, classify_hints, prompt_hint },
    ...{ output_schema: suggested_schema, validation_rules: suggested_rules },
  };
}
