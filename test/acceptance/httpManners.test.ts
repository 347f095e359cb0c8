import { randomUUID } from 'node:crypto';
import { request as ask } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blankPage } from './support/blankPage.js';
import { card, defineMembership, linkHeaders, upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { until } from '../support/until.js';

let service: Service;
let acme: Client;
let agent: { [field: string]: unknown };

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  agent = (await defineMembership(acme)).body;
});
afterAll(() => service.stop());

/** An answer as it came: fetch would unpack it. */
function rawAnswer(path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ encoding: string | undefined; vary: string | undefined; status: number; bytes: Buffer }>(
    (resolve, reject) => {
      const sent = ask(service.url + path, { method, headers: { 'X-Api-Key': acme.key ?? '', ...headers } });
      sent.on('error', reject).on('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () =>
          resolve({
            encoding: response.headers['content-encoding'],
            vary: response.headers.vary,
            status: response.statusCode ?? 0,
            bytes: Buffer.concat(pieces),
          }),
        );
      });
      sent.end();
    },
  );
}

describe('Location', () => {
  test('of what is made is where it is read, also where the answer is given again', async () => {
    const key = { 'Idempotency-Key': 'location' };
    const made = [
      await acme.post('/v1/cases', { goal: 'membership' }, key),
      await acme.post('/v1/cases', { goal: 'membership' }, key),
      await acme.post('/v1/agents', { goal: 'other', name: 'Other', definition: agent['definition'] }),
      await acme.post('/v1/document-types', {
        context_id: 'ticket',
        display_name: 'Ticket',
        output_schema: { a: 'string' },
      }),
      await service.platform.post('/v1/document-types', {
        ...{ context_id: 'ticket', display_name: 'Theirs', output_schema: { b: 'string' }, tenant_id: 'globex' },
      }),
      await acme.post('/v1/webhooks/endpoints', { url: 'https://example.com/told', events: ['case.completed'] }),
      await acme.post('/v1/blocklist', { kind: 'document_number', values: ['HRC4821377'] }),
    ];
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    for (const [index, { headers, body }] of made.entries()) {
      const reader = index === 4 ? service.platform : acme;
      const read = await reader.get(headers.get('location') ?? '/nowhere');
      expect([read.status, read.body]).toMatchObject([200, body]);
    }
    expect(made[1]?.headers.get('idempotency-replayed')).toBe('true');
  });

  test('is not said of a case that was there before', async () => {
    const opening = { goal: 'membership', client_reference_id: 'known' };
    await acme.post('/v1/cases', opening);
    const again = await acme.post('/v1/cases', opening);
    expect([again.status, again.headers.get('location')]).toEqual([200, null]);
  });
});

describe('ETag', () => {
  test('of what is read by its id is good for If-None-Match until they change', async () => {
    const input = { data: await blankPage(), mime_type: 'image/png', filename: 'page.png' };
    const run = await acme.post('/v1/pipeline/run', { context_id: 'receipt', input });
    const endpoint = { url: 'https://example.com/told', events: ['case.completed'] };
    const { headers: ofEndpoint } = await acme.post('/v1/webhooks/endpoints', endpoint);
    const { headers: ofEntry } = await acme.post('/v1/blocklist', { kind: 'document_number', values: ['HRC7654321'] });
    const { body: builder } = await acme.post('/v1/agents/builder/start', {});
    const paths = [
      `/v1/agents/${String(agent['id'])}`,
      '/v1/document-types/club_card',
      `/v1/pipeline/executions/${String(run.body['execution_id'])}`,
      ...[ofEndpoint, ofEntry].map((headers) => headers.get('location') ?? ''),
      `/v1/agents/builder/${String(builder['builder_id'])}`,
    ];
    for (const path of paths) {
      const etag = (await acme.get(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^(W\/"[\w-]{43}"|"\d+(-[\da-f]{16})?")$/);
      const same = await acme.get(path, { 'If-None-Match': `"other", ${etag}` });
      expect([same.status, same.bytes.length, same.headers.get('etag')]).toEqual([304, 0, etag]);
      const head = await acme.send('HEAD', path);
      expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
      expect((await acme.get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    }
    const before = (await acme.get(paths[1] ?? '')).headers.get('etag') ?? '';
    await acme.put(paths[1] ?? '', { display_name: 'Another name' });
    expect((await acme.get(paths[1] ?? '', { 'If-None-Match': before })).status).toBe(200);
  });

  test('is not said of a list, nor of an error', async () => {
    expect((await acme.get('/v1/agents')).headers.get('etag')).toBeNull();
    expect((await acme.get('/v1/document-types/unknown')).headers.get('etag')).toBeNull();
  });
});

describe('compression', () => {
  test('of JSON and text is as the caller asks for, and the content the same', async () => {
    const path = '/v1/document-types?limit=';
    const plain = await rawAnswer('/v1/document-types', {});
    const gzip = await rawAnswer('/v1/document-types', { 'Accept-Encoding': 'gzip' });
    const brotli = await rawAnswer('/v1/document-types', { 'Accept-Encoding': 'gzip, br' });
    expect([plain.encoding, gzip.encoding, brotli.encoding]).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.bytes.length * 3).toBeLessThan(plain.bytes.length);
    expect(brotli.vary).toMatch(/Accept-Encoding/);
    expect((await rawAnswer(path, { 'Accept-Encoding': 'br' })).encoding).toBeUndefined(); // a short refusal
  });

  test('leaves files alone, and what shows a secret', async () => {
    const opened = await acme.post('/v1/cases', { goal: 'membership' });
    const session = String(opened.body['session_id']);
    const bytes = await card('Ana Lopez');
    const uploaded = await upload(acme, session, bytes);
    const file = `/v1/cases/${session}/documents/${String(uploaded.body['doc_id'])}/file`;
    const all = { 'Accept-Encoding': 'gzip, br' };
    const whole = await rawAnswer(file, all);
    expect([whole.encoding, whole.bytes.equals(bytes)]).toEqual([undefined, true]);
    const range = await rawAnswer(file, { ...all, Range: 'bytes=0-1999' });
    expect([range.status, range.encoding]).toEqual([206, undefined]);
  });
});

describe('the numbers of an answer', () => {
  test('have as many digits as mean something, in a case and in a run alike', async () => {
    const opened = await acme.post('/v1/cases', { goal: 'membership' });
    const path = `/v1/cases/${String(opened.body['session_id'])}`;
    const uploaded = await upload(acme, opened.body['session_id'], await card('Ana Lopez'));
    const documents = [{ data: (await card('Eva Lopez')).toString('base64'), mime_type: '', filename: 'card.pdf' }];
    const run = await acme.post('/v1/agent/run', { goal: 'membership', documents });
    for (const { body } of [uploaded, await acme.get(path), run]) {
      const text = JSON.stringify(body);
      expect(text).toMatch(/"box":\[0\.\d/);
      for (const [, box] of text.matchAll(/"box":\[([^\]]*)\]/g)) expect(box).not.toMatch(/\.\d{5}/);
      for (const [, of] of text.matchAll(/"(?:field_)?confidences":\{([^}]*)\}/g)) expect(of).not.toMatch(/\.\d{4}/);
      expect(text).not.toMatch(/"(confidence|score)":"?\d\.\d{4}/);
    }
  });
});

describe('what is wrong with a body', () => {
  test('is told of all its fields at once, in their order', async () => {
    const answer = await acme.post('/v1/document-types', { category: 5, pipeline_steps: 'classify', enabled: 'yes' });
    expect([answer.status, answer.detail]).toEqual([
      422,
      'The field `category` must be a string; the field `context_id` is required; the field `display_name` is required; ' +
        'the field `enabled` must be a boolean; the field `output_schema` is required; the field `pipeline_steps` must be an array',
    ]);
  });

  test('is told of twenty fields at most', async () => {
    const documents = Array.from({ length: 100 }, () => ({ data: 1, mime_type: 1, filename: 1 }));
    const { status, detail } = await acme.post('/v1/agent/run', { goal: 'membership', documents });
    expect([status, String(detail).match(/must be a string/g)?.length]).toEqual([422, 20]);
    expect(detail).toMatch(/; 280 more$/);
  });

  test('and is no JSON is told by its place, without a word of it', async () => {
    const raw = '{\n  "goal": "membership",\n  "client_reference_id": LINDQVIST\n}';
    const { status, detail } = await acme.send('POST', '/v1/cases', { raw });
    expect([status, detail]).toEqual([
      400,
      'The request body is not valid JSON: it goes wrong at line 3, character 26',
    ]);
  });
});

describe('an unknown parameter', () => {
  test('is 422 and named on every path that takes a key, and harmless on the open ones', async () => {
    const { paths } = (await service.as(undefined).get('/openapi.json')).body as {
      paths: Record<
        string,
        Record<string, { security: unknown[]; parameters?: { in: string; required?: boolean; name: string }[] }>
      >;
    };
    const forms: Record<string, string> = { database: 'custom', page: '1' };
    const ofItsForm = (name: string): string => forms[name] ?? '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    // Nobody has signed in here.
    const answered: Record<string, number> = { '/console/session': 401 };
    const headers = await linkHeaders(acme);
    for (const [path, methods] of Object.entries(paths)) {
      const concrete = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ofItsForm(name));
      const { status, detail } = await service.platform.get(`${concrete}?nonsens=1`, headers);
      if (!methods['get']) continue;
      const open = methods['get'].security.length === 0;
      expect([path, status]).toEqual([path, open ? (answered[path] ?? 200) : 422]);
      if (!open) expect(detail).toMatch(/The parameter `nonsens` is not known/);
    }
    const posted = await acme.post('/v1/cases?tenant=acme', { goal: 'membership' });
    expect([posted.status, posted.detail]).toEqual([422, 'The parameter `tenant` is not known; there are none here']);
  });
});

describe('the log', () => {
  test('says of a refused request what it was answered, and nothing that a caller sent', async () => {
    await acme.post('/v1/cases', { goal: 'no_such_goal' });
    await acme.get(`/v1/cases?${encodeURIComponent('Eva Lindqvist')}=1`);
    await acme.get('/v1/cases?limit=0');
    const refused = await until(() => {
      const lines = service
        .output()
        .split('\n')
        .filter((line) => line.includes('"route":"/v1/cases","status":4'));
      const all = lines.some((line) => line.includes('between 1 and 200'));
      return all ? lines.slice(-3).map((line) => JSON.parse(line) as { detail: string }) : undefined;
    });
    expect(refused.map(({ detail }) => detail)).toEqual([
      'There is no agent for the goal …',
      expect.stringContaining('The parameter `…` is not known; known here are `as_of`, `assignee`'),
      'The field `limit` must be between 1 and 200',
    ]);
    expect(service.output()).not.toContain('Lindqvist');
  });

  test.each([
    ['a goal', 'POST', '/v1/cases', { goal: 'canary_7781' }],
    ['a key of metadata', 'POST', '/v1/cases', { goal: 'membership', metadata: { canary_7781: 5 } }],
    ['a field that is expected', 'POST', '/v1/cases', { goal: 'membership', expected: { canary_7781: ' ' } }],
    [
      'a document type',
      'POST',
      '/v1/agents',
      { goal: 'x', name: 'x', definition: { doc_type_map: { canary_7781: 'canary_7781' } } },
    ],
    [
      'a step',
      'POST',
      '/v1/document-types',
      { context_id: 'x', display_name: 'x', output_schema: {}, pipeline_steps: ['canary_7781'] },
    ],
    ['a part of the path', 'GET', '/v1/document-types/canary_7781', undefined],
    ['a query', 'POST', '/v1/search', { query: 'canary_7781:(' }],
  ])('does not repeat %s that it was refused for', async (_what, method, path, body) => {
    const marker = `m-${randomUUID()}`;
    const { status, detail } = await acme.send(method, path, { body, headers: { 'X-Request-Id': marker } });
    expect([status >= 400, String(detail)]).toEqual([true, expect.any(String)]);
    const line = await until(() =>
      service
        .output()
        .split('\n')
        .find((one) => one.includes(marker)),
    );
    expect(JSON.parse(line)).toMatchObject({ status, detail: expect.any(String) as string });
    expect(service.output()).not.toContain('canary_7781');
  });
});

describe('the address of the service itself', () => {
  test('leads to the documentation', async () => {
    const front = await fetch(`${service.url}/`, { redirect: 'manual' });
    expect([front.status, front.headers.get('location')]).toEqual([302, '/docs']);
    expect(await front.text()).toContain('<a href="/docs">');
    expect((await fetch(service.url)).status).toBe(200);
    expect((await fetch(`${service.url}/`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${service.url}/nowhere`)).status).toBeGreaterThanOrEqual(401);
  });
});
