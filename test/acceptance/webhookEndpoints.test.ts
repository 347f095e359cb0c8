import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import knex from 'knex';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

/** A secret of the receiver, which stands in its address. */
const TOKEN = `token-${randomUUID()}`;
const ALL = [
  ...['case.completed', 'case.review', 'case.decided', 'case.documents_requested', 'case.expired', 'case.erased'],
  ...['case.replay_ready', 'case.capture_opened', 'case.capture_submitted', 'governance.completed', 'governance.drift'],
  ...['search.found', 'face.watchlist_hit'],
];

interface Arrived {
  path: string;
  body: string;
  headers: Record<string, string>;
}

let service: Service;
let acme: Client;
let annas: Buffer;
let receiver: Server;
const arrived: Arrived[] = [];
/** What the receiver answers at a path; 204 where nothing is said. */
const answers = new Map<string, number>();

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true', CASE_TTL_HOURS: '0.01' });
  acme = await service.withKey('acme', ['read', 'write', 'admin']);
  expect((await defineMembership(acme)).status).toBe(201);
  annas = await card('Anna Maria Eriksson');
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = new URL(request.url ?? '/', 'http://receiver').pathname.slice(1);
      const headers = request.headers as Record<string, string>;
      arrived.push({ path, body: Buffer.concat(chunks).toString(), headers });
      response.writeHead(answers.get(path) ?? 204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});

afterAll(async () => {
  await service.stop();
  receiver.close();
});

const at = (path: string): string =>
  `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/${path}?token=${TOKEN}`;
const add = async (path: string, events: string[] = ALL, client = acme): Promise<string> => {
  const added = await client.post('/v1/webhooks/endpoints', { url: at(path), events });
  expect(added.status).toBe(201);
  return `/v1/webhooks/endpoints/${String(added.body['id'])}`;
};
const come = (path: string, type: string, session_id?: string): Promise<{ arrived: Arrived; data: Answer['body'] }> =>
  until(() => {
    for (const one of arrived.filter((each) => each.path === path)) {
      const body = JSON.parse(one.body) as { type: string; data: Answer['body'] };
      const isMeant = session_id === undefined || body.data['session_id'] === session_id;
      if (body.type === type && isMeant) return { arrived: one, data: body.data };
    }
    return undefined;
  }, 180_000);
const open = async (more: object = {}, client = acme): Promise<string> =>
  String((await client.post('/v1/cases', { goal: 'membership', ...more })).body['session_id']);

describe('an endpoint', () => {
  test('is added, listed, read, changed and deleted by its tenant, and is nobody else’s', async () => {
    const events = ['case.completed', 'case.completed'];
    const added = await acme.post('/v1/webhooks/endpoints', { url: at('crud'), events, description: 'Mine' });
    expect([added.status, added.body]).toEqual([
      201,
      {
        ...{ id: expect.any(String) as string, tenant_id: 'acme', url: at('crud'), events: ['case.completed'] },
        ...{ description: 'Mine', enabled: true },
        health: {
          ...{ status: 'untried', consecutive_failures: 0, failing_since: null, last_success_at: null },
          ...{ last_failure_at: null, paused_at: null, disabled_because: null },
        },
        ...{ created_at: expect.any(String) as string, updated_at: expect.any(String) as string },
      },
    ]);
    const path = `/v1/webhooks/endpoints/${String(added.body['id'])}`;
    expect((await acme.get(path)).body).toEqual(added.body);
    expect((await acme.get('/v1/webhooks/endpoints')).list).toContainEqual(added.body);
    expect((await service.platform.get('/v1/webhooks/endpoints?tenant_id=acme')).list).toContainEqual(added.body);

    const changed = await acme.patch(path, { enabled: false, events: ['case.review'] });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { enabled: false, events: ['case.review'], description: 'Mine', url: at('crud'), health: { status: 'disabled' } },
    ]);
    const off = await acme.post(`${path}/test`);
    expect([off.status, off.detail]).toEqual([409, 'The webhook endpoint is disabled; enable it before it is tested']);

    const other = await service.withKey('other');
    expect((await other.get('/v1/webhooks/endpoints')).list).toEqual([]);
    const foreign = [
      await other.get(path),
      await other.patch(path, { enabled: true }),
      await other.post(`${path}/test`),
      await other.get(`${path}/deliveries`),
      await other.post(`${path}/deliveries/${randomUUID()}/retry`),
      await other.delete(path),
    ];
    for (const { status, detail } of foreign)
      expect([status, detail]).toEqual([404, 'There is no webhook endpoint with this id']);

    expect((await acme.delete(path)).status).toBe(204);
    expect([(await acme.get(path)).status, (await acme.delete(path)).status]).toEqual([404, 404]);
    expect((await acme.get('/v1/webhooks/endpoints')).list.map(({ id }) => id)).not.toContain(added.body['id']);
  });

  test('with what cannot be is 422 and names the field', async () => {
    const wrong: [string, object][] = [
      ['url', { url: 'ftp://example.com/', events: ALL }],
      ['url', { url: 'https://user:secret@example.com/', events: ALL }],
      ['url', { events: ALL }],
      ['events', { url: at('x'), events: [] }],
      ['events', { url: at('x'), events: ['case.exploded'] }],
      ['events', { url: at('x'), events: ['ping'] }],
      ['events', { url: at('x') }],
      ['enabled', { url: at('x'), events: ALL, enabled: 'yes' }],
    ];
    for (const [field, body] of wrong) {
      const { status, detail } = await acme.post('/v1/webhooks/endpoints', body);
      expect([status, String(detail)]).toEqual([422, expect.stringContaining(field)]);
    }
    const path = await add('wrong');
    expect((await acme.patch(path, { events: ['case.exploded'] })).status).toBe(422);
    expect((await acme.get('/v1/webhooks/endpoints/no-uuid')).status).toBe(422);
    expect((await acme.get(`${path}/deliveries?status=lost`)).status).toBe(422);
    await acme.delete(path);
  });

  test('is one of twenty at most', async () => {
    const many = await service.withKey('many');
    for (let n = 0; n < 20; n++) await add('many', ALL, many);
    const { status, detail } = await many.post('/v1/webhooks/endpoints', { url: at('many'), events: ALL });
    expect([status, detail]).toEqual([400, 'A tenant has at most 20 webhook endpoints']);
  });

  test('needs the scope write to be changed, and read to be seen', async () => {
    const [reads, writes] = [await service.withKey('acme', ['read']), await service.withKey('acme', ['write'])];
    expect((await reads.post('/v1/webhooks/endpoints', { url: at('x'), events: ALL })).status).toBe(403);
    expect((await writes.get('/v1/webhooks/endpoints')).status).toBe(403);
  });

  test('in a private network is refused where that is not allowed', async () => {
    const strict = await startService();
    try {
      for (const url of ['http://127.0.0.1/', 'http://169.254.169.254/', 'http://localhost:1/', 'http://[::1]/'])
        expect((await strict.platform.post('/v1/webhooks/endpoints', { url, events: ALL })).status, url).toBe(422);
    } finally {
      await strict.stop();
    }
  });
});

describe('what an endpoint is sent', () => {
  test('on a test is a ping, signed with the secret of the tenant, and its delivery can be read', async () => {
    const path = await add('ping');
    const sent = await acme.post(`${path}/test`);
    expect([sent.status, sent.body]).toMatchObject([202, { type: 'ping', session_id: null, status: 'pending' }]);
    const { arrived: ping, data } = await come('ping', 'ping');
    expect(data).toEqual({ endpoint_id: path.split('/').at(-1), tenant_id: 'acme' });
    expect(ping.headers).toMatchObject({
      ...{ 'webhook-id': sent.body['delivery_id'], 'user-agent': 'Service-Webhooks/1.0' },
      'content-type': 'application/json',
    });
    const { body: secret } = await acme.get('/v1/webhooks/secret');
    expect(new Webhook(String(secret['secret'])).verify(ping.body, ping.headers)).toBeTruthy();
    expect(() => new Webhook(String(secret['secret'])).verify(`${ping.body} `, ping.headers)).toThrow();
    await until(async () => (await acme.get(`${path}/deliveries?status=delivered`)).list[0]);
    expect((await acme.get(path)).body['health']).toMatchObject({ status: 'healthy', consecutive_failures: 0 });
  });

  test('tells of a case that is completed, decided, replayed, erased and expired, each once and without its documents', async () => {
    const path = await add('story');
    const [left, good] = [await open(), await open({ client_reference_id: 'ours-1', mode: 'live' })];
    for (const bytes of [annas, await letter('Anna Maria Eriksson')]) await upload(acme, good, bytes);
    expect((await acme.post(`/v1/cases/${good}/complete`)).body['status']).toBe('completed');
    const { checks, ...done } = (await come('story', 'case.completed', good)).data;
    expect(JSON.stringify(checks)).not.toContain('"values"');
    expect(done).toEqual({
      ...{ session_id: good, tenant_id: 'acme', goal: 'membership', status: 'completed', reasons: [] },
      ...{ client_reference_id: 'ours-1', mode: 'live', decision: 'approved', face_checks: [], watchlist_checks: [] },
    });

    const doubtful = await open();
    for (const bytes of [annas, await letter('Robert Smith')]) await upload(acme, doubtful, bytes);
    await acme.post(`/v1/cases/${doubtful}/complete`);
    const { data: review } = await come('story', 'case.review', doubtful);
    const shown = (await acme.get(`/v1/cases/${doubtful}`)).body['result'] as Answer['body'];
    expect(review).toMatchObject({ status: 'review', decision: 'review', reasons: shown['reasons'] });
    await acme.patch(`/v1/cases/${doubtful}/decision`, { decision: 'deny', reason: 'Names differ' });
    const { data: decided } = await come('story', 'case.decided', doubtful);
    expect(decided).toMatchObject({ status: 'denied', decision: 'denied', decision_reason: 'Names differ' });

    const replay = String((await acme.post(`/v1/cases/${good}/replay`)).body['session_id']);
    expect((await come('story', 'case.replay_ready', replay)).data).toMatchObject({ replay_of: good });
    await acme.post(`/v1/cases/${doubtful}/erase`);
    expect((await come('story', 'case.erased', doubtful)).data).toMatchObject({ client_reference_id: null });
    expect((await come('story', 'case.expired', left)).data).toMatchObject({ status: 'expired' });

    const own = arrived.filter((one) => one.path === 'story');
    expect(new Set(own.map(({ headers }) => headers['webhook-id'])).size).toBe(own.length);
    for (const { body } of own) expect(body).not.toMatch(/Eriksson|HRC-48213-77|LTR-99120-31/);
    await acme.delete(path);
  });

  test('tells that a customer opened the link of a case, and sent what they had handed in', async () => {
    const path = await add('capture', ['case.capture_opened', 'case.capture_submitted']);
    const session_id = await open();
    const { id: link_id, token } = (await acme.post(`/v1/cases/${session_id}/links`, {})).body;
    const headers = { 'X-Capture-Token': String(token) };
    const customer = service.as(undefined);
    await customer.post('/capture/openings', undefined, headers);
    await upload(acme, session_id, await card('Anna Maria Eriksson'));
    await customer.post('/capture/submissions', undefined, headers);
    for (const type of ['case.capture_opened', 'case.capture_submitted']) {
      const { data, arrived: one } = await come('capture', type, session_id);
      expect(data).toMatchObject({ session_id, link_id, status: 'collecting' });
      expect(one.body).not.toContain(String(token));
    }
    await acme.delete(path);
  });

  test('tells of a governance run that has ended, once and with what it counted', async () => {
    const path = await add('governance', ['governance.completed']);
    const set = await acme.post('/v1/governance', { name: 'Cards', context_id: 'club_card', enabled: false });
    const governance_id = String(set.body['id']);
    const { run_id } = (await acme.post(`/v1/governance/${governance_id}/trigger`)).body;
    const { data } = await come('governance', 'governance.completed');
    const { id, completed_at, ...counted } = (await acme.get(`/v1/governance/runs/${String(run_id)}`)).body;
    expect(completed_at).not.toBe('');
    expect([id, data]).toEqual([run_id, { run_id, tenant_id: 'acme', context_id: 'club_card', ...counted }]);
    expect(arrived.filter((one) => one.path === 'governance')).toHaveLength(1);
    await acme.delete(path);
  });

  test('tells that a governance run found drift, once, by the names of what is demanded, and nothing where all is as demanded', async () => {
    const path = await add('drift', ['governance.drift']);
    await upload(acme, await open(), await card('Anna Maria Eriksson'));
    const runOf = async (at_least: object): Promise<unknown> => {
      const set = {
        name: 'Drift',
        enabled: false,
        context_id: 'club_card',
        config: { drift: { documents: 1, at_least } },
      };
      const { body } = await acme.post('/v1/governance', set);
      return (await acme.post(`/v1/governance/${String(body['id'])}/trigger`)).body['run_id'];
    };
    const [, run_id] = [await runOf({ valid: 0 }), await runOf({ confidence: 1 })];
    const { data, arrived: one } = await come('drift', 'governance.drift');
    expect(data).toMatchObject({ run_id, tenant_id: 'acme' });
    expect(one.body).toContain('"field":"full_name","measure":"confidence"');
    expect(one.body).not.toMatch(/Eriksson|48213/);
    expect(arrived.filter((other) => other.path === 'drift')).toHaveLength(1);
    await acme.delete(path);
  });

  test('tells what a saved search finds that it had not found before, once, and not what was there already', async () => {
    const path = await add('found', ['search.found']);
    const before = await open({ client_reference_id: 'there-before' });
    const asked = { name: 'Mine', kind: 'cases', query: 'client_reference_id: there*', alerts: true };
    const view_id = String((await acme.post('/v1/search/views', asked)).body['id']);
    // As if it had been looked for once, at a tick of which this test need not wait for the next.
    const database = knex({ client: 'pg', connection: service.databaseUrl });
    const seen = ['', before].map((thing_id) => ({ view_id, thing_id, seen_at: new Date() }));
    await database('search_found').insert(seen).onConflict().ignore();
    await database.destroy();
    const later = await open({ client_reference_id: 'there-later' });
    const { data } = await come('found', 'search.found');
    expect(data).toEqual({ view_id, tenant_id: 'acme', kind: 'cases', count: 1, ids: [later] });
    expect(arrived.filter((one) => one.path === 'found')).toHaveLength(1);
    await acme.delete(`/v1/search/views/${view_id}`);
    await acme.delete(path);
  });

  test('and does not take is tried again, shown with its attempts, and put into the queue again when somebody asks', async () => {
    answers.set('flaky', 410);
    const path = await add('flaky', ['case.completed']);
    const session_id = await open();
    await acme.post(`/v1/cases/${session_id}/complete`);
    const failed = await until(async () => (await acme.get(`${path}/deliveries?status=failed`)).list[0]);
    expect(failed).toMatchObject({
      ...{ type: 'case.completed', session_id, next_attempt_at: null },
      attempts: [{ attempt: 1, response_status: 410, error: expect.stringContaining('410') as string }],
    });
    const health = await until(async () => {
      const { body } = await acme.get(path);
      return body['enabled'] === false ? body['health'] : undefined;
    });
    expect(health).toMatchObject({ status: 'disabled', disabled_because: 'gone' });

    answers.set('flaky', 500);
    expect((await acme.patch(path, { enabled: true })).body['health']).toMatchObject({ disabled_because: null });
    const retry = `${path}/deliveries/${String(failed['delivery_id'])}/retry`;
    expect((await acme.post(retry)).body).toMatchObject({ status: 'pending', delivery_id: failed['delivery_id'] });
    const refused = await acme.post(retry);
    expect([refused.status, refused.detail]).toEqual([409, 'The delivery is pending already']);
    await until(() => arrived.filter((one) => one.path === 'flaky').length >= 2 || undefined);
    answers.set('flaky', 204);
    const taken = await until(async () => (await acme.get(`${path}/deliveries?status=delivered`)).list[0], 120_000);
    const tries = arrived.filter((one) => one.path === 'flaky');
    expect(tries.length).toBe((taken['attempts'] as object[]).length);
    expect(new Set(tries.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([taken['delivery_id']]));
    expect((await acme.post(`${path}/deliveries/${randomUUID()}/retry`)).status).toBe(404);
  });
});

test('the address of an endpoint is in no log, and nowhere in the database in the clear', async () => {
  expect((await acme.get('/v1/webhooks/endpoints')).bytes.toString()).toContain(TOKEN);
  expect(service.output()).not.toContain(TOKEN);
  for (const [table, rows] of await dumpTables(service.databaseUrl)) expect(rows.includes(TOKEN), table).toBe(false);
});
