import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
let annasCard: Buffer;
let robertsLetter: Buffer;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  expect((await defineMembership(acme)).status).toBe(201);
  expect((await defineMembership(acme, 'talking', { intelligence_level: 2 })).status).toBe(201);
  annasCard = await card('Anna Maria Eriksson');
  robertsLetter = await letter('Robert Smith');
});

/** Sends a request twenty times at once under one key, and once more; all answers that are none of "in flight" are the same bytes. */
async function twenty(request: (headers: Record<string, string>) => Promise<Answer>, status: number): Promise<Answer> {
  const headers = { 'Idempotency-Key': randomUUID() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => request(headers)));
  const last = await request(headers);
  expect([last.status, last.headers.get('idempotency-replayed')]).toEqual([status, 'true']);
  const executed = answers.filter((one) => one.status === status && !one.headers.has('idempotency-replayed'));
  expect(executed).toHaveLength(1);
  for (const one of answers) {
    if (one.status === 409) expect(one.detail).toMatch(/still being executed/);
    else expect([one.status, one.bytes.equals(last.bytes)]).toEqual([status, true]);
  }
  return last;
}

/** The same key with something else is refused. */
async function refusedWithAnother(
  request: (headers: Record<string, string>) => Promise<Answer>,
  other: (headers: Record<string, string>) => Promise<Answer>,
): Promise<void> {
  const headers = { 'Idempotency-Key': randomUUID() };
  await request(headers);
  const refused = await other(headers);
  expect([refused.status, refused.detail]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
}

const open = async (goal = 'membership'): Promise<string> =>
  `/v1/cases/${String((await acme.post('/v1/cases', { goal })).body['session_id'])}`;
const idIn = (one: string): string => one.replace('/v1/cases/', '');
const inReview = async (): Promise<string> => {
  const one = await open();
  await upload(acme, idIn(one), annasCard);
  await upload(acme, idIn(one), robertsLetter);
  return one;
};

describe('one idempotency key, of twenty requests at once, executes once', () => {
  test('the creation of an agent', async () => {
    const create = (goal: string) => (headers: Record<string, string>) =>
      acme.post('/v1/agents', { goal, name: 'Once' }, headers);
    await twenty(create('created_once'), 201);
    await refusedWithAnother(create('created_for_one'), create('created_for_another'));
  });

  test('the building of one, whose goal would get a number', async () => {
    const build = (headers: Record<string, string>) =>
      acme.post('/v1/agents/build', { name: 'Built once', context_ids: ['club_card'] }, headers);
    await twenty(build, 200);
    const goals = (await acme.get('/v1/agents')).list.map((one) => String(one['goal']));
    expect(goals.filter((goal) => goal.startsWith('built_once'))).toEqual(['built_once']);
  });

  test('deploying and rolling back', async () => {
    const { body } = await acme.post('/v1/agents', { goal: 'changed_once', name: 'First' });
    const path = `/v1/agents/${String(body['id'])}`;
    await twenty((headers) => acme.patch(`${path}/deploy?deploy=true`, undefined, headers), 200);
    await acme.put(path, { name: 'Second' });
    const [version] = (await acme.get(`${path}/versions`)).list;
    const rollback = `${path}/rollback/${String(version?.['id'])}`;
    expect((await twenty((headers) => acme.post(rollback, undefined, headers), 200)).body['name']).toBe('First');
    expect((await acme.get(`${path}/versions`)).list).toHaveLength(2);
  });

  test('the opening of a case', async () => {
    const tenant = await service.withKey(service.tenant('opens'));
    await defineMembership(tenant);
    const opening = (body: object) => (headers: Record<string, string>) =>
      tenant.post('/v1/cases', { goal: 'membership', ...body }, headers);
    await twenty(opening({}), 201);
    expect((await tenant.get('/v1/cases')).list).toHaveLength(1);
    await refusedWithAnother(opening({}), opening({ client_reference_id: 'another' }));
  });

  test('a message with an attachment', async () => {
    const one = await open('talking');
    const say = (message: string) => (headers: Record<string, string>) => {
      const card = { data: annasCard.toString('base64'), mime_type: 'application/pdf', filename: 'card.pdf' };
      return acme.post(`${one}/message`, { message, attachments: [card] }, headers);
    };
    const { body } = await twenty(say('Here'), 200);
    expect(body['doc_results']).toMatchObject([{ status: 'done', document_type: 'club_card' }]);
    expect((await acme.get(one)).body['documents']).toHaveLength(1);
    expect((await acme.get(`${one}/messages`)).list).toHaveLength(3);
    await refusedWithAnother(say('One'), say('Two'));
  });

  test('completing, deciding and replaying', async () => {
    const one = await inReview();
    const completed = await twenty((headers) => acme.post(`${one}/complete`, undefined, headers), 200);
    expect(completed.body['status']).toBe('review');
    const decide = (decision: string) => (headers: Record<string, string>) =>
      acme.patch(`${one}/decision`, { decision }, headers);
    expect((await twenty(decide('deny'), 200)).body['status']).toBe('denied');
    const replayed = await twenty((headers) => acme.post(`${one}/replay`, undefined, headers), 201);
    const replays = (await acme.get('/v1/cases?limit=200')).list.filter(
      ({ result }) => (result as { replay_of?: unknown }).replay_of === idIn(one),
    );
    expect(replays.map((each) => each['session_id'])).toEqual([replayed.body['session_id']]);
    const other = await inReview();
    await acme.post(`${other}/complete`);
    await refusedWithAnother(
      (headers) => acme.patch(`${other}/decision`, { decision: 'approve' }, headers),
      (headers) => acme.patch(`${other}/decision`, { decision: 'deny' }, headers),
    );
    expect((await acme.get(other)).body['status']).toBe('completed');
  });
});

describe('a request whose answer was lost in a crash', () => {
  /** As a process leaves them that dies between the event and the answer. */
  const loseAnswers = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(
      `update kept_answers set status = null, sealed_body = null, claimed_until = now() - interval '1 s'`,
    );
    await client.end();
  };
  const twice = async (request: (headers: Record<string, string>) => Promise<Answer>): Promise<Answer> => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await request(headers);
    await loseAnswers();
    const second = await request(headers);
    expect(second.headers.has('idempotency-replayed')).toBe(false);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    return first;
  };

  test('is not done again under its key, and answers as it did: completing, deciding, defining, rolling back', async () => {
    const one = await inReview();
    expect((await twice((headers) => acme.post(`${one}/complete`, undefined, headers))).status).toBe(200);
    const decision = { decision: 'deny', reason: 'Not the same person' };
    expect((await twice((headers) => acme.patch(`${one}/decision`, decision, headers))).status).toBe(200);
    const type = { context_id: 'defined_once', display_name: 'Defined once', output_schema: { number: 'string' } };
    expect((await twice((headers) => acme.post('/v1/document-types', type, headers))).status).toBe(201);
    const agent = await acme.post('/v1/agents', { goal: 'rolled_back', name: 'First' });
    const path = `/v1/agents/${String(agent.body['id'])}`;
    await acme.put(path, { name: 'Second' });
    const [version] = (await acme.get(`${path}/versions`)).list;
    const rollback = `${path}/rollback/${String(version?.['id'])}`;
    expect((await twice((headers) => acme.post(rollback, undefined, headers))).status).toBe(200);
    expect((await acme.get(`${path}/versions`)).list).toHaveLength(2);
  });
});

describe('without a key, of many requests at once', () => {
  test('one creates the agent of a goal, and all others are 409', async () => {
    const create = () => acme.post('/v1/agents', { goal: 'wanted_by_all', name: 'Wanted' });
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  });

  test('one completes a case, and all others are 409', async () => {
    const one = await inReview();
    const answers = await Promise.all(Array.from({ length: 8 }, () => acme.post(`${one}/complete`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
  });
});
