import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderPassport } from '../../specimens/index.js';
import { until } from '../support/until.js';
import { upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { startStack, type Stack } from './support/stack.js';

// What a killed process held is given up on after a while, and looked after once a minute.
let stack: Stack;
let service: Service;
let acme: Client;
let passport: Buffer;

beforeAll(async () => {
  passport = (await renderPassport()).bytes;
  stack = await startStack();
  service = await startService({}, stack);
  acme = await service.withKey('acme');
  const agent = {
    goal: 'travel',
    name: 'Travel',
    deployed: true,
    definition: { doc_type_map: { passport: 'passport' } },
  };
  expect((await acme.post('/v1/agents', agent)).status).toBe(201);
});

afterAll(async () => {
  await service.stop();
  await stack.close();
});

/** Kills the service in the middle of whatever it does, and starts another one over what it left. */
async function killAndRestart(): Promise<void> {
  process.kill(service.pid, 'SIGKILL');
  await service.stop();
  service = await startService({}, stack);
  acme = service.as(acme.key);
}

const get = (id: unknown): Promise<Answer> => acme.get(`/v1/cases/${String(id)}`);
const statusesIn = ({ body }: Answer): unknown[] =>
  (body['documents'] as { status: string }[]).map((one) => one.status);
const settled = (id: unknown): Promise<Answer> =>
  until(async () => {
    const one = await get(id);
    return statusesIn(one).every((status) => status === 'done' || status === 'failed') ? one : undefined;
  }, 150_000);

test('uploads and a replay that a kill breaks off are finished by the next process', async () => {
  const { session_id } = (await acme.post('/v1/cases', { goal: 'travel' })).body;
  const headers = { 'Idempotency-Key': randomUUID() };
  // The engine reads one at a time: of three, at least two are unread when all are there.
  const sent = [headers, {}, {}].map((one) =>
    upload(acme, session_id, passport, { headers: one }).catch(() => 'cut off'),
  );
  await until(async () => (statusesIn(await get(session_id)).length === 3 ? true : undefined), 120_000);
  await killAndRestart();
  expect(await Promise.all(sent)).toContain('cut off');
  expect(statusesIn(await get(session_id))).toContain('processing');

  const repeated = await until(async () => {
    const answer = await upload(acme, session_id, passport, { headers });
    return answer.status === 409 ? undefined : answer;
  }, 150_000);
  const after = await settled(session_id);
  expect(after.body).toMatchObject({ status: 'collecting', progress: { collected: ['passport'], percent: 100 } });
  const documents = after.body['documents'] as { [field: string]: unknown }[];
  expect(documents).toHaveLength(3);
  expect(documents.map((one) => one['doc_id'])).toContain(repeated.body['doc_id']);
  for (const one of documents) {
    expect(one).toMatchObject({ status: 'done', document_type: 'passport', extracted: { surname: 'LINDQVIST' } });
  }

  const replay = (await acme.post(`/v1/cases/${String(session_id)}/replay`)).body['session_id'];
  await until(async () => {
    const statuses = statusesIn(await get(replay));
    return statuses.includes('done') && statuses.includes('pending') ? true : undefined;
  }, 120_000);
  await killAndRestart();
  const done = await until(async () => {
    const one = await get(replay);
    return (one.body['result'] as { comparison?: object }).comparison ? one : undefined;
  }, 200_000);
  expect(statusesIn(done)).toEqual(['done', 'done', 'done']);
  expect(done.body).toMatchObject({
    result: { replay_of: session_id, comparison: { session_id, changed: 0, documents: [{}, {}, {}] } },
  });
  expect((await get(session_id)).body).toEqual(after.body);
});
