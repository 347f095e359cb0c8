import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anotherPerson, noFace, onePerson } from '../support/facePhotos.js';
import { until } from '../support/until.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

let service: Service;
let one: Buffer;
let other: Buffer;
let receiver: Server;
const received: Answer['body'][] = [];

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true' });
  [one, other] = [await onePerson(), await anotherPerson()];
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as Answer['body']);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

const BULK = '/api/v1/face/bulk';
const image = (bytes: Buffer) => ({ data: bytes.toString('base64'), mime_type: 'image/jpeg' });
const probe = (id: string, bytes: Buffer) => ({ id, ...image(bytes) });
const begin = (client: Client, probes: object[], more: object = {}, headers = {}): Promise<Answer> =>
  client.post(`${BULK}/search`, { probes, databases: ['custom'], ...more }, headers);

/** A tenant with one face in its register. */
async function registered(): Promise<Client> {
  const client = await service.withKey(`t-${randomUUID()}`);
  const face = { image: image(one), database: 'custom', face_id: 'visitor-1', metadata: { door: 'north' } };
  expect((await client.post('/api/v1/face/register', face)).status).toBe(200);
  return client;
}

/** What a search came to, once it has ended. */
async function ended(client: Client, begun: Answer): Promise<Answer['body']> {
  expect([begun.status, begun.body]).toMatchObject([202, { status: 'queued' }]);
  const path = begun.headers.get('location') ?? '';
  let body: Answer['body'] = {};
  await until(async () => {
    body = (await client.get(path)).body;
    return ['completed', 'failed'].includes(String(body['status'])) || undefined;
  }, 120_000);
  return body;
}

describe('a bulk search', () => {
  test('looks for each face as one search would, and a picture without one is the error of its probe alone', async () => {
    const client = await registered();
    const probes = [
      probe('same', await onePerson({ width: 200 })),
      probe('nobody', await noFace()),
      probe('stranger', other),
      { id: 'broken', ...image(Buffer.concat([one.subarray(0, 400), Buffer.alloc(2_000)])) },
      probe('same again', one),
    ];
    const begun = await begin(client, probes);
    expect(begun.body).toEqual({ job_id: expect.any(String) as string, status: 'queued', probe_count: 5 });
    const found = await ended(client, begun);
    const hit = { database: 'custom', face_id: 'visitor-1', person_id: null, metadata: { door: 'north' } };
    expect(found).toMatchObject({
      ...{ job_id: begun.body['job_id'], status: 'completed', probe_count: 5, processed: 5, error: null },
      results: [
        { id: 'same', results: [hit], error: null },
        { id: 'nobody', results: [], error: 'The field `probe` shows no face' },
        { id: 'stranger', results: [], error: null },
        { id: 'broken', results: [], error: expect.stringMatching(/`probe`/) as string },
        { id: 'same again', results: [hit], error: null },
      ],
    });
    const alone = await client.post('/api/v1/face/search', { probe: image(one), databases: ['custom'] });
    expect((found['results'] as Answer['body'][])[4]).toMatchObject({ results: alone.body['results'] });
  });

  test('tells its webhook once, what a read of it shows', async () => {
    const client = await registered();
    const port = String((receiver.address() as AddressInfo).port);
    const begun = await begin(client, [probe('same', one)], { webhook_url: `http://127.0.0.1:${port}/done` });
    const shown = await ended(client, begun);
    await until(() => received.length > 0 || undefined, 120_000);
    expect(received).toEqual([shown]);
  });

  test('keeps no picture once it has ended, and says nothing any more of a face that is deleted', async () => {
    const client = await registered();
    const begun = await begin(client, [probe('unmistakable-name', one)]);
    await ended(client, begun);
    const id = String(begun.body['job_id']);
    const kept = async () => (await dumpTables(service.databaseUrl)).get('subject_keys') ?? '';
    const keyOfPictures = async (): Promise<string | undefined> =>
      (await kept()).split('\n').find((row) => row.includes(`faceBulkPictures-${id}`) && /,,/.test(row));
    expect(await until(keyOfPictures)).toBeDefined();
    const dump = await dumpTables(service.databaseUrl);
    for (const name of ['face_bulk_jobs', 'face_bulk_results', 'bulk_jobs', 'bulk_failures']) {
      expect(dump.get(name)).not.toMatch(/unmistakable-name|visitor-1/);
    }
    expect((await client.send('DELETE', '/api/v1/face/custom/visitor-1', {})).status).toBe(204);
    const after = (await client.get(begun.headers.get('location') ?? '')).body;
    expect(after).toMatchObject({ results: [{ id: 'unmistakable-name', results: [], error: null }] });
  });

  test('is one for a request that is repeated', async () => {
    const client = await registered();
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, again] = [
      await begin(client, [probe('a', one)], {}, key),
      await begin(client, [probe('a', one)], {}, key),
    ];
    expect([again.status, again.body]).toEqual([202, first.body]);
    await ended(client, first);
  });

  test('is nobody else’s, and is begun with the scope write', async () => {
    const client = await registered();
    const stranger = await service.withKey(`t-${randomUUID()}`);
    const reader = await service.withKey(`t-${randomUUID()}`, ['read']);
    const begun = await begin(client, [probe('a', one)]);
    const path = begun.headers.get('location') ?? '';
    expect((await begin(reader, [probe('a', one)])).status).toBe(403);
    for (const answer of [await stranger.get(path), await stranger.post(`${path}/cancel`)]) {
      expect([answer.status, answer.detail]).toEqual([404, 'There is no bulk search with this id']);
    }
    expect((await client.get(`${BULK}/${randomUUID()}`)).status).toBe(404);
    await ended(client, begun);
    const late = await client.post(`${path}/cancel`);
    expect([late.status, late.detail]).toEqual([409, 'The bulk search has ended, so it cannot be cancelled']);
  });

  test.each([
    [{ probes: [] }, 422, /probes/],
    [{ databases: [] }, 422, /databases/],
    [{ databases: ['no_such_register'] }, 422, /names no register/],
    [{ threshold: 1.1 }, 422, /threshold/],
    [{ top_k: 0 }, 422, /top_k/],
    [{ webhook_url: 'ftp://example.com' }, 422, /webhook_url/],
    [{ probes: [{ id: 'a', data: 'no base64!', mime_type: 'image/jpeg' }] }, 422, /probes.*data/],
    [{ probes: [{ data: 'AAAA', mime_type: 'image/jpeg' }] }, 422, /id/],
    [
      { probes: [{ id: 'a', data: Buffer.from('%PDF-1.7 x').toString('base64'), mime_type: 'x' }] },
      415,
      /probes.0.data/,
    ],
  ])('with %j is refused', async (more, status, detail) => {
    const client = await service.withKey(`t-${randomUUID()}`);
    const answer = await client.post(`${BULK}/search`, { probes: [probe('a', one)], databases: ['custom'], ...more });
    expect([answer.status, answer.detail]).toEqual([status, expect.stringMatching(detail)]);
  });
});

describe('bulk searches that run', () => {
  let idle: Service;
  beforeAll(async () => void (idle = await startService({ ROLES: 'api,projector,relay' })));
  afterAll(() => idle.stop());

  test('are three of a tenant at most, and end as failed once they are cancelled', async () => {
    const client = await idle.withKey(`t-${randomUUID()}`);
    const begun: Answer[] = [];
    for (let count = 0; count < 3; count++) begun.push(await begin(client, [probe('a', one)]));
    expect(begun.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect((await begin(client, [probe('a', one)])).status).toBe(409);
    const path = begun[0]?.headers.get('location') ?? '';
    expect((await client.get(path)).body).toMatchObject({ status: 'queued', processed: 0, results: [] });
    const cancelled = await client.post(`${path}/cancel`);
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { status: 'failed', error: 'cancelled' }]);
    expect((await begin(client, [probe('a', one)])).status).toBe(202);
  });
});
