import { MOST_METADATA_KEYS } from '../../../domain/core/metadata.js';
import { KNOWN_FORMATS, POLICY_ACTIONS, POLICY_KEYS, STEP_NAMES } from '../../../domain/documents/index.js';
import type { Schema } from './openApiDocument.js';

/** Words of lower-case letters and digits, joined by underscores. */
const SNAKE_CASE = '[a-z0-9]+(_[a-z0-9]+)*';

const snakeCase: Schema = { pattern: `^${SNAKE_CASE}$`, minLength: 1, maxLength: 64 };
const shortText: Schema = { type: 'string', pattern: '\\S', minLength: 1, maxLength: 128 };
const version: Schema = { pattern: '^[A-Za-z0-9][A-Za-z0-9._+-]{0,31}$' };
const steps: Schema = { type: 'array', items: { type: 'string', enum: [...STEP_NAMES] }, uniqueItems: true };
const stepsOrMembers: Schema = {
  items: { type: 'string', pattern: `^(${STEP_NAMES.join('|')}|type:${SNAKE_CASE})$`, maxLength: 69 },
  maxItems: 100,
  uniqueItems: true,
};
const actions: Schema = { type: 'string', enum: [...POLICY_ACTIONS] };
const document: Schema = { properties: { data: { minLength: 4 } } };

/**
 * Forms of requests that the generator is not told of, by the schema that they are of: the domain holds requests to them and says
 * what is wrong in a sentence of its own, and the generator's code would answer in its place.
 */
export const REQUEST_FORMS: Readonly<Record<string, Schema>> = {
  Metadata: { maxProperties: MOST_METADATA_KEYS },
  AgentGoal: snakeCase,
  ContextId: snakeCase,
  FieldRuleBody: {
    additionalProperties: false,
    properties: { format: { enum: [...KNOWN_FORMATS] }, regex: { maxLength: 1000 } },
  },
  DocumentDescriptionBody: {
    additionalProperties: false,
    properties: { countries: { items: { type: 'string', pattern: '^[A-Z]{3}$' }, maxItems: 300 } },
  },
  IssuerFieldsBody: { additionalProperties: false },
  CreateDocumentType: { properties: { pipeline_steps: stepsOrMembers } },
  DocumentTypeChanges: { properties: { pipeline_steps: stepsOrMembers } },
  CreateAgentBody: { properties: { version } },
  AgentChangesBody: { properties: { version } },
  BuildAgentBody: { properties: { pipeline: steps } },
  AgentRulesBody: {
    additionalProperties: false,
    properties: {
      max_age_days: { additionalProperties: { type: 'integer', minimum: 0, maximum: 36_525 } },
      min_confidence: { additionalProperties: { type: 'number', minimum: 0, maximum: 1 } },
    },
  },
  CrossMatchBody: { properties: { match_fields: { items: shortText, maxItems: 500 } } },
  AgentDefinitionBody: {
    properties: {
      doc_type_map: { additionalProperties: shortText },
      classify_aliases: { additionalProperties: shortText },
      pipeline_per_type: { anyOf: [steps, { type: 'object', additionalProperties: steps }] },
      policy: {
        properties: Object.fromEntries(POLICY_KEYS.map((key) => [key, actions])),
        additionalProperties: false,
      },
    },
  },
  AgentRunDocument: document,
  AgentRunArchive: document,
  PipelineInput: document,
};

/** A schema with what its form is beyond what the generator says of it. */
export const withForm = (schema: Schema, form: Schema | undefined): Schema => {
  if (!form) return schema;
  const { properties = {}, ...keywords } = form;
  const shaped = Object.entries(properties).map(([name, more]) => [name, { ...schema.properties?.[name], ...more }]);
  return {
    ...schema,
    ...keywords,
    ...(schema.properties && { properties: { ...schema.properties, ...Object.fromEntries(shaped) } }),
  };
};
