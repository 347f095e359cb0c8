import { describe, expect, test } from 'vitest';
import type { OpenApiDocument, Schema } from '../../../../../src/api/http/documentation/openApiDocument.js';
import { findsMisspelt } from '../../../../../src/api/http/requests/misspeltFields.js';

const text = { type: 'string' };
const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  ...{ type: 'object', properties },
  ...more,
});
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

const schemas = {
  Config: object({ lookback_days: { type: 'integer' }, drift: object({ at_least: object({ valid: text }) }) }),
  Own: object({ doc_type_map: text }, { additionalProperties: {} }),
  Body: object({
    ...{ client_reference_id: text, expected: text, deployed: text, tenant_id: text },
    config: { description: 'Beside a reference', allOf: [{ $ref: '#/components/schemas/Config' }] },
    definition: { $ref: '#/components/schemas/Own' },
    items: { type: 'array', items: object({ document_type: text }) },
  }),
};

/** What is found of a body where the answer has these members. */
function found(body: unknown, answer: Record<string, Schema> = { warnings: { type: 'array' } }): string[] | undefined {
  const document: OpenApiDocument = {
    ...{ openapi: '3.0.0', info: { title: '', version: '' }, paths: {}, components: { schemas } },
  };
  const responses = { 201: { description: '', ...json(object(answer)) } };
  const requestBody = { ...json({ $ref: '#/components/schemas/Body' }) };
  return findsMisspelt(document, { operationId: 'x', responses, requestBody })?.(body);
}

const told = (given: string, meant: string): string =>
  `The field \`${given}\` is not known and was ignored; did you mean \`${meant}\`?`;

describe('a field of a body that is not known', () => {
  test.each([
    ['client_refernce_id', 'client_reference_id', { client_refernce_id: 'a' }],
    ['expect', 'expected', { expect: 'a' }],
    ['deploy', 'deployed', { deploy: true }],
    ['tenant', 'tenant_id', { tenant: 'acme' }],
    ['config.lookback', 'config.lookback_days', { config: { lookback: 3 } }],
    ['config.drift.at_leest', 'config.drift.at_least', { config: { drift: { at_leest: 1 } } }],
    ['items.1.document_typ', 'items.1.document_type', { items: [{ document_type: 'a' }, { document_typ: 'b' }] }],
  ])('%s that is probably %s is told with its place', (given, meant, body) =>
    expect(found(body)).toEqual([told(given, meant)]),
  );

  test('that is like no known one, is the caller’s own, or is like one that is there is passed over', () => {
    expect(found({ colour: 'blue' })).toEqual([]);
    expect(found({ definition: { doc_typ_map: 'a' } })).toEqual([]);
    expect(found({ expected: 'a', expect: 'b' })).toEqual([]);
    expect([found([]), found('text'), found(undefined), found(null)]).toEqual([[], [], [], []]);
  });

  test('is told with nineteen others at most', () => {
    const items = Array.from({ length: 30 }, () => ({ document_typ: 'a' }));
    expect(found({ items })).toHaveLength(20);
  });

  test('is not looked for where the answer has no member to tell it in', () =>
    expect(found({ expect: 'a' }, { id: text })).toBeUndefined());
});
