import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

let service: Service;
let tenant: string;
let client: Client;
let annasCard: Buffer;
let bertasCard: Buffer;
let annasLetter: Buffer;

beforeAll(async () => {
  service = await startService();
  [annasCard, bertasCard] = [await card('Anna Eriksson'), await card('Berta Lindqvist')];
  annasLetter = await letter('Anna Eriksson');
});
afterAll(() => service.stop());

beforeEach(async () => {
  tenant = `t-${randomUUID()}`;
  client = await service.withKey(tenant);
  await defineMembership(client);
});

const TYPE = '/v1/document-types/club_card';
const SETS = '/v1/governance';

/** Opens a case, uploads these and completes it. */
async function judged(as: Client, documents: readonly Buffer[], goal = 'membership'): Promise<string> {
  const { session_id } = (await as.post('/v1/cases', { goal })).body;
  for (const bytes of documents) expect((await upload(as, session_id, bytes)).status).toBe(200);
  expect((await as.post(`/v1/cases/${String(session_id)}/complete`)).status).toBe(200);
  return String(session_id);
}

/** Keeps a set of club cards, and gives its path. */
async function aSet(more: object = {}, as = client): Promise<string> {
  const made = await as.post(SETS, { name: 'Cards', context_id: 'club_card', ...more });
  expect([made.status, made.body]).toMatchObject([201, { context_id: 'club_card' }]);
  return `${SETS}/${String(made.body['id'])}`;
}

/** Only names that begin like this are right from now on. */
async function allow(name: string): Promise<void> {
  const { validation_rules } = (await client.get(TYPE)).body as { validation_rules: object };
  const changed = { validation_rules: { ...validation_rules, full_name: { required: true, regex: `${name}.*` } } };
  expect((await client.send('PUT', TYPE, { body: changed })).status).toBe(200);
}

/** What a run came to, once it has ended. */
async function ended(triggered: Answer, as = client): Promise<Answer['body']> {
  expect([triggered.status, triggered.body]).toMatchObject([202, { status: 'triggered' }]);
  const path = triggered.headers.get('location') ?? '';
  let body: Answer['body'] = {};
  await until(async () => {
    body = (await as.get(path)).body;
    return body['status'] === 'running' ? undefined : body;
  });
  return body;
}

const run = async (set: string, as = client): Promise<Answer['body']> => ended(await as.post(`${set}/trigger`), as);
const resultsOf = async (body: Answer['body'], query = ''): Promise<Answer['list']> =>
  (await client.get(`${SETS}/runs/${String(body['id'])}/results${query}`)).list;

describe('a governance run', () => {
  test('holds each document to the rules of now, and says what was so before and which decisions would differ', async () => {
    const annas = await judged(client, [annasCard, annasLetter]);
    const bertas = await judged(client, [bertasCard]);
    const set = await aSet();
    const before = await run(set);
    expect(before).toMatchObject({ status: 'completed', total_docs: 2, passed: 2, failed: 0, error_count: 0 });
    expect(before).toMatchObject({ error: null, trigger: 'manual', summary: { newly_failed: 0, failed_by_field: {} } });

    await allow('Anna');
    const after = await run(set);
    const summary = { newly_failed: 1, newly_passed: 0, failed_by_field: { full_name: 1 } };
    expect(after).toMatchObject({ status: 'completed', total_docs: 2, passed: 1, failed: 1, summary });
    const [failed, ...others] = await resultsOf(after, '?status=fail');
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      ...{ session_id: bertas, status: 'fail', valid_before: true },
      field_results: { full_name: { rules: ['regex'], rules_before: [] } },
    });
    const passed = await resultsOf(after, '?status=pass');
    expect(passed).toMatchObject([{ session_id: annas, field_results: {}, decision: null }]);
    expect((await resultsOf(after)).length).toBe(2);
    expect((await resultsOf(after, '?status=')).length).toBe(2);
    expect((await resultsOf(before, '?status=fail')).length).toBe(0);
    expect(JSON.stringify([await resultsOf(after), after])).not.toMatch(/anna|berta|lindqvist|HRC/i);
  });

  test('says how documents drift where its set asks, and what is demanded and is not so, without a value', async () => {
    await judged(client, [annasCard]);
    await judged(client, [bertasCard]);
    await allow('Anna');
    const drift = { days: 7, documents: 2, at_least: { valid: 0.9, filled: 0.5 }, moved: 0.25 };
    const found = await run(await aSet({ config: { drift } }));
    expect(found).toMatchObject({
      status: 'completed',
      summary: {
        drift: {
          ...{ documents: { now: 2, before: 0 }, valid: { now: 0.5, before: null } },
          alarms: [{ field: null, measure: 'valid', is: 0.5, limit: 0.9 }],
        },
      },
    });
    const { fields } = (found['summary'] as { drift: { fields: object[] } }).drift;
    expect(fields).toContainEqual({
      ...{ field: 'full_name', valid: { now: 0.5, before: null }, filled: { now: 1, before: null }, moved: null },
      confidence: { now: expect.any(Number) as number, before: null },
    });
    expect(JSON.stringify(found)).not.toMatch(/anna|berta|lindqvist|HRC/i);
    expect((await run(await aSet()))['summary']).not.toHaveProperty('drift');
  });

  test('is refused what it cannot tell drift by', async () => {
    const wrong: [object, RegExp][] = [
      [{ drift: { days: 0 } }, /config.drift.days/],
      [{ drift: { at_least: { valid: 1.5 } } }, /config.drift.at_least.valid/],
      [{ drift: { moved: 0 } }, /config.drift.moved/],
      [{ drift: { days: 7 }, lookback_days: 13 }, /lookback_days.*at least.*14/],
    ];
    for (const [config, detail] of wrong) {
      const refused = await client.post(SETS, { name: 'Cards', context_id: 'club_card', config });
      expect([refused.status, refused.detail]).toEqual([422, expect.stringMatching(detail)]);
    }
  });

  test('says which decision of a case would be another one now', async () => {
    const session_id = await judged(client, [annasCard, annasLetter]);
    const { decision } = (await client.get(`/v1/cases/${session_id}`)).body['result'] as { decision: string };
    await allow('Nobody');
    const found = await run(await aSet());
    const [result] = await resultsOf(found);
    expect(result).toMatchObject({ session_id, decision: { from: decision } });
    expect((result?.['decision'] as { to: string }).to).not.toBe(decision);
    expect(found).toMatchObject({ summary: { decisions_differing: 1 } });
    // Nothing of the case has changed by it.
    expect((await client.get(`/v1/cases/${session_id}`)).body['result']).toMatchObject({ decision });
  });

  test('looks at what its configuration chooses, of its own tenant and without trials', async () => {
    const body = { tenant_id: tenant, name: 'x', scopes: ['read', 'write'], mode: 'test' };
    const trial = service.as(String((await service.platform.post('/v1/admin/keys', body)).body['raw_key']));
    await judged(trial, [annasCard]);
    const other = await service.withKey(`t-${randomUUID()}`);
    await defineMembership(other);
    await judged(other, [annasCard]);
    await client.post('/v1/agents', {
      ...{ goal: 'visitors', name: 'Visitors', deployed: true },
      definition: { doc_type_map: { club_card: 'club_card' }, policy: { duplicate_document: 'ignore' } },
    });
    const [first, second] = [await judged(client, [annasCard]), await judged(client, [bertasCard], 'visitors')];
    const sessions = async (config: object): Promise<unknown[]> =>
      (await resultsOf(await run(await aSet({ config })))).map(({ session_id }) => session_id);
    expect(await sessions({})).toEqual([second, first]);
    expect(await sessions({ goal: 'visitors' })).toEqual([second]);
    expect(await sessions({ limit: 1 })).toEqual([second]);
    expect(await sessions({ lookback_days: 1, statuses: ['done'] })).toEqual([second, first]);
    const { status } = (await client.get(`/v1/cases/${first}`)).body;
    expect(await sessions({ statuses: [status] })).toContain(first);
    expect(await sessions({ statuses: ['expired'] })).toEqual([]);
  });

  test('is there for each trigger, also of a set that is disabled; the newest first, and page by page', async () => {
    await judged(client, [annasCard]);
    const set = await aSet({ enabled: false });
    const runs = [await run(set), await run(set), await run(set)].map(({ id }) => id);
    const listed = await client.get(`${set}/runs`);
    expect(listed.list.map(({ id }) => id)).toEqual(runs.toReversed());
    const first = await client.get(`${set}/runs?limit=2`);
    const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect([...first.list, ...(await client.get(next)).list].map(({ id }) => id)).toEqual(runs.toReversed());
    const shown = (await client.get(set)).body;
    expect(shown['last_run_at']).toBe(listed.list[0]?.['started_at']);
    expect((await client.get(SETS)).list).toEqual([shown]);
  });

  test('is the same for a trigger that is repeated', async () => {
    const set = await aSet();
    const key = { 'Idempotency-Key': randomUUID() };
    const [one, again] = [await client.post(`${set}/trigger`, {}, key), await client.post(`${set}/trigger`, {}, key)];
    expect([again.status, again.body['run_id']]).toEqual([202, one.body['run_id']]);
    await ended(one);
    expect((await client.get(`${set}/runs`)).list).toHaveLength(1);
  });

  test('leaves nothing of a case that is erased', async () => {
    const session_id = await judged(client, [annasCard]);
    const found = await run(await aSet());
    expect(await resultsOf(found)).toHaveLength(1);
    expect((await client.post(`/v1/cases/${session_id}/erase`, {})).status).toBe(200);
    expect(await resultsOf(found)).toEqual([]);
    const again = await run(await aSet());
    expect(again).toMatchObject({ status: 'completed', total_docs: 0 });
  });

  test('keeps nothing that was read', async () => {
    await judged(client, [bertasCard]);
    await allow('Anna');
    await run(await aSet());
    const dump = await dumpTables(service.databaseUrl);
    const kept = ['governance_results', 'governance_runs_v1', 'governance_sets_v1', 'bulk_failures', 'bulk_jobs'];
    const text = kept.map((name) => dump.get(name)).join();
    expect(text).toMatch(/full_name/);
    expect(text).not.toMatch(/berta|lindqvist|HRC/i);
  });
});

describe('a governance set', () => {
  test('has what it was made with, and the defaults of the contract', async () => {
    const made = await client.post(SETS, { name: 'Cards', context_id: 'club_card' });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        ...{ tenant_id: tenant, name: 'Cards', context_id: 'club_card', schedule: 'daily', enabled: true },
        ...{ config: {}, last_run_at: '' },
      },
    ]);
    const path = made.headers.get('location') ?? '';
    expect((await client.get(path)).body).toEqual(made.body);
    const given = { schedule: '30 6 * * 1-5', enabled: false, config: { lookback_days: 7, limit: 10 } };
    const other = await client.post(SETS, { name: 'Letters', context_id: 'club_letter', ...given });
    expect(other.body).toMatchObject(given);
    expect((await client.get(SETS)).list).toEqual([other.body, made.body]);
    expect((await client.get(`${SETS}?limit=1`)).list).toEqual([other.body]);
  });

  test('is changed in what is given, unless it changed meanwhile, and deleted', async () => {
    const set = await aSet();
    const read = await client.get(set);
    const etag = read.headers.get('etag') ?? '';
    const change = (body: object, headers = {}) => client.send('PATCH', set, { body, headers });
    const changed = await change({ enabled: false, config: { limit: 5 } }, { 'If-Match': etag });
    expect([changed.status, changed.body]).toEqual([200, { ...read.body, enabled: false, config: { limit: 5 } }]);
    expect((await change({ name: 'x' }, { 'If-Match': etag })).status).toBe(412);
    expect((await client.get(set)).body).toEqual(changed.body);
    const triggered = await run(set);
    expect((await client.send('DELETE', set, {})).status).toBe(204);
    for (const gone of [await client.get(set), await client.get(`${set}/runs`), await client.post(`${set}/trigger`)]) {
      expect([gone.status, gone.detail]).toEqual([404, 'There is no governance set with this id']);
    }
    expect((await client.send('DELETE', set, {})).status).toBe(404);
    expect((await client.get(`${SETS}/runs/${String(triggered['id'])}`)).status).toBe(200);
    expect((await client.get(SETS)).list).toEqual([]);
  });

  test.each([
    [{ schedule: 'sometimes' }, /`schedule` must be hourly/],
    [{ schedule: 'constructor' }, /`schedule` must be hourly/],
    [{ schedule: '* * * * * *' }, /`schedule` must be hourly/],
    [{ schedule: '61 * * * *' }, /`schedule` must be hourly/],
    [{ config: { lookback_days: 0 } }, /lookback_days/],
    [{ config: { limit: 1.5 } }, /limit/],
    [{ config: { statuses: ['splendid'] } }, /statuses/],
    [{ config: { goal: 'Not A Goal' } }, /goal/],
    [{ name: ' ' }, /name/],
    [{ name: undefined }, /name/],
    [{ enabled: 'yes' }, /enabled/],
  ])('with %j is refused with 422 that names it', async (more, detail) => {
    const answer = await client.post(SETS, { name: 'Cards', context_id: 'club_card', ...more });
    expect([answer.status, answer.detail]).toEqual([422, expect.stringMatching(detail)]);
  });

  test('of an unknown or a foreign type is 404, and so is all of another tenant', async () => {
    const other = await service.withKey(`t-${randomUUID()}`);
    const unknown = await client.post(SETS, { name: 'x', context_id: 'no_such_type' });
    const foreign = await other.post(SETS, { name: 'x', context_id: 'club_card' });
    expect([unknown.status, unknown.detail]).toEqual([404, 'There is no document type no_such_type']);
    expect([foreign.status, foreign.detail]).toEqual([404, 'There is no document type club_card']);
    const noGoal = { name: 'x', context_id: 'club_card', config: { goal: 'nobodys' } };
    expect((await client.post(SETS, noGoal)).status).toBe(404);
    const set = await aSet();
    expect((await client.send('PATCH', set, { body: { config: noGoal.config } })).status).toBe(404);
    const begun = await client.post(`${set}/trigger`);
    const path = begun.headers.get('location') ?? '';
    await ended(begun);
    const answers = [
      ...[await other.get(set), await other.get(`${set}/runs`), await other.post(`${set}/trigger`)],
      ...[await other.send('PATCH', set, { body: { enabled: false } }), await other.send('DELETE', set, {})],
      ...[await other.get(path), await other.get(`${path}/results`), await other.post(`${path}/cancel`)],
      ...[await client.get(`${SETS}/${randomUUID()}`), await client.get(`${SETS}/runs/${randomUUID()}/results`)],
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await other.get(SETS)).list).toEqual([]);
    const late = await client.post(`${path}/cancel`);
    expect([late.status, late.detail]).toEqual([409, 'The governance run has ended, so it cannot be cancelled']);
  });

  test('is written with the scope write, and read with read', async () => {
    const set = await aSet();
    const reader = await service.withKey(tenant, ['read']);
    expect((await reader.get(set)).status).toBe(200);
    expect((await reader.get(`${set}/runs`)).status).toBe(200);
    const refused = [
      ...[await reader.post(SETS, { name: 'x', context_id: 'club_card' }), await reader.post(`${set}/trigger`)],
      ...[await reader.send('PATCH', set, { body: {} }), await reader.send('DELETE', set, {})],
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });
});

describe('runs that go on', () => {
  let idle: Service;
  beforeAll(async () => void (idle = await startService({ ROLES: 'api,projector,relay' })));
  afterAll(() => idle.stop());

  test('are ten of a tenant at most, and end as failed once they are cancelled', async () => {
    const own = await idle.withKey(tenant);
    await defineMembership(own);
    const set = await aSet({}, own);
    const begun: Answer[] = [];
    for (let count = 0; count < 10; count++) begun.push(await own.post(`${set}/trigger`));
    expect(begun.map(({ status }) => status)).toEqual(begun.map(() => 202));
    expect((await own.post(`${set}/trigger`)).status).toBe(409);
    const path = begun[0]?.headers.get('location') ?? '';
    expect((await own.get(path)).body).toMatchObject({ status: 'running', completed_at: '', summary: {} });
    const cancelled = await own.post(`${path}/cancel`);
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { status: 'failed', error: 'cancelled' }]);
    expect((await own.post(`${path}/cancel`)).status).toBe(409);
    expect((await own.post(`${set}/trigger`)).status).toBe(202);
  });
});
