import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { completeDocument } from '../../../../../src/api/http/documentation/completeDocument.js';
import { readGeneratedDocument, type Schema } from '../../../../../src/api/http/documentation/openApiDocument.js';
import { withRequestForms } from '../../../../../src/api/http/documentation/requestForms.js';
import { closedDescription } from '../../../../support/closedDescription.js';

const description = withRequestForms(completeDocument(readGeneratedDocument()));
const ajv = new Ajv({ strict: false, logger: false, validateFormats: false, inlineRefs: false });
ajv.addSchema({ ...(closedDescription(description) as object), $id: 'description' });

const compiled = new Map<string, ValidateFunction>();

/** What holds values to a schema of the description: made once for all that are the same, with what it refers to. */
function validatorOf(schema: Schema): ValidateFunction {
  const text = JSON.stringify(closedDescription(schema)).replaceAll('"#/', '"description#/');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Schema);
  compiled.set(text, validate);
  return validate;
}

interface Example {
  where: string;
  schema: Schema;
  value: unknown;
}

/** Every example, with the schema that it stands beside. */
function examplesIn(part: unknown, where = ''): Example[] {
  if (typeof part !== 'object' || part === null) return [];
  const { schema, example, examples, ...rest } = part as { [member: string]: unknown };
  const named = Object.entries((examples ?? {}) as { [name: string]: { value: unknown } });
  const own: Example[] = schema
    ? named.map(([name, { value }]) => ({ where: `${where} ${name}`, schema: schema as Schema, value }))
    : [];
  if (example !== undefined && !where.endsWith('/properties')) {
    own.push({ where, schema: (schema ?? rest) as Schema, value: example });
  }
  const within = Object.entries({ ...rest, schema }).flatMap(([name, one]) => examplesIn(one, `${where}/${name}`));
  return [...own, ...within];
}

/** Schemas that are described as an object of anything. */
function freeForms(part: unknown, where = ''): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, properties = {}, additionalProperties, maxProperties } = part as Schema;
  const isFree =
    type === 'object' &&
    Object.keys(properties).length === 0 &&
    Object.keys(additionalProperties ?? {}).length === 0 &&
    maxProperties !== 0;
  const within = Object.entries(part)
    .filter(([name]) => !['example', 'examples'].includes(name))
    .flatMap(([name, one]) => freeForms(one, `${where}/${name}`));
  return [...(isFree ? [where] : []), ...within];
}

describe('the description of the API', () => {
  test('asks for no body of a POST whose members may all be left out', () => {
    const { paths, components } = description;
    const asked = Object.entries(paths).flatMap(([path, { post }]) => {
      const schema = post?.requestBody?.content['application/json']?.schema;
      const name = schema?.$ref?.replace('#/components/schemas/', '');
      const { required = [] } = (name === undefined ? {} : components.schemas[name]) as { required?: string[] };
      const isBare = name !== undefined && required.length === 0;
      return isBare ? [[path, post?.requestBody?.required === true] as const] : [];
    });
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter(([, required]) => required)).toEqual([]);
  });

  test('has examples that are as their schemas say, with no member that is not described', () => {
    const examples = examplesIn(description);
    const wrong = examples.flatMap(({ where, schema, value }) => {
      const validate = validatorOf(schema);
      return validate(value) ? [] : [{ where, value, errors: validate.errors }];
    });
    expect(wrong).toEqual([]);
    expect(examples.length).toBeGreaterThan(500);
  });

  test('shows a real answer of each operation that answers JSON, but for those that hold a secret or an address of their own', () => {
    const without = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.entries(responses).flatMap(([status, { content }]) => {
          const json = content?.['application/json'];
          return json && status.startsWith('2') && !('example' in json) ? [`${method} ${path} ${status}`] : [];
        }),
      ),
    );
    expect(without.sort()).toEqual([
      'get /openapi.json 200',
      'get /v1/webhooks/secret 200',
      'patch /v1/webhooks/endpoints/{endpoint_id} 200',
      'post /v1/webhooks/deliveries/{delivery_id}/retry 200',
    ]);
  });

  test('has no schema that a validator refuses', () => {
    const names = Object.keys(description.components.schemas);
    expect(names.length).toBeGreaterThan(100);
    for (const name of names) validatorOf({ $ref: `#/components/schemas/${name}` });
  });

  test('leaves no object open but what is the caller’s own, the rows of a value, what is shown of a hit, ids of work, and itself', () => {
    const free = freeForms(description).filter((where) => !where.includes('/callbacks/'));
    expect(free.map((where) => where.replace('/components/schemas/', '')).sort()).toEqual([
      '/paths//openapi.json/get/responses/200/content/application/json/schema',
      'AgentDefinitionView',
      'CorrectDocumentBody/properties/values',
      'FieldValueView/anyOf/4',
      'ParkedWorkView/properties/payload',
      'SearchHit/properties/source',
    ]);
  });
});
