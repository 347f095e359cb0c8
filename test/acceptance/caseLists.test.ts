import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { defineMembership } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

let service: Service;
let acme: Client;
/** Newest first. */
const cases: string[] = [];

beforeAll(async () => {
  service = await startService();
  acme = await service.withKey('acme');
  for (const goal of ['membership', 'renewal']) expect((await defineMembership(acme, goal)).status).toBe(201);
  for (const goal of ['membership', 'membership', 'renewal', 'membership', 'renewal']) cases.unshift(await open(goal));
  // Without a document a case fails when it is completed.
  for (const id of [cases[0], cases[3]]) await acme.post(`/v1/cases/${String(id)}/complete`);
});
afterAll(() => service.stop());

async function open(goal: string): Promise<string> {
  const opened = await acme.post('/v1/cases', { goal });
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
  expect(idsOf(await (await service.withKey('other')).get(next))).toEqual([]);
});

test.each([
  ['status=done', /`status`/],
  ['status=', /`status`/],
  ['cursor=', /`cursor`/],
  ['cursor=bm90aGluZw', /`cursor`/],
  ['limit=201', /`limit`/],
])('?%s is 422 and names the parameter', async (query, sentence) => {
  const { status, detail } = await acme.get(`/v1/cases?${query}`);
  expect([status, detail]).toEqual([422, expect.stringMatching(sentence)]);
});
