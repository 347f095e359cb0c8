import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from './support/client.js';
import { completed, definePasses, openWith, pass, type Pass, verify } from './support/clubPasses.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

let service: Service;
/** A tenant of each test's own. */
let tenant: string;
let client: Client;

beforeAll(async () => void (service = await startService()));
afterAll(() => service.stop());

beforeEach(async () => {
  tenant = `t-${randomUUID()}`;
  client = await service.withKey(tenant);
});

const NUMBER = { kind: 'document_number', values: ['HRC4821377'], reason: 'Reported stolen' };
const another = (given: Pass = {}): Promise<Buffer> => pass({ remark: randomUUID(), ...given });
const block = async (body: object): Promise<string> => {
  const added = await client.post('/v1/blocklist', body);
  expect([added.status, added.detail]).toMatchObject([201, { kind: expect.any(String) as string }]);
  return String(added.body['id']);
};
const database = async (): Promise<string> => [...(await dumpTables(service.databaseUrl)).values()].join('\n');

describe('an entry', () => {
  test('is shown with all but what it holds, and is gone once it is deleted', async () => {
    const added = await client.post('/v1/blocklist', NUMBER);
    expect([added.status, added.body]).toEqual([
      201,
      {
        ...{ id: expect.any(String) as string, tenant_id: tenant, kind: 'document_number', value_count: 1 },
        ...{ reason: 'Reported stolen', added_by: expect.stringMatching(/^key:/) as string },
        created_at: expect.any(String) as string,
      },
    ]);
    const path = `/v1/blocklist/${String(added.body['id'])}`;
    expect(added.headers.get('location')).toBe(path);
    expect((await client.get(path)).body).toEqual(added.body);
    expect((await client.get('/v1/blocklist')).list).toEqual([added.body]);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get('/v1/blocklist')).list).toEqual([]);
    expect([(await client.get(path)).status, (await client.delete(path)).status]).toEqual([404, 404]);
  });

  test('leaves neither its values nor its hashes nor its reason when it is deleted, and its values are nowhere before', async () => {
    const values = { full_name: 'Unmistakable Person', birth_date: '1961-07-21', ssn: 'UNMISTAKABLE77' };
    const id = await block({ kind: 'person', values, reason: 'unmistakably gone' });
    const before = await database();
    expect(before).not.toMatch(/unmistakable p|unmistakable77|1961-07-21/i);
    const rows = ((await dumpTables(service.databaseUrl)).get('keyed_index') ?? '').split('\n');
    const hashes = rows.filter((row) => row.includes(id)).map((row) => /\\x([0-9a-f]{64})/.exec(row)?.[1] ?? '');
    expect(hashes).toHaveLength(2);
    await client.delete(`/v1/blocklist/${id}`);
    const after = await database();
    expect(after).not.toContain('unmistakably gone');
    for (const hash of hashes) expect(after).not.toContain(hash);
  });

  test('is added once for a request that is repeated', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const [one, again] = [
      await client.post('/v1/blocklist', NUMBER, key),
      await client.post('/v1/blocklist', NUMBER, key),
    ];
    expect([again.status, again.body]).toEqual([201, one.body]);
    expect((await client.get('/v1/blocklist')).list).toHaveLength(1);
  });

  test('is of the own tenant alone', async () => {
    const id = await block(NUMBER);
    const other = await service.withKey(`t-${randomUUID()}`);
    expect((await other.get('/v1/blocklist')).list).toEqual([]);
    const theirs = [await other.get(`/v1/blocklist/${id}`), await other.delete(`/v1/blocklist/${id}`)];
    expect(theirs.map(({ status }) => status)).toEqual([404, 404]);
    expect((await other.get(`/v1/blocklist?tenant_id=${tenant}`)).status).toBe(403);
    expect((await other.post('/v1/blocklist', { ...NUMBER, tenant_id: tenant })).status).toBe(403);
    expect((await service.platform.get(`/v1/blocklist?tenant_id=${tenant}`)).list).toHaveLength(1);
  });

  test('needs the scope to write, and is read with that to read', async () => {
    const [reader, writer] = [await service.withKey(tenant, ['read']), await service.withKey(tenant, ['write'])];
    expect((await reader.post('/v1/blocklist', NUMBER)).status).toBe(403);
    const id = String((await writer.post('/v1/blocklist', NUMBER)).body['id']);
    expect([(await writer.get('/v1/blocklist')).status, (await reader.get('/v1/blocklist')).status]).toEqual([
      403, 200,
    ]);
    expect((await reader.delete(`/v1/blocklist/${id}`)).status).toBe(403);
    expect((await service.as(undefined).get('/v1/blocklist')).status).toBe(401);
    expect((await writer.delete(`/v1/blocklist/${id}`)).status).toBe(204);
  });
});

test('the list goes page by page, the newest first, and by kind', async () => {
  const ids = [];
  for (const number of ['AAAA1', 'BBBB2', 'CCCC3']) ids.unshift(await block({ ...NUMBER, values: [number] }));
  const person = await block({ kind: 'person', values: { personal_number: '19740812-1234' } });
  const first = await client.get('/v1/blocklist?limit=2&kind=document_number');
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const rest = await client.get(next);
  expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(ids);
  expect(rest.headers.get('link')).toBeNull();
  expect((await client.get('/v1/blocklist?kind=person')).list.map(({ id }) => id)).toEqual([person]);
  for (const query of ['limit=0', 'cursor=nothing', 'kind=face', 'unknown=1'])
    expect([query, (await client.get(`/v1/blocklist?${query}`)).status]).toEqual([query, 422]);
});

test.each([
  ['a face', { kind: 'face', values: ['x'] }, 422, /faces cannot be blocked yet/],
  ['another kind', { kind: 'email', values: ['x'] }, 422, /kind/],
  ['nothing', { kind: 'person' }, 422, /`values` is required/],
  ['no numbers', { kind: 'document_number', values: [] }, 422, /1 to 100/],
  ['too many numbers', { kind: 'document_number', values: Array<string>(101).fill('ABCD1') }, 422, /1 to 100/],
  ['a number that is none', { kind: 'document_number', values: ['ABCD1', '-- 1'] }, 422, /`values\.1`.*at least 4/],
  ['fields for a number', { kind: 'document_number', values: { number: 'ABCD1' } }, 422, /list of document numbers/],
  ['a list for a person', { kind: 'person', values: ['Anna'] }, 422, /object of fields/],
  ['a name alone', { kind: 'person', values: { full_name: 'Anna Eriksson' } }, 422, /birth_date/],
  ['an unknown field', { kind: 'person', values: { shoe_size: '44' } }, 422, /shoe_size/],
  ['values that are no text', { kind: 'document_number', values: [48213] }, 422, /values/],
  ['a document without its case', { kind: 'person', doc_id: randomUUID() }, 422, /`case_id` is required/],
  ['a case without a document', { kind: 'person', case_id: randomUUID() }, 422, /`doc_id` is required/],
  ['both', { ...NUMBER, case_id: randomUUID(), doc_id: randomUUID() }, 422, /cannot both/],
  ['an unknown case', { kind: 'person', case_id: randomUUID(), doc_id: randomUUID() }, 404, /no case/],
])('%s is refused', async (_, body, status, sentence) => {
  const answer = await client.post('/v1/blocklist', body);
  expect([answer.status, answer.detail]).toEqual([status, expect.stringMatching(sentence)]);
});

describe('a case', () => {
  beforeEach(() => definePasses(client, { passes: {}, strict: { policy: { blocklisted: 'deny' } } }));

  test('with a document whose number is blocked goes to review and names the entry, as long as that is there', async () => {
    const id = await block({ ...NUMBER, values: ['XYZW9', 'hrc 482 1377'] });
    const { decision, reasons } = await verify(client, await another());
    expect(decision).toBe('review');
    expect(reasons).toMatchObject([{ code: 'blocklisted', effect: 'review', blocklist_entries: [id] }]);
    expect((await client.get('/v1/cases?reason=blocklisted')).list).toHaveLength(1);
    await client.delete(`/v1/blocklist/${id}`);
    const later = await verify(
      client,
      await another({ name: 'Robert Smith', born: '1980-01-31', number: 'HRC1234567' }),
    );
    expect(later).toMatchObject({ decision: 'approved', reasons: [] });
  });

  test('that names a blocked person goes to review, however the name is written, and is denied where the policy says so', async () => {
    const id = await block({
      kind: 'person',
      values: { surname: 'Müller', given_names: 'Jürgen', birth_date: '1974-08-12' },
    });
    const file = await another({ name: 'MUELLER JUERGEN' });
    expect(await verify(client, file)).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'blocklisted', blocklist_entries: [id] }],
    });
    expect((await verify(client, file, 'strict')).decision).toBe('denied');
    const namesake = await another({ name: 'MUELLER JUERGEN', born: '1990-03-25', number: 'HRC1234567' });
    expect((await verify(client, namesake)).reasons).toEqual([]);
  });

  test('is judged by what is blocked when it completes', async () => {
    const { session_id } = await openWith(client, await another());
    await block(NUMBER);
    expect((await completed(client, session_id)).reasons).toMatchObject([{ code: 'blocklisted' }]);
  });

  test('can have what one of its documents states blocked, for its own tenant', async () => {
    const { session_id: case_id, doc_id } = await openWith(client, await another());
    for (const kind of ['document_number', 'person']) await block({ kind, case_id, doc_id });
    const { reasons } = await verify(client, await another());
    expect(reasons.filter(({ code }) => code === 'blocklisted')).toHaveLength(2);
    const missing = await client.post('/v1/blocklist', { kind: 'person', case_id, doc_id: randomUUID() });
    expect([missing.status, missing.detail]).toEqual([404, 'There is no document with this id']);
    const other = await service.withKey(`t-${randomUUID()}`);
    expect((await other.post('/v1/blocklist', { kind: 'person', case_id, doc_id })).status).toBe(404);
    const bare = await openWith(client, await another({ number: '1', country: 'France' }));
    const nothing = { kind: 'document_number', case_id: bare.session_id, doc_id: bare.doc_id };
    expect((await client.post('/v1/blocklist', nothing)).status).toBe(400);
  });

  test('of another tenant is not judged by it', async () => {
    await block(NUMBER);
    const other = await service.withKey(`t-${randomUUID()}`);
    await definePasses(other);
    expect((await verify(other, await another())).reasons).toEqual([]);
  });
});
