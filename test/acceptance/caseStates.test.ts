import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { startStack, type Stack } from './support/stack.js';

// What is due by the clock is done once a minute.
let stack: Stack;
let service: Service;
let acme: Client;
let annasCard: Buffer;
let annasLetter: Buffer;
let robertsLetter: Buffer;

beforeAll(async () => {
  stack = await startStack();
  service = await startService({}, stack);
  acme = await service.withKey('acme');
  expect((await defineMembership(acme, 'membership', { intelligence_level: 2 })).status).toBe(201);
  annasCard = await card('Anna Maria Eriksson');
  annasLetter = await letter('ERIKSSON Anna Maria');
  robertsLetter = await letter('Robert Smith');
});

afterAll(async () => {
  await service.stop();
  await stack.close();
});

const open = async (...documents: Buffer[]): Promise<string> => {
  const id = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
  for (const bytes of documents) expect((await upload(acme, id, bytes)).status).toBe(200);
  return id;
};
const complete = (id: string): Promise<Answer> => acme.post(`/v1/cases/${id}/complete`);
const decide = (id: string, decision: string): Promise<Answer> => acme.patch(`/v1/cases/${id}/decision`, { decision });
const moves = {
  'an upload': (id: string) => upload(acme, id, annasCard),
  'a message': (id: string) => acme.post(`/v1/cases/${id}/message`, { message: 'Hello' }),
  completion: complete,
  'a decision': (id: string) => decide(id, 'approve'),
};

/** Leads a case to each of its states. */
const ways: Record<string, () => Promise<string>> = {
  collecting: () => open(),
  completed: async () => {
    const id = await open(annasCard, annasLetter);
    await complete(id);
    return id;
  },
  review: async () => {
    const id = await open(annasCard, robertsLetter);
    await complete(id);
    return id;
  },
  denied: async () => {
    const id = await open(annasCard);
    await complete(id);
    await decide(id, 'deny');
    return id;
  },
  failed: async () => {
    const id = await open();
    await complete(id);
    return id;
  },
};
const allowed: Record<string, readonly string[]> = {
  collecting: ['an upload', 'a message', 'completion'],
  review: ['a decision'],
};

describe.each(Object.entries(ways))('a case that is %s', (status, lead) => {
  test('says so, and refuses what it does not take with 409 and its state, without a trace', async () => {
    const id = await lead();
    const before = await acme.get(`/v1/cases/${id}`);
    expect(before.body['status']).toBe(status);
    expect((await acme.get(`/v1/cases/${id}/status`)).body['completed']).toBe(status !== 'collecting');
    for (const [name, move] of Object.entries(moves)) {
      if (allowed[status]?.includes(name)) continue;
      const answer = await move(id);
      expect([name, answer.status, answer.detail]).toEqual([name, 409, expect.stringContaining(status)]);
    }
    expect((await acme.get(`/v1/cases/${id}`)).body).toEqual(before.body);
  });
});

test('a case that nobody touched expires; what comes late is 409 and says why, and it has a report', async () => {
  const id = await open(annasCard);
  await service.stop();
  service = await startService({ CASE_TTL_HOURS: '0.001' }, stack);
  acme = service.as(acme.key);
  const expired = await until(async () => {
    const one = await acme.get(`/v1/cases/${id}`);
    return one.body['status'] === 'expired' ? one : undefined;
  }, 120_000);
  for (const [name, move] of Object.entries(moves)) {
    const answer = await move(id);
    expect([name, answer.status, answer.detail]).toEqual([name, 409, expect.stringContaining('expired')]);
  }
  expect((await upload(acme, id, annasCard)).detail).toBe(
    'The case has expired after too long without a change, so it takes no more documents; open a new one',
  );
  expect((await acme.get(`/v1/cases/${id}`)).body).toEqual(expired.body);
  expect((await acme.get(`/v1/cases/${id}/status`)).body).toMatchObject({ status: 'expired', completed: true });
  expect((await acme.get(`/v1/cases/${id}/report`)).body).toMatchObject({ decision: { outcome: 'none' } });
});
