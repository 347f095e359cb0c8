import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineMembership, linkHeaders, MEMBERSHIP_AGENT, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let platform: Client;

beforeAll(async () => {
  service = await startService();
  platform = service.platform;
});

afterAll(() => service.stop());

const TYPES = '/v1/document-types';
const EXECUTIONS = '/v1/pipeline/executions';

/** The operations of the API's description, by path and method. */
interface Paths {
  [path: string]: { [method: string]: { requestBody?: { content: { [mediaType: string]: unknown } } } };
}

const MIB = 1024 * 1024;

const post = (raw: string | Buffer, headers: Record<string, string> = {}, path = TYPES): Promise<Answer> =>
  platform.send('POST', path, { raw, headers });

describe('the envelope', () => {
  test.each([
    [404, 'GET', '/v1'],
    [404, 'POST', '/v1/document-type'],
    [404, 'GET', '/v1/document-types/passport/more/parts'],
    [404, 'GET', '/docs/../etc/passwd'],
    [404, 'GET', '/docs/assets/nothing.js'],
    [405, 'PATCH', TYPES],
    [405, 'POST', '/healthz'],
    [405, 'DELETE', '/v1/pipeline/run'],
    [405, 'OPTIONS', TYPES],
    [400, 'GET', '/v1/document-types/%ff'],
    [422, 'GET', '/v1/pipeline/executions/7'],
  ])('%i to %s %s is one sentence and a request id', async (status, method, path) => {
    const answer = await platform.send(method, path);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ detail: expect.any(String) as unknown });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    expect(answer.headers.has('x-powered-by')).toBe(false);
  });

  test('405 names the methods that there are', async () => {
    expect((await platform.send('PATCH', TYPES)).headers.get('allow')).toBe('POST, GET, HEAD');
    expect((await platform.send('GET', '/v1/pipeline/run')).headers.get('allow')).toBe('POST');
    expect((await platform.send('DELETE', '/metrics')).headers.get('allow')).toBe('GET, HEAD');
  });

  test.each(['a', 'Req-1_2.3', 'x'.repeat(128)])('the request id %s is echoed', async (id) => {
    expect((await platform.get(TYPES, { 'X-Request-Id': id })).headers.get('x-request-id')).toBe(id);
  });

  test.each(['', 'a b', 'x'.repeat(129), '<script>', 'a,b'])('the request id %s is replaced', async (id) => {
    const echoed = (await platform.get(TYPES, { 'X-Request-Id': id })).headers.get('x-request-id');
    expect(echoed).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('bodies', () => {
  test.each([
    ['an unfinished one', '{"context_id": "x"'],
    ['text', 'hello'],
    ['two values', '{}{}'],
    ['a comment', '{/* */}'],
    ['NaN', '{"a": NaN}'],
    ['bytes that are no UTF-8', Buffer.from('7b2261223a22ff227d', 'hex')],
  ])('%s is 400', async (_what, raw) => {
    const answer = await post(raw);
    expect([answer.status, String(answer.detail).startsWith('The request body')]).toEqual([400, true]);
  });

  test.each(['[]', '"text"', '7', 'null', 'true'])('%s, which is no object, is 422', async (raw) => {
    expect((await post(raw)).status).toBe(422);
  });

  test('a missing body is 422, with or without a content type', async () => {
    expect((await platform.send('POST', TYPES)).detail).toBe('The request body is missing');
    expect((await post('', { 'Content-Type': 'text/plain' })).status).toBe(422);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/jsonx',
  ])('%s is 415', async (type) => {
    const answer = await post('{}', { 'Content-Type': type });
    expect([answer.status, String(answer.detail).includes('application/json')]).toEqual([415, true]);
  });

  test('application/json may name UTF-8 as its charset, and be written in capitals', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      expect((await post('{}', { 'Content-Type': type })).status).toBe(422);
    }
  });

  test('a compressed body is 415', async () => {
    expect((await post('{}', { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  test.each([
    ['/v1/admin/keys', 'name', 200, { tenant_id: 'acme', scopes: ['read'] }],
    ['/v1/agents', 'name', 200, {}],
    ['/v1/document-types', 'display_name', 200, { output_schema: {} }],
  ] as const)('%s takes a %s of %i characters, however many bytes each has', async (path, field, most, rest) => {
    const body = (length: number, own: string) => ({
      ...{ goal: own, context_id: own, ...rest },
      [field]: '🪪'.repeat(length),
    });
    const own = `emoji_${field}_${path.length}`;
    const taken = await platform.post(path, body(most, own));
    expect([taken.status, taken.body[field]]).toEqual([201, '🪪'.repeat(most)]);
    const refused = await platform.post(path, body(most + 1, `${own}_more`));
    expect([refused.status, refused.body]).toEqual([
      422,
      { detail: `The field \`${field}\` must have at most ${most} characters` },
    ]);
  });

  test('a member named __proto__ is refused and said where it is, not left out unsaid', async () => {
    const answer = await post('{"goal":"x","metadata":{"a":"b","__proto__":"c"}}', {}, '/v1/cases');
    expect([answer.status, answer.detail]).toEqual([
      422,
      'The field `metadata` has a member named __proto__, which cannot be kept; leave it out',
    ]);
  });

  test('unknown fields are ignored', async () => {
    const raw = '{"context_id":"odd_fields","display_name":"x","output_schema":{"a":"string"},"nonsense":1}';
    const answer = await post(raw);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ enabled: true, output_schema: { a: 'string' } });
    expect(answer.body).not.toHaveProperty('nonsense');
  });

  test.each([
    ['a NUL', '{"context_id":"x","display_name":"a\\u0000b","output_schema":{}}', 'display_name'],
    [
      'a NUL in a nested key',
      '{"context_id":"x","display_name":"a","output_schema":{"a\\u0000":"string"}}',
      'output_schema',
    ],
    ['half a surrogate pair', '{"context_id":"x","display_name":"\\ud800","output_schema":{}}', 'display_name'],
  ])('%s in a string is 422', async (_what, raw, field) => {
    const answer = await post(raw);
    expect([answer.status, String(answer.detail).includes(field)]).toEqual([422, true]);
  });

  test('a number that JSON allows and no double holds is 422, in the body of every operation', async () => {
    const { paths } = JSON.parse((await platform.get('/openapi.json')).bytes.toString()) as { paths: Paths };
    const taking = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => requestBody?.content['application/json'] !== undefined)
        .map(([method]) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, randomUUID())] as const),
    );
    expect(taking.length).toBeGreaterThan(10);
    const headers = await linkHeaders(await service.withKey('numbers'));
    for (const [method, path] of taking) {
      const { status, detail } = await platform.send(method, path, { raw: '{"extra":{"deep":[1,-1e400]}}', headers });
      expect([path, status, detail]).toEqual([
        ...[path, 422, 'The field `extra.deep.1` holds a number that is too large; the largest is about 1.8e308'],
      ]);
    }
  });

  test.each(['1e400', '-1e400', '9'.repeat(400)])(
    '%s is 422 in a query, and no more than a text in a field of a form',
    async (number) => {
      expect((await platform.get(`${EXECUTIONS}?limit=${number}`)).status).toBe(422);
      expect((await platform.get(`/v1/cases?cursor=${number}`)).status).toBe(422);
      const client = await service.withKey(`of_${number.length}_digits`);
      await defineMembership(client);
      const { body } = await client.post('/v1/cases', { goal: MEMBERSHIP_AGENT.goal });
      const sent = await upload(client, body['session_id'], Buffer.from('%PDF-1.7 and nothing'), { label: number });
      const opened = await client.get(`/v1/cases/${String(body['session_id'])}`);
      const labels = (opened.body['documents'] as { label: unknown }[]).map(({ label }) => label);
      expect([sent.status, labels]).toEqual(number.length > 255 ? [422, []] : [200, [number]]);
    },
  );

  test('65 levels are too deep, and 100,000 levels are refused as fast', async () => {
    const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect((await post(nested(63))).detail).toContain('context_id');
    expect((await post(nested(64))).detail).toContain('nested');
    expect((await post(nested(100_000))).status).toBe(422);
  });

  test('millions of small values do not hold up other requests', async () => {
    const [many, quotes] = await Promise.all([
      post(`{"a":[${'0,'.repeat(20 * MIB)}0]}`),
      post(`{"a":"${'\\"'.repeat(20 * MIB)}"}`),
    ]);
    expect([many.status, quotes.status]).toEqual([422, 422]);
    expect((await post(`{${' '.repeat(60 * MIB)}}`)).status).toBe(422);
  });

  test('a body over 64 MiB is 413, and its sender gets to see it', async () => {
    const raw = Buffer.alloc(64 * MIB + 1, ' ');
    const answer = await post(raw);
    expect([answer.status, answer.detail]).toEqual([413, 'The request body is larger than 64 MiB']);
    expect((await platform.get(TYPES)).status).toBe(200);
  });
});

describe('on the wire', () => {
  const head = (...lines: string[]): string =>
    [
      'POST /v1/document-types HTTP/1.1',
      'Host: x',
      `X-Api-Key: ${platform.key ?? ''}`,
      'Content-Type: application/json',
      ...lines,
      '',
      '',
    ].join('\r\n');

  test('413 is said before the body is there, and does not wait for it', async () => {
    const answer = await exchange(service.url, head(`Content-Length: ${65 * MIB}`), (text) =>
      text.includes('\r\n\r\n{'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('{"detail":"The request body is larger than 64 MiB"}');
  });

  test('413 holds for chunked bodies, which do not say how long they are', async () => {
    const chunk = `${MIB.toString(16)}\r\n${' '.repeat(MIB)}\r\n`;
    const answer = await exchange(
      service.url,
      head('Transfer-Encoding: chunked') + chunk.repeat(66) + '0\r\n\r\n',
      (text) => text.includes('\r\n\r\n{'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('what is no HTTP is answered with the envelope too', async () => {
    const answer = await exchange(service.url, 'NONSENSE\r\n\r\n', (text) => text.includes('\r\n\r\n{'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"detail":');
  });

  test('an address without a host is answered with the envelope, and not with a page', async () => {
    const answer = await exchange(service.url, 'GET http:// HTTP/1.1\r\nHost: x\r\n\r\n', (text) =>
      text.includes('\r\n\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\nX-Request-Id: /);
  });

  test('headers that are too large are 431 with the envelope', async () => {
    const answer = await exchange(service.url, head(`X-Large: ${'x'.repeat(40_000)}`), (text) =>
      text.includes('\r\n\r\n{'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('{"detail":');
  });

  test('connections are kept alive for 65 s or more', async () => {
    const answer = await exchange(service.url, 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n', (text) =>
      text.includes('Keep-Alive'),
    );
    expect(Number(/Keep-Alive: timeout=(\d+)/.exec(answer)?.[1])).toBeGreaterThanOrEqual(65);
  });
});

describe('CORS', () => {
  test('is off unless set, and then for the named origins alone', async () => {
    const asks = { Origin: 'https://console.example' };
    expect((await platform.get(TYPES, asks)).headers.has('access-control-allow-origin')).toBe(false);
    const shared = await startService({ CORS_ORIGINS: 'https://console.example' });
    try {
      const allowed = await shared.platform.get(TYPES, asks);
      expect(allowed.headers.get('access-control-allow-origin')).toBe('https://console.example');
      const other = await shared.platform.get(TYPES, { Origin: 'https://evil.example' });
      expect(other.headers.get('access-control-allow-origin')).not.toBe('https://evil.example');
      const preflight = await shared.as(undefined).send('OPTIONS', TYPES, {
        headers: { ...asks, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key' },
      });
      expect(preflight.status).toBe(204);
    } finally {
      await shared.stop();
    }
  });
});

/** Sends bytes over a connection of its own and reads until enough has come back. */
function exchange(url: string, bytes: string, enough: (received: string) => boolean): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (!enough(received)) return;
      socket.destroy();
      resolve(received);
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error(`The connection ended after: ${received}`)));
  });
}
