import { beforeAll, expect, test } from 'vitest';
import { blankPage } from './support/blankPage.js';
import { defineMembership } from './support/cases.js';
import type { Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  expect((await defineMembership(acme)).status).toBe(201);
});

const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'x']));
const open = (metadata?: unknown) => acme.post('/v1/cases', { goal: 'membership', metadata });

test('a case shows the metadata that it was opened with, keys in their order, and a replay of it too', async () => {
  const metadata = { zone: 'eu', order: '4711', '': 'no name' };
  const { status, body } = await open(metadata);
  expect([status, JSON.stringify(body['metadata'])]).toEqual([201, JSON.stringify(metadata)]);
  const { body: read } = await acme.get(`/v1/cases/${String(body['session_id'])}`);
  expect(JSON.stringify(read['metadata'])).toBe(JSON.stringify(metadata));
  const replayed = await acme.post(`/v1/cases/${String(body['session_id'])}/replay`);
  expect(replayed.body['metadata']).toEqual(metadata);
  expect((await open()).body['metadata']).toEqual({});
});

test.each([
  ['more than 50 keys', many(51), /`metadata` must have at most 50 keys/],
  ['a value that is no text', { order: 4711 }, /`metadata.order` must be a string/],
  ['a value of more than 500 characters', { order: 'x'.repeat(501) }, /`metadata.order` must have at most 500/],
  ['a key of more than 500 characters', { ['x'.repeat(501)]: 'x' }, /`metadata` must have keys of at most 500/],
  ['a list', ['x'], /`metadata` must be an object/],
  ['a text', 'x', /`metadata` must be an object/],
])('metadata with %s is 422 and named, on cases and on runs', async (_what, metadata, sentence) => {
  const input = { data: await blankPage(), mime_type: 'image/png', filename: 'page.png' };
  const answers = [
    await open(metadata),
    await acme.post('/v1/pipeline/run', { context_id: 'receipt', input, metadata }),
    await acme.post('/v1/agent/run', { goal: 'membership', documents: [input], metadata }),
  ];
  for (const { status, detail } of answers) expect([status, detail]).toEqual([422, expect.stringMatching(sentence)]);
});

test('as many keys as there may be, with characters of two units, are taken', async () => {
  const metadata = { ...many(49), smile: '😀'.repeat(500) };
  expect((await open(metadata)).body['metadata']).toEqual(metadata);
});

test('metadata goes with the case when that is erased, and finds nothing any more', async () => {
  const { body } = await open({ order: 'to-be-erased' });
  const path = `/v1/cases/${String(body['session_id'])}`;
  expect((await acme.get('/v1/cases?metadata.order=to-be-erased')).list).toHaveLength(1);
  expect((await acme.post(`${path}/erase`, {})).status).toBe(200);
  const { status, body: erased } = await acme.get(path);
  expect([status, erased['metadata'], typeof erased['erased_at']]).toEqual([200, {}, 'string']);
  expect((await acme.get('/v1/cases?metadata.order=to-be-erased')).list).toEqual([]);
});
