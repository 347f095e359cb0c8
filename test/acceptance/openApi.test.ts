import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

interface Documented {
  summary?: string;
  description?: string;
  operationId?: string;
  tags?: string[];
  security?: unknown[];
  parameters?: { name: string; in: string; description?: string; schema: Record<string, unknown> }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<
    string,
    {
      description?: string;
      headers?: object;
      content?: Record<string, { schema?: object; example?: unknown; examples?: object }>;
    }
  >;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Documented>>;
  components: {
    schemas: Record<string, { description?: string; properties?: Record<string, Record<string, unknown>> }>;
    headers: object;
    securitySchemes: object;
  };
}

let service: Service;
let anyone: Client;
let document: Document;
let operations: { name: string; method: string; path: string; operation: Documented }[];

beforeAll(async () => {
  service = await startService();
  anyone = service.as(undefined);
  document = JSON.parse((await anyone.get('/openapi.json')).bytes.toString()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ name: `${method.toUpperCase()} ${path}`, method, path, operation },
    })),
  );
});

afterAll(() => service.stop());

test('every answer that is a list of a read model can say that it is behind', () => {
  const lists = operations.filter(({ operation }) => {
    const schema = operation.responses['200']?.content?.['application/json']?.schema;
    return schema !== undefined && 'type' in schema && schema.type === 'array';
  });
  const silent = lists.filter(({ operation }) => !('Attest-Behind' in (operation.responses['200']?.headers ?? {})));
  // What was said in a case, and what a saved search was, are read as of the last event of it; what a run found as it is found;
  // how far read models are is no read model itself.
  expect(silent.map(({ name }) => name).sort()).toEqual([
    'GET /v1/cases/{session_id}/messages',
    'GET /v1/governance/runs/{run_id}/results',
    'GET /v1/operations/read-models',
    'GET /v1/search/views/{view_id}/versions',
  ]);
  expect(lists.length).toBeGreaterThan(silent.length);
});

test('describes every operation of the interface', () => {
  expect(operations.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'POST /v1/admin/keys',
      'GET /v1/admin/keys',
      'DELETE /v1/admin/keys/{key_id}',
      'POST /v1/admin/keys/{key_id}/rotate',
      'POST /v1/document-types',
      'GET /v1/document-types',
      'GET /v1/document-types/{context_id}',
      'PUT /v1/document-types/{context_id}',
      'DELETE /v1/document-types/{context_id}',
      'PATCH /v1/document-types/{context_id}/lock-fields',
      'GET /v1/document-types/{context_id}/versions',
      'POST /v1/agents',
      'GET /v1/agents',
      'GET /v1/agents/{agent_id}',
      'PUT /v1/agents/{agent_id}',
      'DELETE /v1/agents/{agent_id}',
      'PATCH /v1/agents/{agent_id}/deploy',
      'GET /v1/agents/{agent_id}/versions',
      'POST /v1/agents/{agent_id}/rollback/{version_id}',
      'POST /v1/agents/build',
      'POST /v1/agent/run',
      'POST /v1/cases',
      'GET /v1/cases',
      'GET /v1/cases/{session_id}',
      'GET /v1/cases/{session_id}/status',
      'POST /v1/cases/{session_id}/documents',
      'POST /v1/cases/{session_id}/complete',
      'PATCH /v1/cases/{session_id}/decision',
      'POST /v1/cases/{session_id}/message',
      'GET /v1/cases/{session_id}/messages',
      'GET /v1/cases/{session_id}/report',
      'GET /v1/cases/{session_id}/documents/{doc_id}/file',
      'POST /v1/cases/{session_id}/replay',
      'POST /v1/pipeline/run',
      'GET /v1/pipeline/executions',
      'GET /v1/pipeline/executions/{execution_id}',
      'GET /v1/pipeline/executions/{execution_id}/file',
      'POST /v1/cases/{session_id}/erase',
      'POST /v1/pipeline/executions/{execution_id}/erase',
      'GET /v1/signing-keys',
      'GET /healthz',
      'GET /docs',
      'GET /openapi.json',
      'GET /redoc',
      'GET /metrics',
    ]),
  );
});

test('every operation that changes something can answer that others change the same', () => {
  // Who signs in or out changes nothing that another could.
  const changing = operations.filter(({ method, path }) => method !== 'get' && path !== '/console/session');
  expect(changing.map(({ method }) => method)).toEqual(expect.arrayContaining(['put', 'delete', 'patch', 'post']));
  for (const { name, operation } of changing) expect([name, '409' in operation.responses]).toEqual([name, true]);
});

test('every documented operation is served, and every other method of its path is not', async () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const concrete = path.replaceAll(/\{\w+\}/g, '3f2504e0-4f89-41d3-9a0c-0305e82c3301');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status } = await service.platform.send(method, concrete);
      const documented = method.toLowerCase() in methods;
      expect([method, path, status === 405]).toEqual([method, path, !documented]);
    }
  }
});

test('every operation has a summary, a description, a group and an id of its own', () => {
  for (const { name, operation } of operations) {
    expect([name, operation.summary, operation.description, operation.tags?.length]).toEqual([
      name,
      expect.stringMatching(/\w/),
      expect.stringMatching(/\w/),
      1,
    ]);
  }
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
});

test('every answer has a description, the request id and, where it has a body, its schema; every error an example', () => {
  for (const { name, operation } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const where = `${name} ${status}`;
      expect([where, response.description]).toEqual([where, expect.stringMatching(/\w/)]);
      expect([where, Object.keys(response.headers ?? {})]).toEqual([where, expect.arrayContaining(['X-Request-Id'])]);
      if (['204', '304'].includes(status)) continue;
      const contents = Object.values(response.content ?? {});
      expect([where, contents.length > 0]).toEqual([where, true]);
      for (const content of contents) {
        expect([where, content.schema !== undefined]).toEqual([where, true]);
        if (Number(status) >= 400) expect([where, Boolean(content.example ?? content.examples)]).toEqual([where, true]);
      }
    }
  }
});

test('every operation that needs a key names its scope and the errors of keys and limits', () => {
  for (const { name, path, operation } of operations) {
    const open = !/^\/(?:api\/)?v1\//.test(path) || path === '/v1/signing-keys'; // who verifies a certificate may have no key
    const byLink = path.startsWith('/capture/');
    expect([name, operation.security]).toEqual([name, byLink ? [{ CaptureToken: [] }] : open ? [] : [{ ApiKey: [] }]]);
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['405', '429', '500', '503']));
    if (open) continue;
    expect(operation.description).toMatch(/Needs the scope `(read|write|admin)`/);
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(['401', '403', '405', '429', '500', '503']),
    );
    expect(Object.keys(operation.responses['429']?.headers ?? {})).toEqual(
      expect.arrayContaining(['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    );
  }
});

test('POST and PATCH take an Idempotency-Key, unless they only read, and nothing else does', () => {
  const aids = ['explain', 'export', 'fields', 'views/{view_id}/run'].map((one) => `/v1/search/${one}`);
  // What an answer is kept under goes by the tenant, who is not known on an open path.
  const examples = '/v1/document-types/{context_id}/examples/check';
  const onlyRead = ['/v1/search', ...aids, examples, '/console/session'];
  for (const { name, method, path, operation } of operations) {
    const headers = operation.parameters?.filter((parameter) => parameter.in === 'header').map((one) => one.name);
    const changes = ['post', 'patch'].includes(method) && !onlyRead.includes(path);
    expect([name, headers?.includes('Idempotency-Key')]).toEqual([name, changes]);
  }
});

test('every parameter and every property is described or has an example, and defaults are named', () => {
  const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
  for (const parameter of parameters)
    expect([parameter.name, parameter.description]).toEqual([parameter.name, expect.stringMatching(/\w/)]);
  const limit = parameters.find(({ name }) => name === 'limit');
  expect(limit?.schema).toMatchObject({ type: 'integer', default: 50, minimum: 1, maximum: 200 });
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect([name, schema.description]).toEqual([name, expect.stringMatching(/\w/)]);
  }
  expect(document.components.schemas['RunPipelineBody']?.properties?.['sync']).toMatchObject({ default: true });
  expect(document.components.schemas['CreateDocumentType']?.properties?.['category']).toMatchObject({
    default: 'other',
  });
});

describe('as OpenAPI', () => {
  test('no id is used twice, not by what is posted to callers either', () => {
    const ids = [...JSON.stringify(document).matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(operations.length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has nothing beside a reference, which tools pass over', () => {
    const lonely = (part: unknown): boolean =>
      typeof part !== 'object' || part === null
        ? true
        : (!('$ref' in part) || Object.keys(part).length === 1) && Object.values(part).every(lonely);
    expect(lonely(document)).toBe(true);
  });

  test('is version 3, and every reference in it leads somewhere', () => {
    expect(document.openapi).toMatch(/^3\./);
    for (const [, reference = ''] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      const target = reference
        .split('/')
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect([reference, target !== undefined]).toEqual([reference, true]);
    }
  });
});
