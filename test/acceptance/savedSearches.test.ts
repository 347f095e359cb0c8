import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

let service: Service;
/** A tenant of each test's own, with two keys. */
let tenant: string;
let client: Client;
let colleague: Client;

beforeAll(async () => void (service = await startService()));
afterAll(() => service.stop());

beforeEach(async () => {
  tenant = `t-${randomUUID()}`;
  [client, colleague] = [await service.withKey(tenant), await service.withKey(tenant)];
});

const VIEWS = '/v1/search/views';
const SEARCH = { kind: 'documents', name: 'Mullers', query: 'extracted.full_name: mull*' };
const save = async (body: object = {}, as = client): Promise<string> => {
  const saved = await as.post(VIEWS, { ...SEARCH, ...body });
  expect([saved.status, saved.detail]).toMatchObject([201, { kind: 'documents' }]);
  return `${VIEWS}/${String(saved.body['id'])}`;
};
const put = (path: string, body: object, as = client, headers: Record<string, string> = {}) =>
  as.send('PUT', path, { body: { ...SEARCH, ...body }, headers });

describe('a saved search', () => {
  const whole = {
    ...{ ...SEARCH, filters: ['status: done'], time: { field: 'created_at', from: 'now-7d/d' }, highlight: true },
    ...{ columns: ['doc_id'], sort: [{ field: 'created_at', order: 'desc' }], facets: ['document_type'] },
    ...{ histogram: { field: 'created_at', interval: 'day' }, percentiles: ['pages'], shared: true },
    alerts: true,
  };

  test('is shown as it was saved, changed as a whole, and gone with all that it said once it is deleted', async () => {
    const saved = await client.post(VIEWS, { ...whole, name: 'Unmistakable One' });
    const path = `${VIEWS}/${String(saved.body['id'])}`;
    expect([saved.status, saved.headers.get('location')]).toEqual([201, path]);
    expect(saved.body).toEqual({
      ...{ ...whole, name: 'Unmistakable One', id: expect.any(String) as string, tenant_id: tenant, version: 1 },
      ...{ owner: expect.stringMatching(/^key:/) as string, changed_by: saved.body['owner'] },
      ...{ created_at: expect.any(String) as string, updated_at: saved.body['created_at'] },
      erased_at: null,
    });
    expect((await client.get(path)).body).toEqual(saved.body);
    expect((await client.get(VIEWS)).list).toEqual([saved.body]);
    const changed = await put(path, { query: 'unmistakable2', shared: true });
    expect([changed.status, changed.body]).toMatchObject([200, { version: 2, query: 'unmistakable2', facets: [] }]);
    expect(changed.body).not.toHaveProperty('columns');
    const versions = (await client.get(`${path}/versions`)).list;
    expect(versions).toMatchObject([
      { version: 2, name: 'Mullers', query: 'unmistakable2' },
      { version: 1, name: 'Unmistakable One', time: { from: 'now-7d/d' } },
    ]);
    expect((await client.delete(path)).status).toBe(204);
    for (const gone of [path, `${path}/versions`]) expect((await client.get(gone)).status).toBe(404);
    const again = [await put(path, {}), await client.delete(path), await client.post(`${path}/run`, {})];
    expect(again.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await client.get(VIEWS)).list).toEqual([]);
    expect([...(await dumpTables(service.databaseUrl)).values()].join('\n')).not.toMatch(/unmistakable/i);
  });

  test('is saved once for a request that is repeated, and stands sealed in the log', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { ...SEARCH, name: 'Secretive' };
    const [one, again] = [await client.post(VIEWS, body, key), await client.post(VIEWS, body, key)];
    expect([again.status, again.body]).toEqual([201, one.body]);
    expect((await client.get(VIEWS)).list).toHaveLength(1);
    expect((await dumpTables(service.databaseUrl)).get('events')).not.toMatch(/secretive/i);
  });

  test('is changed and deleted only as it was read, where that is asked for', async () => {
    const path = await save();
    const etag = (await client.get(path)).headers.get('etag') ?? '';
    expect((await client.get(path, { 'If-None-Match': etag })).status).toBe(304);
    expect((await put(path, { name: 'Other' }, client, { 'If-Match': etag })).status).toBe(200);
    const late = await put(path, { name: 'Late' }, client, { 'If-Match': etag });
    const lateDeletion = await client.send('DELETE', path, { headers: { 'If-Match': etag } });
    expect([late.status, lateDeletion.status]).toEqual([412, 412]);
    expect((await put(path, {}, client, { 'If-Match': 'nothing' })).status).toBe(422);
    expect((await client.get(path)).body).toMatchObject({ name: 'Other', version: 2 });
    const now = (await client.get(path)).headers.get('etag') ?? '';
    expect((await client.send('DELETE', path, { headers: { 'If-Match': now } })).status).toBe(204);
  });

  test('is seen by the key that saved it alone, until that shares it with the tenant', async () => {
    const path = await save();
    const run = (as: Client) => as.post(`${path}/run`, {});
    const hidden = [await colleague.get(path), await put(path, {}, colleague), await colleague.delete(path)];
    hidden.push(await colleague.get(`${path}/versions`), await run(colleague));
    expect(hidden.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await colleague.get(VIEWS)).list).toEqual([]);
    expect((await service.platform.get(`${VIEWS}?tenant_id=${tenant}`)).list).toHaveLength(1);
    expect((await put(path, { shared: true })).status).toBe(200);
    expect((await colleague.get(VIEWS)).list).toHaveLength(1);
    expect((await run(colleague)).status).toBe(200);
    const changed = await put(path, { shared: true, name: 'Ours' }, colleague);
    expect([changed.status, changed.body['changed_by'] === changed.body['owner']]).toEqual([200, false]);
    const taken = await put(path, { shared: false, name: 'Mine' }, colleague);
    expect([taken.status, taken.detail]).toEqual([403, expect.stringMatching(/whether it is shared/)]);
    expect((await put(path, { shared: false }, service.platform)).status).toBe(200);
    expect((await colleague.get(path)).status).toBe(404);
  });

  test('is of the own tenant alone', async () => {
    const path = await save({ shared: true });
    const other = await service.withKey(`t-${randomUUID()}`);
    const theirs = [await other.get(path), await put(path, {}, other), await other.delete(path)];
    theirs.push(await other.get(`${path}/versions`), await other.post(`${path}/run`, {}));
    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await other.get(VIEWS)).list).toEqual([]);
    expect((await other.get(`${VIEWS}?tenant_id=${tenant}`)).status).toBe(403);
    expect((await other.post(VIEWS, { ...SEARCH, tenant_id: tenant })).status).toBe(403);
    expect((await client.get(path)).status).toBe(200);
  });

  test('needs the scope to write, and is read and run with that to read', async () => {
    const [reader, writer] = [await service.withKey(tenant, ['read']), await service.withKey(tenant, ['write'])];
    const path = await save({ shared: true }, writer);
    expect((await service.as(undefined).get(VIEWS)).status).toBe(401);
    const refused = [await reader.post(VIEWS, SEARCH), await put(path, { shared: true }, reader)];
    refused.push(await reader.delete(path), await writer.get(VIEWS), await writer.get(path));
    refused.push(await writer.get(`${path}/versions`), await writer.post(`${path}/run`, {}));
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
    const read = [await reader.get(VIEWS), await reader.get(path), await reader.get(`${path}/versions`)];
    read.push(await reader.post(`${path}/run`, {}), await reader.post(`${path}/run`));
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('is told in the audit trail, without what it asks', async () => {
    const path = await save();
    await put(path, { name: 'Other' });
    await client.delete(path);
    const entries = (await client.get(`/v1/audit/${path.slice(VIEWS.length + 1)}`)).list;
    expect(entries.map(({ action }) => action)).toEqual(['SavedSearchDeleted', 'SavedSearchChanged', 'SearchSaved']);
    expect(JSON.stringify(entries)).not.toMatch(/mull/i);
  });
});

describe('a saved search that names somebody who is erased', () => {
  const ofCase = async (): Promise<string> => {
    expect((await defineMembership(client)).status).toBe(201);
    const session = (await client.post('/v1/cases', { goal: 'membership' })).body['session_id'];
    await upload(client, session, await card('Unmistakable Wyndham'));
    return `/v1/cases/${String(session)}`;
  };

  test('loses what it was called and asked in all versions with the case, says so, and can be deleted', async () => {
    const session = await ofCase();
    const path = await save({ query: 'extracted.full_name: "unmistakable wyndham"', shared: true, alerts: true });
    await put(path, { name: 'Unmistakable Wyndham', query: 'status: done', shared: true });
    const bystanders = [await save({ name: 'Wyndhams' }), await save({ query: 'pages > 1' })];
    const other = await service.withKey(`t-${randomUUID()}`);
    const theirs = await save({ name: 'Wyndham, Unmistakable' }, other);

    const erased = await client.post(`${session}/erase`, { reason: 'person_asked' });
    expect([erased.status, erased.body]).toMatchObject([200, { erased: { saved_searches: 1 } }]);
    expect((await client.post(`${session}/erase`)).body).toEqual(erased.body);
    const left = await client.get(path);
    expect([left.status, left.body]).toMatchObject([
      200,
      {
        ...{ name: null, kind: 'documents', query: '', filters: [], alerts: false, shared: true },
        erased_at: expect.any(String) as string,
      },
    ]);
    expect((await client.get(`${path}/versions`)).list).toEqual([]);
    expect((await client.get(VIEWS)).list).toContainEqual(left.body);
    const refused = [await client.post(`${path}/run`, {}), await put(path, { name: 'Another' })];
    for (const { status, detail } of refused)
      expect([status, detail]).toEqual([409, expect.stringMatching(/was erased with a person whom it named/)]);
    for (const one of bystanders) expect((await client.get(one)).body['erased_at']).toBeNull();
    expect((await other.get(theirs)).body).toMatchObject({ name: 'Wyndham, Unmistakable', erased_at: null });
    const entries = (await client.get(`/v1/audit/${path.slice(VIEWS.length + 1)}`)).list;
    expect(entries[0]).toMatchObject({ action: 'SavedSearchErased' });
    expect((await client.delete(path)).status).toBe(204);
    expect((await other.delete(theirs)).status).toBe(204);
    expect([...(await dumpTables(service.databaseUrl)).values()].join('\n')).not.toMatch(/unmistakable/i);
  });

  test('loses it with an execution too, by the number that this read', async () => {
    expect((await defineMembership(client)).status).toBe(201);
    const path = await save({ filters: ['membership_number: "hrc 48213 77"'] });
    const run = await client.post('/v1/pipeline/run', {
      context_id: 'club_card',
      input: {
        ...{ filename: 'card.pdf', mime_type: 'application/pdf' },
        data: (await card('Ana Lopez')).toString('base64'),
      },
    });
    expect([run.status, run.body]).toMatchObject([200, { status: 'completed' }]);
    const erased = await client.post(`/v1/pipeline/executions/${String(run.body['execution_id'])}/erase`);
    expect([erased.status, erased.body]).toMatchObject([200, { erased: { saved_searches: 1 } }]);
    expect((await client.get(path)).body).toMatchObject({ name: null, filters: [] });
  });
});

test('the list goes page by page, the newest first', async () => {
  const ids = [];
  for (const name of ['One', 'Two', 'Three']) ids.unshift((await save({ name })).slice(VIEWS.length + 1));
  const first = await client.get(`${VIEWS}?limit=2`);
  const rest = await client.get(/<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '');
  expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(ids);
  expect(rest.headers.get('link')).toBeNull();
  for (const query of ['limit=0', 'cursor=nothing', 'unknown=1'])
    expect([query, (await client.get(`${VIEWS}?${query}`)).status]).toEqual([query, 422]);
});

test.each([
  ['no name', { name: undefined }, /`name`/],
  ['a blank name', { name: '  ' }, /`name`/],
  ['too long a name', { name: 'x'.repeat(201) }, /`name`/],
  ['another kind', { kind: 'people' }, /`kind`/],
  ['a query that ends early', { query: 'document_type:' }, /`query` cannot be read at character 15 \(from 1\)/],
  ['a wrong filter', { filters: ['', 'status: (done'] }, /`filters`, entry 2, cannot be read at character 14/],
  ['queries that are too long', { query: 'a', filters: ['b'.repeat(10_000)] }, /10000 characters together/],
  ['a time that is none', { time: { field: 'created_at', from: 'soon' } }, /`time.from`/],
  ['no columns', { columns: [] }, /`columns`/],
  ['too many orders', { sort: Array(6).fill({ field: 'status' }) }, /`sort`/],
])('%s is refused when a search is saved, and when it is changed', async (_, wrong, sentence) => {
  const saved = await client.post(VIEWS, { ...SEARCH, ...wrong });
  const changed = await put(await save(), wrong);
  for (const { status, detail } of [saved, changed]) {
    expect([status, detail]).toEqual([422, expect.stringMatching(sentence)]);
  }
});

test('a saved search that is run finds what a search finds that asks the same, page by page', async () => {
  expect((await defineMembership(client)).status).toBe(201);
  const session = (await client.post('/v1/cases', { goal: 'membership' })).body['session_id'];
  for (const bytes of [await card('Jo Muller'), await letter('Ana Muller'), await letter('Ana Lopez')])
    await upload(client, session, bytes);
  const asked = { sort: [{ field: 'extracted.full_name' }], facets: ['document_type'], columns: ['doc_id'] };
  const path = await save(asked);
  const found = await client.post('/v1/search', {
    kind: 'documents',
    query: SEARCH.query,
    ...asked,
    limit: 1,
    pit: true,
  });
  const first = await client.post(`${path}/run`, { limit: 1, pit: found.body['pit'] });
  expect([first.status, first.body]).toEqual([200, found.body]);
  expect(first.body).toMatchObject({ total: 2 });
  const { next: search_after, pit } = first.body;
  const rest = await client.post(`${path}/run`, { limit: 1, pit, search_after });
  expect(rest.body).toMatchObject({ total: 2, hits: [{}], next: null });
  expect(rest.body['hits']).not.toEqual(first.body['hits']);
  const wrong = [{ limit: 0 }, { search_after: ['x'] }, { pit: 'nothing' }];
  for (const body of wrong) expect((await client.post(`${path}/run`, body)).status).toBe(422);
  const all = await service.platform.post(`${path}/run`, {});
  expect(all.body).toMatchObject({ total: 2 });
});
