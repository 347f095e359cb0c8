import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let acme: Client;
let other: Client;
/** Where each is read, as of when it came to be and was changed for the first time, and what was read then. */
let things: { path: string; first: Moment; was: Answer }[];
/** What lists had then, by their path. */
let lists: { path: string; was: Answer; at: Moment }[];
let beforeAnything: string;

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  other = await service.withKey('other');
  beforeAnything = await headOf(service.platform);
  const agent = await defineMembership(acme, 'membership');
  await acme.post('/v1/agents', { goal: 'second', name: 'Second' });
  const opened = await acme.post('/v1/cases', { goal: 'membership' });
  const session_id = String(opened.body['session_id']);
  await upload(acme, session_id, await card('Anna Maria Eriksson'), { filename: 'unforgettable.pdf' });
  const page = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const input = { data: page.toString('base64'), mime_type: 'image/png', filename: 'unforgettable.png' };
  const run = await acme.post('/v1/pipeline/run', { context_id: 'receipt', input });
  const execution_id = String(run.body['execution_id']);
  things = [];
  for (const [path, id] of [
    [`/v1/agents/${String(agent.body['id'])}`, String(agent.body['id'])],
    ['/v1/document-types/club_card', 'club_card'],
    [`/v1/cases/${session_id}`, session_id],
    [`/v1/cases/${session_id}/status`, session_id],
    [`/v1/pipeline/executions/${execution_id}`, execution_id],
  ] as const) {
    things.push({ path, first: await lastOf(id), was: await acme.get(path) });
  }
  lists = [];
  for (const path of [
    '/v1/agents',
    '/v1/document-types?tenant_id=acme',
    '/v1/document-types?tenant_id=acme&include_global=true',
    '/v1/cases?status=collecting',
    '/v1/cases?goal=membership&document_type=club_card&fields=session_id,status,progress',
    '/v1/pipeline/executions?pipeline_only=true',
  ]) {
    const [last] = (await service.platform.get('/v1/audit?limit=1')).list;
    const at = { position: String(last?.['position']), at: String(last?.['at']) };
    lists.push({ path, was: await acme.get(path), at });
  }
  await acme.post('/v1/cases', { goal: 'membership' });
  await acme.put(`/v1/agents/${String(agent.body['id'])}`, { name: 'Renamed' });
  await acme.delete(`/v1/agents/${String(agent.body['id'])}`);
  await acme.delete('/v1/document-types/club_card');
  await acme.post(`/v1/cases/${session_id}/assign`, { assignee: 'Jane Doe', actor: 'Jane Doe' });
  await acme.post(`/v1/cases/${session_id}/complete`);
  await acme.post('/v1/pipeline/run', { context_id: 'receipt', input });
});

afterAll(() => service.stop());

interface Moment {
  position: string;
  at: string;
}

const headOf = async (client: Client): Promise<string> => {
  const [last] = (await client.get('/v1/audit?limit=1')).list;
  return last ? String(last['position']) : '0';
};

/** The last thing that was done to it. */
async function lastOf(id: string): Promise<Moment> {
  const [last] = (await acme.get(`/v1/audit/${id}?limit=1`)).list;
  return { position: String(last?.['position']), at: String(last?.['at']) };
}

const KINDS = ['an agent', 'a document type', 'a case', 'the status of a case', 'an execution'].map(
  (kind, index) => [kind, index] as const,
);

describe.each(KINDS)('%s', (_kind, index) => {
  test('reads as it was at a place in the log and at a time, also where it is gone since', async () => {
    const { path, first, was } = things[index]!;
    expect(was.status).toBe(200);
    for (const moment of [first.position, first.at, first.at.replace('Z', '%2B00:00')]) {
      const then = await acme.get(`${path}?as_of=${moment}`);
      expect([then.status, then.body]).toEqual([200, was.body]);
    }
  });

  test('is 404 as of what was before it, and to another tenant at any time', async () => {
    const { path, first } = things[index]!;
    const before = await acme.get(`${path}?as_of=${beforeAnything}`);
    const theirs = await other.get(`${path}?as_of=${first.position}`);
    expect([before.status, theirs.status]).toEqual([404, 404]);
    expect(theirs.detail).toBe(before.detail);
  });

  test('reads as of now as it reads now', async () => {
    const { path } = things[index]!;
    const now = await acme.get(path);
    const asOfNow = await acme.get(`${path}?as_of=${await headOf(service.platform)}`);
    expect([asOfNow.status, asOfNow.body]).toEqual([now.status, now.body]);
  });

  test('is 422 as of what is no moment, or has not come yet', async () => {
    const { path } = things[index]!;
    const form =
      'The field `as_of` must be a time with its zone such as `2025-03-14T09:26:53Z` (in a URL `+` is `%2B`), or a position such as `4711`';
    for (const [moment, detail] of [
      ...['yesterday', '', '2026-03-02', '-1', '2026-03-02T09:00:00+01:00'].map((text) => [text, form] as const),
      ['9999-01-01T00:00:00Z', 'The parameter `as_of` names a time that has not come yet'],
      ['8999999999999999999', 'The parameter `as_of` names a position behind the end of the log'],
    ] as const) {
      const refused = await acme.get(`${path}?as_of=${moment}`);
      expect([refused.status, refused.detail]).toEqual([422, detail]);
    }
  });
});

describe('a list', () => {
  const asOf = (path: string, moment: string): string => `${path}${path.includes('?') ? '&' : '?'}as_of=${moment}`;

  test('lists what there was then, also what is gone since', async () => {
    expect(lists[0]?.was.list.map(({ name }) => name)).toEqual(['Second', 'Membership']);
    for (const { path, was, at } of lists) {
      for (const moment of [at.position, at.at]) {
        const then = await acme.get(asOf(path, moment));
        expect([path, then.status, then.list]).toEqual([path, 200, was.list]);
      }
      expect((await acme.get(path)).list).not.toEqual(was.list);
    }
  });

  test('lists as of now what it lists now', async () => {
    for (const { path } of lists) {
      const now = await acme.get(path);
      const asOfNow = await acme.get(asOf(path, await headOf(service.platform)));
      expect([path, asOfNow.status, asOfNow.list]).toEqual([path, 200, now.list]);
    }
  });

  test('goes on page by page as of a moment', async () => {
    const now = await headOf(service.platform);
    for (const path of ['/v1/cases', '/v1/pipeline/executions']) {
      const all = await acme.get(path);
      const found: unknown[] = [];
      let next: string | undefined = asOf(`${path}?limit=1`, now);
      while (next !== undefined) {
        const shown: Answer = await acme.get(next);
        expect([shown.status, shown.list.length]).toEqual([200, 1]);
        found.push(...shown.list);
        next = /<(.+)>; rel="next"/.exec(shown.headers.get('link') ?? '')?.[1];
      }
      expect([path, found.length > 1, found]).toEqual([path, true, all.list]);
    }
  });

  test('of cases goes by how they stood then, of one tenant and in the past alone', async () => {
    const standing = lists.find(({ path }) => path === '/v1/cases?status=collecting');
    if (!standing) expect.unreachable();
    const then = asOf('/v1/cases', standing.at.position);
    expect((await acme.get(`${then}&status=review`)).list).toEqual([]);
    expect((await acme.get(`${then}&assignee=Jane%20Doe`)).list).toEqual([]);
    expect((await other.get(then)).list).toEqual([]);
    expect((await acme.get(asOf('/v1/cases', beforeAnything))).list).toEqual([]);
    expect((await acme.get(asOf('/v1/pipeline/executions', beforeAnything))).list).toEqual([]);
    expect((await service.platform.get(`${then}&status=collecting`)).list).toEqual(standing.was.list);
  });

  test('has nothing that was not there yet, and nothing of another tenant', async () => {
    const [agents, types] = lists;
    if (!agents || !types) expect.unreachable();
    for (const { path } of [agents, types]) {
      expect([path, (await acme.get(asOf(path, beforeAnything))).list]).toEqual([path, []]);
    }
    const theirs = await other.get(asOf(agents.path, agents.at.position));
    expect([theirs.status, theirs.list]).toEqual([200, []]);
    expect((await other.get(asOf(types.path, types.at.position))).status).toBe(403);
    const all = await service.platform.get(asOf('/v1/agents?tenant_id=', agents.at.position));
    expect(all.list).toEqual(agents.was.list);
  });

  test('is 422 as of what is no moment, or has not come yet', async () => {
    for (const { path } of lists) {
      for (const moment of ['yesterday', '9999-01-01T00:00:00Z', '8999999999999999999']) {
        expect([path, moment, (await acme.get(asOf(path, moment))).status]).toEqual([path, moment, 422]);
      }
    }
  });
});

test('what was erased since is erased in the past too, which says so', async () => {
  const [oneCase, run] = [things[2]!, things[4]!];
  for (const one of [oneCase, run]) {
    const then = `${one.path}?as_of=${one.first.position}`;
    const tag = (await acme.get(then)).headers.get('etag') ?? '';
    expect((await acme.get(then, { 'If-None-Match': tag })).status).toBe(304);
    expect((await acme.post(`${one.path}/erase`)).status).toBe(200);
    const erased = await acme.get(then, { 'If-None-Match': tag });
    expect([erased.status, erased.body['status']]).toEqual([200, one.was.body['status']]);
    expect(erased.bytes.toString()).not.toMatch(/unforgettable|Eriksson/i);
    const list = `${one.path.slice(0, one.path.lastIndexOf('/'))}?as_of=${one.first.position}`;
    const listed = await acme.get(list);
    expect([listed.status, listed.list.length]).toEqual([200, 1]);
    expect(listed.bytes.toString()).not.toMatch(/unforgettable|Eriksson/i);
  }
  const then = await acme.get(`${oneCase.path}?as_of=${oneCase.first.position}`);
  expect(then.body).toMatchObject({ erased_at: expect.any(String) as string, documents: [{ filename: '' }] });
  expect((await acme.get(`/v1/cases/${randomUUID()}?as_of=${oneCase.first.position}`)).status).toBe(404);
});
