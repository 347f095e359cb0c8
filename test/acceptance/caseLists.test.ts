import { beforeAll, expect, test } from 'vitest';
import { card, defineMembership, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
/** Newest first. */
const cases: string[] = [];

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  for (const goal of ['membership', 'renewal']) expect((await defineMembership(acme, goal)).status).toBe(201);
  for (const goal of ['membership', 'membership', 'renewal', 'membership', 'renewal']) cases.unshift(await open(goal));
  // Without a document a case fails when it is completed.
  for (const id of [cases[0], cases[3]]) await acme.post(`/v1/cases/${String(id)}/complete`);
});

async function open(goal: string, more: object = {}): Promise<string> {
  const opened = await acme.post('/v1/cases', { goal, ...more });
  expect(opened.status).toBe(201);
  return String(opened.body['session_id']);
}
const idsOf = ({ list }: Answer): unknown[] => list.map(({ session_id }) => session_id);
const nextOf = ({ headers }: Answer): string | undefined => /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

test('the list of cases is read page by page, and what is opened meanwhile moves nothing', async () => {
  const pages: unknown[][] = [];
  for (let path: string | undefined = '/v1/cases?limit=2'; path !== undefined;) {
    const listed: Answer = await acme.get(path);
    expect(listed.status).toBe(200);
    pages.push(idsOf(listed));
    path = nextOf(listed);
    if (pages.length === 1) await open('membership');
  }
  expect(pages).toEqual([cases.slice(0, 2), cases.slice(2, 4), cases.slice(4)]);
});

test('the list of cases is narrowed to where they stand and to a goal, and its pages too', async () => {
  expect(idsOf(await acme.get('/v1/cases?status=failed'))).toEqual([cases[0], cases[3]]);
  expect(idsOf(await acme.get('/v1/cases?goal=renewal'))).toEqual([cases[0], cases[2]]);
  expect(idsOf(await acme.get('/v1/cases?goal=renewal&status=failed'))).toEqual([cases[0]]);
  expect(idsOf(await acme.get('/v1/cases?status=denied'))).toEqual([]);
  const first = await acme.get('/v1/cases?status=failed&limit=1');
  expect(idsOf(first)).toEqual([cases[0]]);
  const second = await acme.get(nextOf(first) ?? '');
  expect([idsOf(second), nextOf(second)]).toEqual([[cases[3]], undefined]);
  expect(nextOf(await acme.get('/v1/cases?status=failed&limit=2'))).toBeUndefined();
});

test('a page shows nothing of another tenant, whoever made its cursor', async () => {
  const next = nextOf(await acme.get('/v1/cases?limit=1')) ?? '';
  expect(idsOf(await (await service.withKey(service.tenant('other'))).get(next))).toEqual([]);
});

test('a cursor of this list is taken by no other: it is 422 there, and not a place in the wrong list', async () => {
  const next = new URL(nextOf(await acme.get('/v1/cases?limit=1')) ?? '', service.url).searchParams;
  for (const path of ['/v1/pipeline/executions', '/v1/blocklist', '/v1/audit', '/v1/governance', '/v1/search/views']) {
    const { status, detail } = await acme.get(`${path}?cursor=${String(next.get('cursor'))}`);
    expect([path, status, detail]).toEqual([
      path,
      422,
      'The parameter `cursor` is one of another list; each list takes its own',
    ]);
  }
});

test.each([
  ['status=done', /`status`/],
  ['status=', /`status`/],
  ['cursor=', /`cursor`/],
  ['cursor=bm90aGluZw', /`cursor`/],
  ['limit=201', /`limit`/],
  ['created_from=yesterday', /`created_from`/],
  ['created_to=2026-02-30T25:00:00Z', /`created_to`/],
  ['created_from=2026-03-02&created_to=2026-03-01', /`created_to` must not lie before `created_from`/],
  ['reason=underage', /`reason` .*did you mean "under_age"/],
  ['reason=', /`reason`/],
  ['fields=', /`fields/],
  ['fields=session_id,documents', /`fields/],
  ['metadata.order=1&metadata.order=2', /`metadata.order`/],
  ['assigne=me', /`assigne`/],
  ['nonsense=1&nonsense=2&limit=1', /`nonsense`/],
])('?%s is 422 and names the parameter', async (query, sentence) => {
  const { status, detail } = await acme.get(`/v1/cases?${query}`);
  expect([status, detail]).toEqual([422, expect.stringMatching(sentence)]);
});

test('a goal that no agent has lists nothing: it may come later', async () => {
  const { status, list } = await acme.get('/v1/cases?goal=of_tomorrow');
  expect([status, list]).toEqual([200, []]);
});

test('the list of cases is narrowed to what was read, to why it was judged so, and to metadata', async () => {
  const metadata = { order: '4711', channel: 'app' };
  const one = await open('renewal', { metadata });
  const other = await open('renewal', { metadata: { ...metadata, order: '4712' } });
  await upload(acme, one, await card('Ana Lopez'));
  await acme.post(`/v1/cases/${one}/complete`);
  expect(idsOf(await acme.get('/v1/cases?document_type=club_card'))).toEqual([one]);
  expect(idsOf(await acme.get('/v1/cases?document_type=club_letter'))).toEqual([]);
  expect(idsOf(await acme.get('/v1/cases?reason=document_missing&document_type=club_card'))).toEqual([one]);
  expect(idsOf(await acme.get('/v1/cases?metadata.channel=app'))).toEqual([other, one]);
  expect(idsOf(await acme.get('/v1/cases?metadata.channel=app&metadata.order=4711'))).toEqual([one]);
  expect(idsOf(await acme.get('/v1/cases?metadata.channel=ap'))).toEqual([]);
  const first = await acme.get('/v1/cases?metadata.channel=app&limit=1');
  expect([idsOf(first), idsOf(await acme.get(nextOf(first) ?? ''))]).toEqual([[other], [one]]);
  expect(idsOf(await (await service.withKey(service.tenant('other'))).get('/v1/cases?metadata.channel=app'))).toEqual(
    [],
  );
});

test('the list of cases is narrowed to when they were opened, both ends in it, in any zone and by days', async () => {
  const id = await open('membership');
  const { body } = await acme.get(`/v1/cases/${id}`);
  const at = String(body['created_at']);
  const inOtherZone = `${new Date(Date.parse(at) + 3_600_000).toISOString().slice(0, -1)}%2B01:00`;
  expect(idsOf(await acme.get(`/v1/cases?created_from=${at}&created_to=${inOtherZone}`))).toEqual([id]);
  const day = at.slice(0, 10);
  expect(idsOf(await acme.get(`/v1/cases?created_from=${day}&limit=1`))).toEqual([id]);
  expect(idsOf(await acme.get('/v1/cases?created_to=2020-01-01T00:00:00Z'))).toEqual([]);
  expect(idsOf(await acme.get(`/v1/cases?created_to=${day}&limit=1`))).toEqual([id]);
});

test('of each case those fields are listed that are asked for, and by itself what the contract names', async () => {
  const { list } = await acme.get('/v1/cases?fields=session_id,status&limit=2');
  expect(list.map((row) => Object.keys(row))).toEqual([
    ['session_id', 'status'],
    ['session_id', 'status'],
  ]);
  const [whole] = (await acme.get('/v1/cases?limit=1')).list;
  expect(whole).not.toHaveProperty('metadata');
});
