import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership } from './support/cases.js';
import { verifyingKey } from './support/certificates.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

let service: Service;
let acme: Client;
let annasCard: string;

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  expect((await defineMembership(acme)).status).toBe(201);
  annasCard = (await card('Anna Maria Eriksson')).toString('base64');
});

afterAll(() => service.stop());

const document = { mime_type: 'application/pdf', filename: 'unforgettable.pdf' };
const run = (more: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  acme.post(
    '/v1/pipeline/run',
    { context_id: 'club_card', input: { ...document, data: annasCard }, metadata: { note: 'unforgettable' }, ...more },
    headers,
  );
const pathOf = (answer: Answer): string => `/v1/pipeline/executions/${String(answer.body['execution_id'])}`;

test('an execution is erased once for all, with a certificate that a published key verifies', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  const ran = await run({}, key);
  expect(ran.bytes.toString()).toContain('Eriksson');
  const one = pathOf(ran);
  const erased = await acme.post(`${one}/erase`, { reason: 'person_asked' });
  expect([erased.status, erased.body]).toEqual([
    200,
    {
      ...{ execution_id: ran.body['execution_id'], subject: `execution-${String(ran.body['execution_id'])}` },
      erased_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      erased: {
        ...{ values: expect.any(Number) as number, blobs: 1, rows: 1 + (ran.body['steps'] as object[]).length },
        saved_searches: 0,
      },
      log_position: expect.stringMatching(/^\d+$/) as string,
      signature: expect.stringMatching(/^[\w-]{86}$/) as string,
    },
  ]);
  expect((erased.body['erased'] as { values: number }).values).toBeGreaterThan(3);
  expect(await verifyingKey(service.as(undefined), erased.body)).toMatch(/^[\w-]{43}$/);
  expect(await verifyingKey(service.as(undefined), { ...erased.body, erased_at: '2020-01-01T00:00:00.000Z' })).toBe(
    undefined,
  );
  expect((await acme.post(`${one}/erase`)).body).toEqual(erased.body);

  expect((await acme.get(one)).body).toMatchObject({
    status: 'completed',
    result: {},
    input_filename: '',
    metadata: {},
  });
  expect((await acme.get(`${one}/file`)).status).toBe(404);
  const everything = [...(await dumpTables(service.databaseUrl)).values()].join('\n');
  for (const value of ['unforgettable', 'Eriksson', 'ERIKSSON', 'HRC-48213'])
    expect(everything.includes(value), value).toBe(false);
  const files = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile())) {
    const path = join(file.parentPath, file.name);
    expect((await readFile(path)).includes('Eriksson'), path).toBe(false);
  }
  const again = await run({}, key);
  // It is answered by what there is: nobody who has the key gets what was read.
  expect([again.status, again.body['execution_id']]).toEqual([200, ran.body['execution_id']]);
  expect(again.bytes.toString()).not.toContain('Eriksson');
});

test("an agent's run is erased with its documents", async () => {
  const ran = await acme.post('/v1/agent/run', {
    goal: 'membership',
    documents: [{ ...document, data: annasCard }],
    sync: true,
  });
  expect([ran.status, ran.detail]).toEqual([200, ran.detail]);
  const { status, body } = await acme.post(`${pathOf(ran)}/erase`);
  expect([status, await verifyingKey(service.as(undefined), body)]).toEqual([200, expect.any(String)]);
  expect((await acme.get(pathOf(ran))).bytes.toString()).not.toContain('Eriksson');
});

test('an execution that still runs is 409, and erased once it has ended', async () => {
  const accepted = await run({ sync: false });
  const first = await acme.post(`${pathOf(accepted)}/erase`);
  // It may have ended already.
  if (first.status !== 200) expect([first.status, first.detail]).toEqual([409, expect.stringMatching(/still running/)]);
  await until(async () => (await acme.post(`${pathOf(accepted)}/erase`)).status === 200 || undefined, 120_000);
});

test('erasing an execution asks for the scope to write, one of the own tenant, and a reason that there is', async () => {
  const one = pathOf(await run());
  const answers = {
    'another tenant': await (await service.withKey('other')).post(`${one}/erase`),
    'an unknown one': await acme.post(`/v1/pipeline/executions/${randomUUID()}/erase`),
    'a key that reads': await (await service.withKey('acme', ['read'])).post(`${one}/erase`),
    'no id': await acme.post('/v1/pipeline/executions/one/erase'),
    'a reason in words': await acme.post(`${one}/erase`, { reason: 'Anna asked' }),
    'no key': await service.as(undefined).post(`${one}/erase`),
  };
  expect(Object.values(answers).map(({ status }) => status)).toEqual([404, 404, 403, 422, 422, 401]);
  expect((await acme.get(one)).bytes.toString()).toContain('Eriksson');
});

test('certificates stay what they are, and verifiable, when the key is another one', async () => {
  const one = pathOf(await run());
  const { body } = await acme.post(`${one}/erase`);
  const before = await verifyingKey(service.as(undefined), body);
  const other = await startService({ SIGNING_KEY: randomBytes(32).toString('hex') }, service.stack);
  try {
    const client = other.as(acme.key);
    expect((await client.post(`${one}/erase`)).body).toEqual(body);
    expect(await verifyingKey(other.as(undefined), body)).toBe(before);
    const newer = (await client.post(`${pathOf(await run())}/erase`)).body;
    expect(await verifyingKey(other.as(undefined), newer)).not.toBe(before);
    // The process with the older key knows of the newer one within seconds.
    await until(() => verifyingKey(service.as(undefined), newer), 15_000);
  } finally {
    await other.stop();
  }
});
