import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, letter, MEMBERSHIP_AGENT, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

let service: Service;
let tenant: string;
let client: Client;
let agentPath: string;
let annasCard: Buffer;
let annasLetter: Buffer;
let bertasLetter: Buffer;

beforeAll(async () => {
  service = await startService();
  annasCard = await card('Anna Eriksson');
  annasLetter = await letter('Anna Eriksson');
  bertasLetter = await letter('Berta Lindqvist');
});
afterAll(() => service.stop());

beforeEach(async () => {
  tenant = `t-${randomUUID()}`;
  client = await service.withKey(tenant);
  agentPath = `/v1/agents/${String((await defineMembership(client)).body['id'])}`;
});

/** Opens a case, uploads these and completes it. */
async function judged(as: Client, documents: readonly Buffer[], more: object = {}): Promise<string> {
  const { session_id } = (await as.post('/v1/cases', { goal: 'membership', ...more })).body;
  for (const bytes of documents) expect((await upload(as, session_id, bytes)).status).toBe(200);
  expect((await as.post(`/v1/cases/${String(session_id)}/complete`)).status).toBe(200);
  return String(session_id);
}

const CASES = { kind: 'cases' };
const TYPE = '/v1/document-types/club_card';
const simulate = (path: string, draft: object, search: object = CASES, as = client): Promise<Answer> =>
  as.post(`${path}/simulate`, { draft, search });

/** What a simulation came to, once it has ended. */
async function ended(begun: Answer, as = client): Promise<Answer['body']> {
  expect([begun.status, begun.detail]).toEqual([202, begun.detail]);
  const path = begun.headers.get('location') ?? '';
  let body: Answer['body'] = {};
  await until(async () => {
    body = (await as.get(path)).body;
    return body['status'] === 'running' ? undefined : body;
  });
  return body;
}

const strict = { ...MEMBERSHIP_AGENT.definition, cross_match: { enabled: false, match_fields: [] } };

describe('a simulation', () => {
  test('of an agent says which decisions would differ and why, and changes nothing', async () => {
    const agreed = await judged(client, [annasCard, annasLetter]);
    const differing = await judged(client, [annasCard, bertasLetter]);
    const before = [(await client.get(agentPath)).body, (await client.get(`/v1/cases/${differing}`)).body];
    const found = await ended(await simulate(agentPath, { definition: strict }));
    expect(found).toMatchObject({ status: 'completed', processed: 2, total: 2, not_judged: 0, error: null });
    expect(found['differences']).toMatchObject([
      { session_id: differing, doc_id: null, from: 'review', to: 'approved' },
    ]);
    const [difference] = found['differences'] as { why: object[] }[];
    expect(difference?.why).toContainEqual(expect.objectContaining({ field: 'full_name', of: 'before' }));
    expect(JSON.stringify(found)).not.toMatch(/anna|berta|lindqvist/i);
    expect([(await client.get(agentPath)).body, (await client.get(`/v1/cases/${differing}`)).body]).toEqual(before);
    expect(agreed).not.toBe(differing);
  });

  test('by the agent or the type as they are now says that nothing differs', async () => {
    for (const documents of [[annasCard, annasLetter], [annasCard, bertasLetter], [annasCard]]) {
      await judged(client, documents);
    }
    const decided = await judged(client, [annasCard, bertasLetter]);
    await client.send('PATCH', `/v1/cases/${decided}/decision`, { body: { decision: 'approve' } });
    const { definition } = (await client.get(agentPath)).body;
    const { output_schema, validation_rules } = (await client.get(TYPE)).body;
    for (const [path, draft] of [
      [agentPath, {}],
      [agentPath, { definition }],
      [TYPE, { output_schema, validation_rules }],
    ] as const) {
      const found = await ended(await simulate(path, draft));
      expect(found).toMatchObject({ status: 'completed', processed: 4, difference_count: 0, differences: [] });
    }
  });

  test('of a document type says which documents would be invalid, and which cases follow; nothing that was read is told', async () => {
    const session_id = await judged(client, [annasCard, annasLetter]);
    const { output_schema, validation_rules } = (await client.get(TYPE)).body as Record<string, object>;
    const draft = {
      ...{ output_schema: { ...output_schema, boat_name: 'string' } },
      validation_rules: { ...validation_rules, boat_name: { required: true } },
    };
    const documents = { kind: 'documents', query: 'document_type: club_card' };
    for (const search of [CASES, documents]) {
      const found = await ended(await simulate(TYPE, draft, search));
      const differences = found['differences'] as { doc_id: string | null; why: object[] }[];
      expect(found).toMatchObject({ status: 'completed', total: 1, difference_count: 2 });
      const ofDocument = differences.find(({ doc_id }) => doc_id !== null);
      const ofCase = differences.find(({ doc_id }) => doc_id === null);
      expect(ofDocument).toMatchObject({ session_id, from: 'valid', to: 'invalid' });
      expect(ofDocument?.why).toEqual([
        { code: 'required', document_type: 'club_card', field: 'boat_name', effect: null, of: 'after' },
      ]);
      expect(ofCase).toMatchObject({ session_id, from: 'approved', to: 'review' });
    }
    const tables = await dumpTables(service.databaseUrl);
    const kept = [tables.get('simulations'), tables.get('simulation_differences'), tables.get('bulk_jobs')].join('\n');
    expect(kept).not.toMatch(/anna|harbour/i);
  });

  test('looks at what the search finds alone, at trials only where it names the mode, and pages through what differs', async () => {
    const trial = await service.platform.post('/v1/admin/keys', {
      ...{ tenant_id: tenant, name: 'x', scopes: ['read', 'write'], mode: 'test' },
    });
    const tried = await judged(service.as(String(trial.body['raw_key'])), [annasCard, bertasLetter]);
    const some = [await judged(client, [annasCard, bertasLetter]), await judged(client, [annasCard, bertasLetter])];
    const draft = { definition: strict };
    const sessions = (body: Answer['body']): string[] =>
      (body['differences'] as { session_id: string }[]).map(({ session_id }) => session_id);
    expect(sessions(await ended(await simulate(agentPath, draft))).sort()).toEqual([...some].sort());
    const named = await ended(await simulate(agentPath, draft, { ...CASES, filters: ['mode: test'] }));
    expect(sessions(named)).toEqual([tried]);
    const one = await ended(await simulate(agentPath, draft, { ...CASES, query: `session_id: ${some[0]!}` }));
    expect([one['total'], sessions(one)]).toEqual([1, [some[0]]]);
    const all = await simulate(agentPath, draft);
    const whole = await ended(all);
    const path = all.headers.get('location') ?? '';
    const first = (await client.get(`${path}?limit=1`)).body;
    const second = (await client.get(`${path}?limit=1&after=${String(first['next'])}`)).body;
    expect([...sessions(first), ...sessions(second)]).toEqual(sessions(whole));
    expect([second['next'], whole['next']]).toEqual([null, null]);
    expect((await client.get(`${path}?after=nothing`)).status).toBe(422);
  });

  test('is forgotten of a case that is erased', async () => {
    const session_id = await judged(client, [annasCard, bertasLetter]);
    const begun = await simulate(agentPath, { definition: strict });
    expect(await ended(begun)).toMatchObject({ difference_count: 1 });
    expect((await client.post(`/v1/cases/${session_id}/erase`, { reason: 'person_asked' })).status).toBe(200);
    const after = (await client.get(begun.headers.get('location') ?? '')).body;
    expect(after).toMatchObject({ difference_count: 0, differences: [] });
  });

  test('is the same for a request that is repeated', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const send = () => client.post(`${agentPath}/simulate`, { draft: {}, search: CASES }, key);
    const [one, again] = [await send(), await send()];
    expect([again.status, again.body['id']]).toEqual([202, one.body['id']]);
  });
});

describe('what is refused', () => {
  test('a draft that could not be saved, and a search that cannot be read', async () => {
    const refusals = [
      await simulate(agentPath, { definition: { doc_type_map: { x: 'no_such_type' } } }),
      await simulate(agentPath, {
        definition: { doc_type_map: { x: 'club_card' }, cross_match: { match_fields: ['no_such_field'] } },
      }),
      await simulate(TYPE, { validation_rules: { no_such_field: { required: true } } }),
      await simulate(TYPE, { validation_rules: { full_name: { regex: '(' } } }),
      await simulate(agentPath, {}, { kind: 'cases', query: 'status: (' }),
      await simulate(agentPath, {}, { kind: 'events' }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422]);
  });

  test('what is not there, or is another tenant’s, also the simulation; and who may only read', async () => {
    const other = await service.withKey(`t-${randomUUID()}`);
    const reader = await service.withKey(tenant, ['read']);
    const begun = await simulate(agentPath, {});
    const path = begun.headers.get('location') ?? '';
    expect((await simulate(`/v1/agents/${randomUUID()}`, {})).status).toBe(404);
    expect((await simulate('/v1/document-types/no_such_type', {})).status).toBe(404);
    expect((await simulate(agentPath, {}, CASES, other)).status).toBe(404);
    expect((await simulate(TYPE, {}, CASES, other)).status).toBe(404);
    expect((await simulate(agentPath, {}, CASES, reader)).status).toBe(403);
    expect((await other.get(path)).status).toBe(404);
    expect((await other.post(`${path}/cancel`)).status).toBe(404);
    expect((await client.get(`/v1/simulations/${randomUUID()}`)).status).toBe(404);
    expect((await reader.get(path)).status).toBe(200);
    await ended(begun);
    const late = await client.post(`${path}/cancel`);
    expect([late.status, late.detail]).toEqual([409, 'The simulation has ended, so it cannot be cancelled']);
  });
});

describe('simulations that run', () => {
  let idle: Service;
  beforeAll(async () => void (idle = await startService({ ROLES: 'api,projector,relay' })));
  afterAll(() => idle.stop());

  test('are three of a tenant at most, and end as failed once they are cancelled', async () => {
    const own = await idle.withKey(tenant);
    const path = `/v1/agents/${String((await defineMembership(own)).body['id'])}`;
    const begun = [await simulate(path, {}, CASES, own), await simulate(path, {}, CASES, own)];
    begun.push(await simulate(path, {}, CASES, own));
    expect(begun.map(({ status, body }) => [status, body['status']])).toEqual(begun.map(() => [202, 'running']));
    expect((await simulate(path, {}, CASES, own)).status).toBe(409);
    const location = begun[0]?.headers.get('location') ?? '';
    const cancelled = await own.post(`${location}/cancel`);
    expect([cancelled.status, cancelled.body]).toMatchObject([200, { status: 'failed', error: 'cancelled' }]);
    expect((await own.post(`${location}/cancel`)).status).toBe(409);
    expect((await simulate(path, {}, CASES, own)).status).toBe(202);
  });
});
