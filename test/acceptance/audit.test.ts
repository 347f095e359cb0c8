import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineMembership } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let acme: Client;
let other: Client;
let agent: string;
let one: string;

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  other = await service.withKey('other');
  agent = String((await defineMembership(acme, 'membership')).body['id']);
  await acme.put(`/v1/agents/${agent}`, { name: 'Renamed' });
  one = String(
    (await acme.post('/v1/cases', { goal: 'membership', client_reference_id: 'Anna-4711' })).body['session_id'],
  );
  await acme.post(`/v1/cases/${one}/notes`, { text: 'Seen in the branch', actor: 'Jane Doe' });
});

afterAll(() => service.stop());

const actions = ({ list }: Answer): unknown[] => list.map(({ action }) => action);

describe('the history of a thing', () => {
  test('says who did what, when, from where and what it changed, newest first and as soon as it is answered', async () => {
    const admin = await service.withKey('acme', ['read', 'admin']);
    const history = await admin.get(`/v1/audit/${agent}`);
    expect(history.status).toBe(200);
    const [renamed] = history.list;
    const actor = String(renamed?.['actor']);
    expect(renamed).toMatchObject({
      ...{ action: 'AgentUpdated', aggregate: `agent-${agent}`, tenant_id: 'acme' },
      source: { kind: 'key', id: actor.slice(4), name: 'Key of acme' },
      changes: { name: { from: 'Membership', to: 'Renamed' } },
      words: 'The API key “Key of acme” changed the agent: name',
    });
    expect(actions(history).at(-1)).toBe('AgentCreated');
    const withoutKeys = await acme.get(`/v1/audit/${agent}`);
    expect(withoutKeys.list[0]).toMatchObject({ source: { kind: 'key', name: null } });
    expect(withoutKeys.bytes.toString()).not.toContain('Key of acme');
  });

  test('shows nothing that is personal', async () => {
    const history = await acme.get(`/v1/audit/${one}`);
    expect(actions(history)).toEqual(['CaseNoteAdded', 'CaseOpened']);
    expect(history.bytes.toString()).not.toMatch(/Anna-4711|Seen in the branch|Jane Doe|\$sealed/);
    expect(history.list[1]?.['changes']).toMatchObject({ client_reference_id: { from: null, to: 'sealed' } });
  });

  test('is nobody else’s, and is none of what is not there', async () => {
    for (const answer of [await other.get(`/v1/audit/${one}`), await acme.get(`/v1/audit/${randomUUID()}`)]) {
      expect([answer.status, answer.detail]).toEqual([404, 'There is nothing with this id']);
    }
    expect((await service.platform.get(`/v1/audit/${one}`)).list).toHaveLength(2);
  });
});

describe('the audit trail', () => {
  test('narrowed to what can never be in it is 422, and names what is meant', async () => {
    const asked = [
      'action=CaseDecide',
      'action=case.opened',
      'action=NextCaseReserved',
      'from=2026-03-02&to=2026-03-01',
    ];
    const refused = await Promise.all(asked.map((query) => acme.get(`/v1/audit?${query}`)));
    expect(refused.map(({ status, detail }) => [status, detail])).toEqual([
      [422, 'The field `action` must be the type of an event, and "CaseDecide" is none; did you mean "CaseDecided"?'],
      [422, 'The field `action` must be the type of an event, and "case.opened" is none; did you mean "CaseOpened"?'],
      [422, expect.stringContaining('`action`')],
      [422, 'The field `to` must not lie before `from`'],
    ]);
    expect((await acme.get('/v1/audit?action=CaseDenied&format=jsonl')).status).toBe(422);
    expect((await acme.get('/v1/audit?action=FaceRemoved')).list).toEqual([]);
  });

  test('is narrowed by what, who, which and when', async () => {
    const all = await acme.get('/v1/audit?limit=200');
    const actor = String(all.list[0]?.['actor']);
    const ofCase = ['CaseNoteAdded', 'CaseOpened'];
    expect(actions(await acme.get(`/v1/audit?aggregate=${one}`))).toEqual(ofCase);
    expect(actions(await acme.get(`/v1/audit?aggregate=case-${one}`))).toEqual(ofCase);
    expect((await acme.get(`/v1/audit?aggregate=agent-${one}`)).list).toEqual([]);
    expect(actions(await acme.get('/v1/audit?action=CaseOpened'))).toEqual(['CaseOpened']);
    expect((await acme.get(`/v1/audit?actor=${actor}&limit=200`)).list).toHaveLength(
      all.list.filter((entry) => entry['actor'] === actor).length,
    );
    const at = String(all.list[2]?.['at']);
    const since = all.list.filter((entry) => String(entry['at']) >= at).length;
    expect((await acme.get(`/v1/audit?limit=200&from=${at}`)).list).toHaveLength(since);
    const until = all.list.filter((entry) => String(entry['at']) <= at).length;
    expect((await acme.get(`/v1/audit?limit=200&to=${at}`)).list).toHaveLength(until);
    expect((await other.get('/v1/audit')).list.every((entry) => entry['tenant_id'] === 'other')).toBe(true);
    expect((await acme.get('/v1/audit?tenant_id=other')).status).toBe(403);
  });

  test('is read page by page, each entry once, and as JSON Lines the same', async () => {
    const all = (await acme.get('/v1/audit?limit=200')).list;
    const paged: unknown[] = [];
    for (let path: string | undefined = '/v1/audit?limit=2'; path !== undefined;) {
      const answer: Answer = await acme.get(path);
      paged.push(...answer.list);
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(paged).toEqual(all);
    const lines = await acme.get('/v1/audit?format=jsonl');
    expect([lines.status, lines.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/x-ndjson'),
    ]);
    const told = lines.bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(told).toEqual(all);
    const { status, bytes } = await acme.send('HEAD', '/v1/audit?format=jsonl');
    expect([status, bytes.length]).toEqual([200, 0]);
    const some = await acme.get('/v1/audit?format=jsonl&limit=3');
    expect(some.bytes.toString().trimEnd().split('\n')).toHaveLength(3);
  });

  test('is refused to whoever may not read it, and where it is not asked for as it is', async () => {
    expect((await service.as(undefined).get('/v1/audit')).status).toBe(401);
    expect((await (await service.withKey('acme', ['write'])).get('/v1/audit')).status).toBe(403);
    for (const query of ['limit=0', 'limit=201', 'cursor=x', 'from=soon', 'format=csv']) {
      expect([query, (await acme.get(`/v1/audit?${query}`)).status]).toEqual([query, 422]);
    }
  });

  test('shows no hash of a key, and nothing of keys without the scope admin', async () => {
    const keys = await service.platform.get('/v1/audit?action=ApiKeyIssued&tenant_id=acme');
    const withheld = { from: null, to: 'withheld' };
    expect(keys.list[0]).toMatchObject({ changes: { hash: withheld, name: { from: null, to: 'Key of acme' } } });
    for (const format of ['json', 'jsonl']) {
      const own = await acme.get(`/v1/audit?action=ApiKeyIssued&format=${format}`);
      const [first] =
        format === 'json'
          ? own.list
          : own.bytes
              .toString()
              .split('\n', 1)
              .map((line) => JSON.parse(line) as unknown);
      expect(first).toMatchObject({
        source: { kind: 'key', name: null },
        changes: { hash: withheld, name: withheld, scopes: withheld },
      });
      expect(own.bytes.toString()).not.toMatch(/Key of|"read"|zk_/);
    }
    const key = String(keys.list[0]?.['aggregate']).slice('apiKey-'.length);
    const history = await acme.get(`/v1/audit/${key}`);
    expect(actions(history)).toEqual(['ApiKeyIssued']);
    expect(history.bytes.toString()).not.toContain('Key of acme');
  });
});

describe('what has changed', () => {
  const changesAfter = async (client: Client, after: unknown, limit = 200) => {
    const { status, body } = await client.get(`/v1/changes?after=${String(after)}&limit=${limit}`);
    expect(status).toBe(200);
    return body as { changes: { position: string; aggregate: string; action: string }[]; next: string };
  };

  test('is told from now on, each change once and in order, however it is asked for, to its own tenant alone', async () => {
    const begun = await acme.get('/v1/changes');
    expect(begun.body).toEqual({ changes: [], next: expect.stringMatching(/^\d+$/) as string });
    const ids: string[] = [];
    for (let time = 0; time < 3; time++) {
      const entry = { kind: 'document_number', values: [`C01X0${time}T47`] };
      ids.push(String((await acme.post('/v1/blocklist', entry)).body['id']));
    }
    const { changes, next } = await changesAfter(acme, begun.body['next']);
    expect(changes.map(({ action, aggregate }) => [action, aggregate])).toEqual(
      ids.map((id) => ['BlocklistEntryAdded', `blocklistEntry-${id}`]),
    );
    expect(await changesAfter(acme, next)).toEqual({ changes: [], next });
    const first = await changesAfter(acme, begun.body['next'], 1);
    const rest = await changesAfter(acme, first.next);
    expect([...first.changes, ...rest.changes]).toEqual(changes);
    expect((await changesAfter(other, begun.body['next'])).changes).toEqual([]);
    const all = (await changesAfter(service.platform, begun.body['next'])).changes;
    expect(all).toEqual(expect.arrayContaining(changes));
  });

  test('is refused to whoever may not read it, and where it is not asked for as it is', async () => {
    expect((await service.as(undefined).get('/v1/changes')).status).toBe(401);
    expect((await (await service.withKey('acme', ['write'])).get('/v1/changes')).status).toBe(403);
    expect((await acme.get('/v1/changes?tenant_id=other')).status).toBe(403);
    for (const query of ['after=x', 'after=-1', 'limit=0', 'limit=201']) {
      expect([query, (await acme.get(`/v1/changes?${query}`)).status]).toEqual([query, 422]);
    }
  });
});
