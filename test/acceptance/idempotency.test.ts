import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = await service.withKey('acme', ['read', 'write', 'admin']);
});

afterAll(() => service.stop());

const TYPES = '/v1/document-types';

const aType = (context_id: string, display_name = 'A type') => ({
  context_id,
  display_name,
  output_schema: { name: 'string' },
});

const keyed = (key: string): Record<string, string> => ({ 'Idempotency-Key': key });

const isReplay = (answer: Answer): boolean => answer.headers.get('idempotency-replayed') === 'true';

/** Sends a request to a target that `fetch` would write in another way. */
async function postTo(target: string, body: object, headers: Record<string, string>) {
  const request = httpRequest({
    ...{ host: '127.0.0.1', port: new URL(service.url).port, path: target, method: 'POST' },
    headers: { ...headers, 'X-Api-Key': client.key, 'Content-Type': 'application/json' },
  });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const answer = JSON.parse((await buffer(response)).toString()) as unknown;
  return { status: response.statusCode, replayed: response.headers['idempotency-replayed'] === 'true', body: answer };
}

/** A small page with nothing on it, in base64. */
async function smallPage(): Promise<string> {
  const page = sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } });
  return (await page.png().toBuffer()).toString('base64');
}

async function inDatabase(statement: string, values: unknown[] = []): Promise<pg.QueryResult<Record<string, unknown>>> {
  const connection = new pg.Client({ connectionString: service.databaseUrl });
  await connection.connect();
  try {
    return await connection.query(statement, values);
  } finally {
    await connection.end();
  }
}

describe('the same key with the same request', () => {
  test('gives the original status and body again and says so', async () => {
    const headers = keyed(randomUUID());
    const first = await client.post(TYPES, aType('first_of_two'), headers);
    const second = await client.post(TYPES, aType('first_of_two'), headers);
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    expect([second.status, isReplay(second)]).toEqual([201, true]);
    expect(second.body).toEqual(first.body);
  });

  test('is the same when the members of the body come in another order', async () => {
    const headers = keyed(randomUUID());
    await client.post(TYPES, { ...aType('reordered'), enabled: true }, headers);
    const second = await client.post(TYPES, { enabled: true, ...aType('reordered') }, headers);
    expect([second.status, isReplay(second)]).toEqual([201, true]);
  });

  test.each([
    [400, '/v1/pipeline/run', { context_id: 'switched_off' }],
    [404, '/v1/pipeline/run', { context_id: 'no_such_type' }],
    [409, TYPES, aType('switched_off')],
    [422, TYPES, { context_id: 'nameless', output_schema: {} }],
    [422, TYPES, { ...aType('bad_pattern'), validation_rules: { name: { regex: '(' } } }],
  ])('keeps a %i that came out of executing it', async (status, path, body) => {
    await client.post(TYPES, { ...aType('switched_off'), enabled: false });
    const input = { data: Buffer.from('ffd8ff', 'hex').toString('base64'), mime_type: 'image/jpeg', filename: 'x' };
    const headers = keyed(randomUUID());
    const first = await client.post(path, { input, ...body }, headers);
    const second = await client.post(path, { input, ...body }, headers);
    expect([first.status, isReplay(first)]).toEqual([status, false]);
    expect([second.status, isReplay(second), second.body]).toEqual([status, true, first.body]);
  });

  test('replays a run without running it again', async () => {
    const body = {
      context_id: 'receipt',
      input: { data: await smallPage(), mime_type: 'image/png', filename: 'page.png' },
    };
    const headers = keyed(randomUUID());
    const first = await client.post('/v1/pipeline/run', body, headers);
    const second = await client.post('/v1/pipeline/run', body, headers);
    expect([first.status, second.status, isReplay(second)]).toEqual([200, 200, true]);
    expect(second.body).toEqual(first.body);
    expect((await client.get('/v1/pipeline/executions')).list).toHaveLength(1);
  });

  test('works for PATCH', async () => {
    await client.post(TYPES, aType('patched'));
    const path = `${TYPES}/patched/lock-fields`;
    const headers = keyed(randomUUID());
    await client.patch(path, { fields: { age: 'integer' } }, headers);
    const second = await client.patch(path, { fields: { age: 'integer' } }, headers);
    expect([second.status, isReplay(second)]).toEqual([200, true]);
    expect((await client.get(`${TYPES}/patched/versions`)).list).toHaveLength(1);
  });

  test('leaves raw_key out of the replay of a key creation, and stores it nowhere', async () => {
    const body = { tenant_id: 'acme', name: 'x', scopes: ['read'] };
    const headers = keyed(randomUUID());
    const first = await client.post('/v1/admin/keys', body, headers);
    const second = await client.post('/v1/admin/keys', body, headers);
    const { raw_key, ...rest } = first.body;
    expect(raw_key).toMatch(/^zk_/);
    expect([second.status, isReplay(second), second.body]).toEqual([201, true, rest]);
  });

  test('is the same however its path is written', async () => {
    const headers = keyed(randomUUID());
    const first = await client.post(TYPES, aType('one_path'), headers);
    for (const target of [`${TYPES}/`, `http://a.example:99${TYPES}`]) {
      expect(await postTo(target, aType('one_path'), headers)).toEqual({
        status: 201,
        replayed: true,
        body: first.body,
      });
    }
    const { body: agent } = await client.post('/v1/agents', { goal: 'one_path', name: 'One', deployed: true });
    expect(agent['goal']).toBe('one_path');
    const { body: opened } = await client.post('/v1/cases', { goal: 'one_path' });
    const said = await client.post(`/v1/cases/${String(opened['session_id'])}/complete`, undefined, headers);
    const again = await client.post(
      `/v1/cases/${String(opened['session_id']).toUpperCase()}/complete`,
      undefined,
      headers,
    );
    expect([again.status, isReplay(again), again.body]).toEqual([said.status, true, said.body]);
  });

  test('is taken for a path of any length', async () => {
    const headers = keyed(randomUUID());
    expect((await client.post(`/v1/cases/${'a'.repeat(7_000)}/complete`, undefined, headers)).status).toBe(422);
    const long = `${TYPES}/${'b'.repeat(7_000)}/lock-fields`;
    expect((await client.patch(long, { fields: { b: 'string' } }, headers)).status).toBe(404);
  });

  test('executes once for 20 that come at the same time', async () => {
    const headers = keyed(randomUUID());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.post(TYPES, aType('twenty_at_once'), headers)),
    );
    const originals = answers.filter((answer) => answer.status === 201 && !isReplay(answer));
    expect(originals).toHaveLength(1);
    for (const answer of answers) {
      expect(answer.status === 409 || answer.status === 201).toBe(true);
      if (answer.status === 201) expect(answer.body).toEqual(originals[0]?.body);
    }
    expect(isReplay(await client.post(TYPES, aType('twenty_at_once'), headers))).toBe(true);
  });
});

describe('the same key with another request', () => {
  test('is 422 for another body and for another query', async () => {
    const headers = keyed(randomUUID());
    await client.post(TYPES, aType('original'), headers);
    for (const [path, body] of [
      [TYPES, aType('another')],
      [`${TYPES}?tenant_id=acme`, aType('original')],
    ] as const) {
      const answer = await client.post(path, body, headers);
      expect(answer.status).toBe(422);
      expect(answer.detail).toContain('Idempotency-Key');
      expect(isReplay(answer)).toBe(false);
    }
  });

  test('is another key for another tenant, method or path', async () => {
    const headers = keyed(randomUUID());
    await client.post(TYPES, aType('per_tenant'), headers);
    const other = await service.withKey('globex');
    const answer = await other.post(TYPES, aType('per_tenant'), headers);
    expect([answer.status, isReplay(answer)]).toEqual([201, false]);
    const patched = await client.patch(`${TYPES}/per_tenant/lock-fields`, { fields: { b: 'string' } }, headers);
    expect([patched.status, isReplay(patched)]).toEqual([200, false]);
  });
});

describe('what is not kept', () => {
  test('401, 403 and 415 leave the key free', async () => {
    const headers = keyed(randomUUID());
    const image = { data: Buffer.from('text').toString('base64'), mime_type: 'image/jpeg', filename: 'x' };
    const real = { ...image, data: Buffer.from('ffd8ff', 'hex').toString('base64') };
    const run = '/v1/pipeline/run';
    expect((await service.as(undefined).post(TYPES, aType('free'), headers)).status).toBe(401);
    expect((await client.post(TYPES, { ...aType('free'), tenant_id: 'globex' }, headers)).status).toBe(403);
    expect(
      (await client.send('POST', TYPES, { raw: 'x', headers: { ...headers, 'Content-Type': 'text/plain' } })).status,
    ).toBe(415);
    expect((await client.post(run, { context_id: 'passport', input: image }, headers)).status).toBe(415);
    expect((await client.post(TYPES, aType('free'), headers)).status).toBe(201);
    const done = await client.post(run, { context_id: 'passport', input: real }, headers);
    expect([done.status, isReplay(done)]).toEqual([200, false]);
  });

  test('GET, PUT and DELETE take no notice of the header', async () => {
    const headers = keyed(randomUUID());
    await client.post(TYPES, aType('put_twice'));
    const put = () => client.send('PUT', `${TYPES}/put_twice`, { body: { enabled: false }, headers });
    await put();
    expect(isReplay(await put())).toBe(false);
    await client.get(TYPES, headers);
    expect(isReplay(await client.get(TYPES, headers))).toBe(false);
  });

  test('a key of no or more than 255 characters is 422', async () => {
    expect((await client.post(TYPES, aType('long'), keyed('k'.repeat(256)))).status).toBe(422);
    expect((await client.post(TYPES, aType('long'), keyed(''))).status).toBe(422);
    expect((await client.post(TYPES, aType('long'), keyed('k'.repeat(255)))).status).toBe(201);
  });
});

describe('time', () => {
  test('a kept answer is forgotten after 24 hours, not before', async () => {
    const headers = keyed(randomUUID());
    await client.post(TYPES, aType('a_day'), headers);
    await inDatabase(`update kept_answers set created_at = created_at - interval '23 hours 59 minutes'`);
    expect(isReplay(await client.post(TYPES, aType('a_day'), headers))).toBe(true);
    await inDatabase(`update kept_answers set created_at = created_at - interval '2 minutes'`);
    const again = await client.post(TYPES, aType('a_day'), headers);
    expect([again.status, isReplay(again)]).toEqual([409, false]);
  });

  test('a request that is still being executed is 409, and one whose process died is answered by what it did', async () => {
    const headers = keyed(randomUUID());
    const first = await client.post(TYPES, aType('interrupted'), headers);
    // What a process leaves behind that is killed while it executes.
    const unfinished = `update kept_answers set status = null, sealed_body = null where created_at > now() - interval '1 hour'`;
    await inDatabase(unfinished);
    expect((await client.post(TYPES, aType('interrupted'), headers)).status).toBe(409);
    await inDatabase(`update kept_answers set claimed_until = now() - interval '1 second'`);
    const again = await client.post(TYPES, aType('interrupted'), headers);
    expect([again.status, isReplay(again)]).toEqual([201, false]);
    expect(again.body).toEqual(first.body);
  });

  test('a client that hangs up finds the answer when it comes back', async () => {
    const body = JSON.stringify({
      context_id: 'receipt',
      input: { data: await smallPage(), mime_type: 'image/png', filename: 'hung-up.png' },
    });
    const headers = keyed(randomUUID());
    const before = (await client.get('/v1/pipeline/executions')).list.length;
    const hasty = httpRequest(`${service.url}/v1/pipeline/run`, {
      method: 'POST',
      headers: { ...headers, 'X-Api-Key': client.key, 'Content-Type': 'application/json' },
    });
    hasty.on('error', () => undefined);
    hasty.end(body);
    await until(async () => ((await client.get('/v1/pipeline/executions')).list.length > before ? true : undefined));
    hasty.destroy();
    const answer = await until(async () => {
      const repeated = await client.send('POST', '/v1/pipeline/run', { raw: body, headers });
      return repeated.status === 409 ? undefined : repeated;
    });
    expect([answer.status, isReplay(answer)]).toEqual([200, true]);
    expect((await client.get('/v1/pipeline/executions')).list).toHaveLength(before + 1);
  });
});

test('kept answers are sealed, and keys are stored as hashes', async () => {
  const key = `visible-${randomUUID()}`;
  await client.post(TYPES, aType('sealed', 'Confidential name'), keyed(key));
  const { rows } = await inDatabase('select * from kept_answers');
  const stored =
    JSON.stringify(rows) + rows.map((row) => Buffer.from(String(row['sealed_body']), 'base64').toString()).join();
  expect(rows.length).toBeGreaterThan(0);
  expect(stored).not.toContain(key);
  expect(stored).not.toContain('Confidential name');
});
