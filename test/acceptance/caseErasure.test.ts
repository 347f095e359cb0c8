import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, letter, upload } from './support/cases.js';
import { verifyingKey } from './support/certificates.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

let service: Service;
let acme: Client;
let annasCard: Buffer;
let robertsLetter: Buffer;

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  expect((await defineMembership(acme, 'membership', { intelligence_level: 3 })).status).toBe(201);
  annasCard = await card('Anna Maria Eriksson');
  robertsLetter = await letter('Robert Smith');
});

afterAll(() => service.stop());

const open = async (body: object = {}): Promise<string> => {
  const opened = await acme.post('/v1/cases', { goal: 'membership', ...body });
  expect(opened.status).toBe(201);
  return `/v1/cases/${String(opened.body['session_id'])}`;
};
const idOf = (one: string): string => one.replace('/v1/cases/', '');

/** Everything in the database, as text. */
const database = async (): Promise<string> =>
  [...(await dumpTables(service.databaseUrl))].map(([name, rows]) => `${name}: ${rows}`).join('\n');

test('a case is erased with its replay, once for all, and only what says nothing of anybody is left', async () => {
  const reference = `reference-${randomUUID()}`;
  const one = await open({ client_reference_id: reference });
  await upload(acme, idOf(one), annasCard, { filename: 'unforgettable.pdf', label: 'unforgettable' });
  const key = { 'Idempotency-Key': randomUUID() };
  await upload(acme, idOf(one), robertsLetter, { filename: 'unforgettable.pdf', headers: key });
  await acme.post(`${one}/message`, { message: 'What is the full name? I am unforgettable.' });
  await acme.post(`${one}/complete`);
  await acme.patch(`${one}/decision`, { decision: 'deny', reason: 'unforgettable' });
  for (const format of ['json', 'pdf']) await acme.get(`${one}/report?format=${format}`);
  const again = `/v1/cases/${String((await acme.post(`${one}/replay`)).body['session_id'])}`;
  await until(async () => ((await acme.get(again)).body['result'] as { comparison?: object }).comparison, 120_000);
  const before = await acme.get(one);
  const [document] = before.body['documents'] as { file_url: string }[];
  expect(await database()).toMatch(/unforgettable.*\n/);

  const erased = await acme.post(`${one}/erase`, { reason: 'person_asked' });
  expect([erased.status, erased.body]).toEqual([
    200,
    {
      ...{ session_id: idOf(one), subject: `case-${idOf(one)}`, erased_at: expect.any(String) as string },
      erased: { values: expect.any(Number) as number, blobs: 2, rows: 1 + 2 + 3, saved_searches: 0 },
      ...{ log_position: expect.stringMatching(/^\d+$/) as string, replays: [idOf(again)] },
      signature: expect.any(String) as string,
    },
  ]);
  expect((await acme.post(`${one}/erase`)).body).toEqual(erased.body);
  expect(await verifyingKey(service.as(undefined), erased.body)).toMatch(/^[\w-]{43}$/);
  const forged = { ...erased.body, erased: { values: 0, blobs: 2, rows: 6 } };
  expect(await verifyingKey(service.as(undefined), forged)).toBe(undefined);

  const everything = await database();
  for (const value of ['unforgettable', 'Eriksson', 'ERIKSSON', 'Robert', reference, 'HRC-48213', 'LTR-99120'])
    expect(everything.includes(value), value).toBe(false);
  const files = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    expect(path).not.toContain(idOf(one));
    expect((await readFile(path)).includes('Eriksson'), path).toBe(false);
  }

  for (const path of [one, again]) {
    const left = await acme.get(path);
    expect(left.body).toMatchObject({
      client_reference_id: null,
      extractions: {},
      erased_at: expect.any(String) as string,
    });
    for (const each of left.body['documents'] as object[])
      expect(each).toMatchObject({ filename: '', label: '', sha256: '', extracted: {}, raw: {} });
  }
  expect((await acme.get(one)).body).toMatchObject({
    status: 'denied',
    result: {},
    erased_at: erased.body['erased_at'],
  });
  expect((await acme.get('/v1/cases')).list.find(({ session_id }) => session_id === idOf(one))).toMatchObject({
    extractions: {},
  });
  expect((await acme.get(`${one}/status`)).body).toMatchObject({ status: 'denied', completed: true });
  expect((await acme.get(`${one}/messages`)).list.map(({ content }) => content)).toEqual(['', '', '']);
  expect((await acme.get(document!.file_url)).status).toBe(404);
  const report = (await acme.get(`${one}/report`)).body;
  expect(report).toMatchObject({ case: { erased: true }, parties: [] });
  expect(JSON.stringify(report)).toContain('as the person asked for it');
  expect((await acme.get(`${one}/report?format=pdf`)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const repeated = await upload(acme, idOf(one), robertsLetter, { filename: 'unforgettable.pdf', headers: key });
  expect([repeated.status, repeated.detail]).toEqual([409, expect.stringMatching(/erased/)]);
});

test('a case that still collects ends by it, and what comes then is 409 with a sentence', async () => {
  const one = await open();
  await upload(acme, idOf(one), annasCard);
  expect((await acme.post(`${one}/erase`)).status).toBe(200);
  expect((await acme.get(one)).body).toMatchObject({ status: 'expired', extractions: {} });
  const late = {
    upload: await upload(acme, idOf(one), annasCard),
    message: await acme.post(`${one}/message`, { message: 'Hello' }),
    completion: await acme.post(`${one}/complete`),
    decision: await acme.patch(`${one}/decision`, { decision: 'approve' }),
    replay: await acme.post(`${one}/replay`),
  };
  for (const [name, { status, detail }] of Object.entries(late))
    expect([name, status, detail]).toEqual([name, 409, expect.stringMatching(/erased, so/)]);
});

test('the reference of an erased case is free, and no request that named the case brings it back', async () => {
  const reference = `reference-${randomUUID()}`;
  const one = await open({ client_reference_id: reference });
  await upload(acme, idOf(one), annasCard);
  const known = { goal: 'membership', client_reference_id: reference };
  const key = { 'Idempotency-Key': randomUUID() };
  expect((await acme.post('/v1/cases', known, key)).bytes.toString()).toContain('Eriksson');
  expect((await acme.post(`${one}/erase`)).status).toBe(200);
  expect((await acme.get(`/v1/cases?client_reference_id=${reference}`)).list).toEqual([]);
  const anew = await acme.post('/v1/cases', known, key);
  expect(anew.bytes.toString()).not.toContain('Eriksson');
  expect(anew.status).toBe(201);
  expect(anew.body).toMatchObject({ client_reference_id: reference, status: 'collecting', documents: [] });
  expect((await acme.post('/v1/cases', known)).body).toMatchObject({ session_id: anew.body['session_id'] });
});

test('erasing asks for the scope to write, a case of the own tenant, and a reason that there is', async () => {
  const one = await open();
  const answers = {
    'another tenant': await (await service.withKey('other')).post(`${one}/erase`),
    'an unknown case': await acme.post(`/v1/cases/${randomUUID()}/erase`),
    'a key that reads': await (await service.withKey('acme', ['read'])).post(`${one}/erase`),
    'no id': await acme.post('/v1/cases/one/erase'),
    'a reason in words': await acme.post(`${one}/erase`, { reason: 'Anna asked' }),
    'no key': await service.as(undefined).post(`${one}/erase`),
  };
  expect(Object.entries(answers).map(([name, { status }]) => [name, status])).toEqual([
    ...[
      ['another tenant', 404],
      ['an unknown case', 404],
      ['a key that reads', 403],
      ['no id', 422],
    ],
    ...[
      ['a reason in words', 422],
      ['no key', 401],
    ],
  ]);
  expect((await acme.get(one)).body['status']).toBe('collecting');
});

test('a repeated request to erase gets the same answer', async () => {
  const one = await open();
  const key = { 'Idempotency-Key': randomUUID() };
  const erased = await acme.post(`${one}/erase`, {}, key);
  const again = await acme.post(`${one}/erase`, {}, key);
  expect([again.status, again.body]).toEqual([200, erased.body]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});
