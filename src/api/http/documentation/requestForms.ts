import { REASON_CODES } from '../../../domain/cases/index.js';
import { KNOWN_FORMATS, POLICY_ACTIONS, POLICY_KEYS, STEP_NAMES } from '../../../domain/documents/index.js';
import { WATCHLIST_NAMES } from '../../../domain/faces/index.js';
import type { OpenApiDocument, OperationObject, Schema } from './openApiDocument.js';
import { VISIBLE } from '../../../domain/core/text.js';
import { POSITION } from '../../audit/changesContract.js';

/** Words of lower-case letters and digits, joined by underscores. */
const SNAKE_CASE = '[a-z0-9]+(_[a-z0-9]+)*';

const snakeCase: Schema = { pattern: `^${SNAKE_CASE}$`, minLength: 1, maxLength: 64 };
const shortText: Schema = { type: 'string', pattern: VISIBLE, minLength: 1, maxLength: 128 };
const version: Schema = { pattern: '^[A-Za-z0-9][A-Za-z0-9._+-]{0,31}$' };
const steps: Schema = { type: 'array', items: { type: 'string', enum: [...STEP_NAMES] }, uniqueItems: true };
const stepsOrMembers: Schema = {
  items: { type: 'string', pattern: `^(${STEP_NAMES.join('|')}|type:${SNAKE_CASE})$`, maxLength: 69 },
  maxItems: 100,
  uniqueItems: true,
};
const actions: Schema = { type: 'string', enum: [...POLICY_ACTIONS] };
const watchlists: Schema = { type: 'array', items: { type: 'string', enum: [...WATCHLIST_NAMES] }, uniqueItems: true };
const faceMatch: Schema = {
  type: 'object',
  properties: { threshold: { type: 'number', minimum: 0, maximum: 1 }, watchlists },
  additionalProperties: false,
};
const document: Schema = { properties: { data: { minLength: 4 } } };

/** What requests are held to by the domain alone, by the schema that it is said of. */
const REQUEST_FORMS: Readonly<Record<string, Schema>> = {
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
      face_match: { anyOf: [{ type: 'boolean' }, faceMatch] },
      policy: {
        properties: Object.fromEntries(POLICY_KEYS.map((key) => [key, actions])),
        additionalProperties: false,
      },
    },
  },
  TakeNextBody: { properties: { reason: { enum: [...REASON_CODES] } } },
  AgentRunDocument: document,
  AgentRunArchive: document,
  PipelineInput: document,
};

/** What headers of requests are held to where they are read: a place in the log, and a list of entity tags, or `*`: RFC 9110, section 13.1.1. */
const HEADER_FORMS: Readonly<Record<string, Schema>> = {
  'If-Match': { format: 'entity-tags' },
  'Last-Event-ID': { pattern: POSITION.source },
};

/** What parameters of queries are held to where they are read. */
const QUERY_FORMS: Readonly<Record<string, Schema>> = {
  reason: { enum: [...REASON_CODES] },
};

/**
 * The document with the forms that the domain holds requests to. They are for readers and clients: requests are checked by the document
 * without them, or what is wrong would be said in the words of a pattern, in place of the sentences of the domain.
 */
export function withRequestForms(document: OpenApiDocument): OpenApiDocument {
  const { schemas } = document.components;
  const shaped = Object.entries(REQUEST_FORMS).flatMap(([name, form]) => {
    const schema = schemas[name];
    return schema ? [[name, withForm(schema, form)] as const] : [];
  });
  const paths = Object.entries(document.paths).map(
    ([path, operations]) => [path, withParameterForms(operations)] as const,
  );
  return {
    ...{ ...document, paths: Object.fromEntries(paths) },
    components: { ...document.components, schemas: { ...schemas, ...Object.fromEntries(shaped) } },
  };
}

function withParameterForms(operations: Readonly<Record<string, OperationObject>>): Record<string, OperationObject> {
  const shaped = Object.entries(operations).map(([method, operation]): [string, OperationObject] => {
    const parameters = operation.parameters?.map((one) =>
      one.in === 'header' || one.in === 'query'
        ? { ...one, schema: { ...one.schema, ...(one.in === 'header' ? HEADER_FORMS : QUERY_FORMS)[one.name] } }
        : one,
    );
    return [method, { ...operation, ...(parameters && { parameters }) }];
  });
  return Object.fromEntries(shaped);
}

function withForm(schema: Schema, { properties = {}, ...keywords }: Schema): Schema {
  const shaped = Object.entries(properties).map(([name, more]): [string, Schema] => [
    name,
    { ...schema.properties?.[name], ...more },
  ]);

  return {
    ...{ ...schema, ...keywords },
    ...(schema.properties && { properties: { ...schema.properties, ...Object.fromEntries(shaped) } }),
  };
}
