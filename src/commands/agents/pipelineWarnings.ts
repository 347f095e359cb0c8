import { type AgentDefinition, pipelineFor, usedTypes } from '../../domain/agents/index.js';
import { shorten } from '../../domain/core/quote.js';
import { type CheckCode, CHECKS, type StepName } from '../../domain/documents/index.js';
import { type DocumentType, memberTypes } from '../../domain/documentTypes/index.js';

/** Most warnings of one answer. */
const MOST_WARNINGS = 20;

const WHERE = 'definition.pipeline_per_type';

/**
 * What the steps of a definition leave out that the document types themselves have. It is never refused, as it may be meant; but whoever did not mean it
 * takes documents for checked that nobody looked at.
 * @param types those that the definition uses, by their `context_id`; one that is not there is passed over
 * @returns a sentence for each, the first twenty
 */
export function pipelineWarnings(
  definition: Pick<AgentDefinition, 'pipeline_per_type' | 'doc_type_map'>,
  types: ReadonlyMap<string, Pick<DocumentType, 'pipeline_steps'>>,
): string[] {
  const { pipeline_per_type } = definition;
  if (Array.isArray(pipeline_per_type) && pipeline_per_type.length === 0) {
    return [`${WHERE} is empty: no step reads or checks any document`];
  }
  const named = Array.isArray(pipeline_per_type) ? [] : Object.keys(pipeline_per_type);
  return [...new Set([...usedTypes(definition), ...named])]
    .flatMap((context_id) => {
      const given = pipelineFor(definition, context_id);
      if (!given) return [];
      const where = named.includes(context_id) ? `${WHERE}.${shorten(context_id)}` : WHERE;
      if (given.length === 0) return [`${where} is empty: no step reads or checks a document of this type`];
      const type = types.get(context_id);
      return type && memberTypes(type).length === 0 ? leftOut(where, context_id, given, type.pipeline_steps) : [];
    })
    .slice(0, MOST_WARNINGS);
}

/** What of a type's own steps is not among those that it is given. */
function leftOut(where: string, context_id: string, given: readonly string[], own: readonly string[]): string[] {
  const steps = own.filter((step) => !given.includes(step));
  const checks = steps.flatMap((step) => checksOnlyOf(step, given));
  const missing = [
    ...(steps.includes('extract') ? ['no value is read'] : []),
    ...(checks.length > 0 ? [`the checks ${checks.join(', ')} do not run`] : []),
  ];
  if (missing.length === 0) return [];
  const them = steps.filter((step) => step === 'extract' || checksOnlyOf(step, given).length > 0).join(', ');
  return [`${where} leaves out ${them} of the steps of the document type ${context_id}: ${missing.join(', and ')}`];
}

/** The checks that nothing makes without a step. What `authenticity` compares with the print, it reads itself. */
function checksOnlyOf(step: string, given: readonly string[]): CheckCode[] {
  if (step === ('mrz' satisfies StepName) && given.includes('authenticity' satisfies StepName)) return [];
  return (Object.keys(CHECKS) as CheckCode[]).filter((code) => CHECKS[code].by === step);
}
