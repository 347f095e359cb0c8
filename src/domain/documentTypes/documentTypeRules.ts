import { DomainError } from '../core/decider.js';
import type { DocumentTypeConfig, FieldRule } from './documentTypeConfig.js';
import { isKnownFormat, KNOWN_FORMATS, STEP_NAMES } from '../documents/index.js';
import { assertTenantId } from '../core/tenant.js';
import { isShortText } from '../core/text.js';

/** Begins a step that runs another document type: `type:<context_id>`. A type with such steps is a composite. */
export const MEMBER_STEP = 'type:';

/** Longest configuration as JSON text, in characters of up to three bytes: an append holds two, and at most 1 MiB. */
const MAX_CONFIG_LENGTH = 150_000;

const CONTEXT_ID = /^(?=.{1,64}$)[a-z0-9]+(_[a-z0-9]+)*$/;
const STEPS: readonly string[] = STEP_NAMES;

/** The types that a composite type runs in parallel, in their order; none for any other type. */
export const memberTypes = (config: Pick<DocumentTypeConfig, 'pipeline_steps'>): string[] =>
  config.pipeline_steps.flatMap((step) => (step.startsWith(MEMBER_STEP) ? [step.slice(MEMBER_STEP.length)] : []));

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
 * Holds a configuration to what can be run: known steps and formats, sensible names, a bounded size. Whether regexes
 * compile is the command's business, as that takes an engine.
 * @throws DomainError `invalid`, naming the first thing that is wrong
 */
export function assertUsable(contextId: string, config: DocumentTypeConfig): void {
  if (!isShortText(config.display_name, 200)) {
    throw invalid('display_name must be 1 to 200 characters that are not all blank');
  }
  for (const field of Object.keys(config.output_schema)) assertFieldName('output_schema', field);
  for (const [field, rule] of Object.entries(config.validation_rules)) {
    assertFieldName('validation_rules', field);
    assertFormat(field, rule);
  }
  assertSteps(contextId, config.pipeline_steps);
  if (JSON.stringify(config).length > MAX_CONFIG_LENGTH) {
    throw invalid(`The document type is too large: keep it below ${MAX_CONFIG_LENGTH} characters of JSON`);
  }
}

function assertSteps(contextId: string, steps: readonly string[]): void {
  const members = memberTypes({ pipeline_steps: [...steps] });
  if (members.length > 0 && members.length < steps.length) {
    throw invalid(`pipeline_steps must be either all of the form ${MEMBER_STEP}<context_id>, or none of them`);
  }
  const unknown = steps.find((step) => !step.startsWith(MEMBER_STEP) && !STEPS.includes(step));
  if (unknown !== undefined) {
    throw invalid(
      `pipeline_steps names the unknown step ${quote(unknown)}; known are ${STEP_NAMES.join(', ')} and ${MEMBER_STEP}<context_id>`,
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

const quote = (text: string): string => JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
