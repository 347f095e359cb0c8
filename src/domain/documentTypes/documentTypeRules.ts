import { DomainError } from '../core/decider.js';
import { quote, shorten } from '../core/quote.js';
import { assertDescription } from './documentDescription.js';
import type { DocumentTypeConfig, FieldRule } from './documentTypeConfig.js';
import { hasUnknown } from '../core/forms.js';
import { didYouMean, misspelt } from '../core/spelling.js';
import { isKnownFormat, KNOWN_FORMATS, STEP_NAMES } from '../documents/index.js';
import { assertTenantId } from '../core/tenant.js';
import { isShortText } from '../core/text.js';
import { assertPatternLimits } from './patternLimits.js';

/** Begins a step that runs another document type: `type:<context_id>`. A type with such steps is a composite. */
export const MEMBER_STEP = 'type:';

/** Longest configuration as JSON text, in characters of up to three bytes: an append holds two, and at most 1 MiB. */
const MAX_CONFIG_LENGTH = 150_000;

/** Most fields of one type: each is looked for on a page, and compared by its meaning where an agent is built. */
const MOST_FIELDS = 1_000;

/** Most steps of one type; of a composite these are the types that run at the same time. */
const MOST_STEPS = 100;

const CONTEXT_ID = /^(?=.{1,64}$)[a-z0-9]+(_[a-z0-9]+)*$/;
const STEPS: readonly string[] = STEP_NAMES;

/** The types that a composite type runs in parallel, in their order; none for any other type. */
export const memberTypes = (config: Pick<DocumentTypeConfig, 'pipeline_steps'>): string[] =>
  config.pipeline_steps.flatMap((step) => (step.startsWith(MEMBER_STEP) ? [step.slice(MEMBER_STEP.length)] : []));

/** Whether a type is of scenes, `analysis_type`: a model that sees understands them alone, as what is printed in one says little of it. */
export const isOfScenes = ({ analysis_type }: Pick<DocumentTypeConfig, 'analysis_type'>): boolean =>
  analysis_type === 'scene_understanding';

/** Holds the name of a document type to its form. @throws DomainError `invalid` */
export function assertDocumentTypeId(id: { tenant_id: string; context_id: string }): void {
  assertTenantId(id.tenant_id);
  if (CONTEXT_ID.test(id.context_id)) return;
  throw new DomainError(
    'invalid',
    'context_id must be snake_case: 1 to 64 lower-case letters and digits, words joined by underscores',
  );
}

/**
 * Holds a configuration to what can be run: known steps and formats, sensible names, a bounded size, of its patterns too. Whether
 * those compile is the command's business, as that takes an engine.
 * @throws DomainError `invalid`, naming the first thing that is wrong
 */
export function assertUsable(contextId: string, config: DocumentTypeConfig): void {
  if (!isShortText(config.display_name, 200)) {
    throw invalid('display_name must be 1 to 200 characters that are not all blank');
  }
  if (Object.keys(config.output_schema).length > MOST_FIELDS) {
    throw invalid(`output_schema must have at most ${MOST_FIELDS} fields`);
  }
  for (const field of Object.keys(config.output_schema)) assertFieldName('output_schema', field);
  for (const [field, rule] of Object.entries(config.validation_rules)) {
    assertFieldName('validation_rules', field);
    assertRuled(field, config);
    assertFormat(field, rule);
  }
  assertPatternLimits('validation_rules', config.validation_rules);
  assertSteps(contextId, config.pipeline_steps);
  if (config.describes) assertDescription(config.describes, config.output_schema);
  if (JSON.stringify(config).length > MAX_CONFIG_LENGTH) {
    throw invalid(`The document type is too large: keep it below ${MAX_CONFIG_LENGTH} characters of JSON`);
  }
}

/** The names of rules; an object, so that the compiler finds the one that is missing. */
const RULES = Object.keys({ required: 1, regex: 1, mask: 1, format: 1 } satisfies Record<keyof Required<FieldRule>, 1>);

/**
 * Rules as they were given, held to the names of rules that there are: one that is misspelt would be no rule, and nobody would know.
 * @param where the field of a request that they stand in
 * @throws DomainError `invalid`
 */
export function readRules(where: string, given: { [field: string]: FieldRule }): { [field: string]: FieldRule } {
  if (Object.keys(given).length > MOST_FIELDS) throw invalid(`${where} must be about at most ${MOST_FIELDS} fields`);
  return Object.fromEntries(
    Object.entries(given).map(([field, rule]) => {
      const unknown = Object.keys(rule).find((name) => !RULES.includes(name));
      if (unknown === undefined) return [field, rule];
      throw invalid(`${where}.${shorten(field)} ${hasUnknown('rule', unknown, RULES)}`);
    }),
  );
}

/** A rule about a field that is never read can never hold, and never be broken either. */
function assertRuled(field: string, { output_schema }: DocumentTypeConfig): void {
  if (Object.hasOwn(output_schema, field)) return;
  const fields = Object.keys(output_schema);
  throw invalid(
    `validation_rules is about the field ${quote(field)}, which output_schema does not have; it has ${fields.length === 0 ? 'none' : shortList(fields)}`,
  );
}

/** Most fields that a sentence names. */
const MOST_NAMED = 30;

const shortList = (fields: readonly string[]): string =>
  [...fields.slice(0, MOST_NAMED).map(shorten), ...(fields.length > MOST_NAMED ? ['…'] : [])].join(', ');

function assertSteps(contextId: string, steps: readonly string[]): void {
  if (steps.length > MOST_STEPS) throw invalid(`pipeline_steps must have at most ${MOST_STEPS} entries`);
  const members = memberTypes({ pipeline_steps: [...steps] });
  if (members.length > 0 && members.length < steps.length) {
    throw invalid(`pipeline_steps must be either all of the form ${MEMBER_STEP}<context_id>, or none of them`);
  }
  const unknown = steps.find((step) => !step.startsWith(MEMBER_STEP) && !STEPS.includes(step));
  if (unknown !== undefined) {
    throw invalid(
      `pipeline_steps names the unknown step ${quote(unknown)}; known are ${STEP_NAMES.join(', ')} and ${MEMBER_STEP}<context_id>${didYouMean(misspelt(unknown, STEPS))}`,
    );
  }
  const malformed = members.find((member) => !CONTEXT_ID.test(member));
  if (malformed !== undefined) throw invalid(`pipeline_steps names ${quote(malformed)}, which is no context_id`);
  if (members.includes(contextId)) throw invalid('pipeline_steps must not name the document type itself');
  const twice = steps.find((step, index) => steps.indexOf(step) !== index);
  if (twice !== undefined) throw invalid(`pipeline_steps names the step ${quote(twice)} twice`);
}

function assertFieldName(where: string, field: string): void {
  const reserved = field === '__proto__' || field === 'constructor' || field === 'prototype';
  if (!reserved && isShortText(field, 128)) return;
  throw invalid(`${where} has the field name ${quote(field)}; names are 1 to 128 characters, not blank, not reserved`);
}

function assertFormat(field: string, rule: FieldRule): void {
  if (rule.format === undefined || isKnownFormat(rule.format)) return;
  throw invalid(
    `validation_rules.${field}.format is ${quote(rule.format)}; known formats are ${KNOWN_FORMATS.join(', ')}`,
  );
}

const invalid = (message: string): DomainError => new DomainError('invalid', message);
