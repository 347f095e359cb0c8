import { describe, expect, test } from 'vitest';
import { describeFaults } from '../../../../../src/api/http/requests/describeFault.js';
import { readOperations, type Check } from '../../../../../src/api/http/requests/operation.js';
import { textFormats } from '../../../../../src/api/http/requests/formats.js';
import type { OpenApiDocument, Schema } from '../../../../../src/api/http/documentation/openApiDocument.js';

/** A check of bodies as the description of an operation makes it. */
function checkOf(schema: Schema, formats: ReturnType<typeof textFormats>): Check {
  const document: OpenApiDocument = {
    ...{ openapi: '3.0.0', info: { title: '', version: '' }, components: { schemas: {} } },
    paths: {
      '/x': { post: { operationId: 'x', responses: {}, requestBody: { content: { 'application/json': { schema } } } } },
    },
  };
  return readOperations(document, formats)[0]?.body?.check ?? expect.unreachable();
}

const text = { type: 'string' };
const sentenceOf = (schema: Schema, value: unknown, formats: ReturnType<typeof textFormats> = {}): string => {
  const faults = checkOf(schema, formats)(value);
  return faults ? describeFaults(faults, 'request body', formats) : '';
};

describe('what is wrong with a body', () => {
  const schema: Schema = {
    ...{ type: 'object', required: ['name', 'goal'] },
    properties: { name: text, goal: text, size: { type: 'integer', minimum: 1, maximum: 5 } },
  };

  test('is one sentence for each field, in the order of their names', () => {
    expect(sentenceOf(schema, { size: 9, goal: 5 })).toBe(
      'The field `goal` must be a string; the field `name` is required; the field `size` must be between 1 and 5',
    );
    expect(sentenceOf(schema, { name: 'a' })).toBe('The field `goal` is required');
    expect(sentenceOf(schema, [])).toBe('The request body must be an object');
    expect(sentenceOf(schema, { name: 'a', goal: 'b', size: 1 })).toBe('');
  });

  test('is told once of a field that may have one shape or another', () => {
    const shapes: Schema = {
      type: 'object',
      properties: {
        pipeline: {
          anyOf: [
            { type: 'array', items: text },
            { type: 'object', additionalProperties: text },
          ],
        },
      },
    };
    expect(sentenceOf(shapes, { pipeline: 5 })).toBe('The field `pipeline` must be an array');
    expect(sentenceOf(shapes, { pipeline: [1, 'a', 2] })).not.toContain('not acceptable');
  });

  test('is, of an address without http:// or https://, that this is missing, and not that it is private', () => {
    const schema: Schema = { type: 'object', properties: { url: { type: 'string', format: 'webhook-url' } } };
    const told = (url: string) => sentenceOf(schema, { url }, textFormats({ webhookAllowPrivate: false }));
    for (const url of ['127.0.0.1:8572/hook', 'hooks.example.com/attest', 'ftp://example.com', '']) {
      expect(told(url)).toBe('The field `url` must be an address that begins with `http://` or `https://`');
    }
    expect(told('http://127.0.0.1:8572/hook')).toMatch(/does not point to a private network$/);
    expect(told('https://hooks.example.com/attest')).toBe('');
  });

  test('is told of the first field alone where the body is so rich that each of its values could be wrong', () => {
    const list: Schema = { type: 'array', items: text };
    const many = Array.from({ length: 90_000 }, () => 1);
    const begun = process.cpuUsage(); // not of the clock: others may be at work on the machine
    expect(sentenceOf(list, many)).toBe('The field `0` must be a string');
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000);
    expect(sentenceOf(list, many.slice(0, 100))).toMatch(/`0`.*`1`.*; 80 more$/);
  });
});
