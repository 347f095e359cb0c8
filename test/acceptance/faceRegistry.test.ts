import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anotherPerson, groupPhoto, noFace, onePerson } from '../support/facePhotos.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

let service: Service;
let one: Buffer;
let other: Buffer;

beforeAll(async () => {
  service = await startService({ FACE_DATABASES: 'staff' });
  [one, other] = [await onePerson(), await anotherPerson()];
});
afterAll(() => service.stop());

const [REGISTER, SEARCH] = ['/api/v1/face/register', '/api/v1/face/search'];
const RECENT = '/api/v1/face/recent/registered';
const image = (bytes: Buffer) => ({ data: bytes.toString('base64'), mime_type: 'image/jpeg' });
const ownTenant = async (): Promise<{ tenant: string; client: Client }> => {
  const tenant = `t-${randomUUID()}`;
  return { tenant, client: await service.withKey(tenant) };
};
const register = (client: Client, bytes: Buffer, more: object = {}, headers = {}): Promise<Answer> =>
  client.post(REGISTER, { image: image(bytes), database: 'custom', ...more }, headers);
const search = (client: Client, probe: Buffer, more: object = {}): Promise<Answer> =>
  client.post(SEARCH, { probe: image(probe), databases: ['custom'], ...more });
const idsFound = ({ body }: Answer): unknown[] =>
  (body['results'] as { face_id: string }[]).map((found) => found.face_id);

describe('a registered face', () => {
  test('is listed, counted, found by another picture of it alone, and is gone once it is deleted', async () => {
    const { client } = await ownTenant();
    const registered = await register(client, one, { face_id: 'visitor-1', metadata: { door: 'north' } });
    expect([registered.status, registered.body]).toEqual([
      200,
      {
        ...{ face_id: 'visitor-1', database: 'custom', quality: expect.any(Number) as number },
        registered_at: expect.any(String) as string,
      },
    ]);
    await register(client, other, { face_id: 'visitor-2' });
    const listed = (await client.get(RECENT)).list;
    expect(listed.map(({ face_id }) => face_id)).toEqual(['visitor-2', 'visitor-1']);
    const registration_id = expect.any(String) as string;
    const view = { ...registered.body, registration_id, person_id: null, metadata: { door: 'north' }, kept_out: null };
    expect(listed[1]).toEqual(view);
    const read = await client.get('/api/v1/face/custom/visitor-1');
    expect([read.status, read.body]).toEqual([200, view]);

    const found = await search(client, await onePerson({ width: 200 }));
    expect([found.status, found.body]).toMatchObject([
      200,
      {
        results: [{ database: 'custom', face_id: 'visitor-1', metadata: { door: 'north' } }],
        ...{ searched_databases: ['custom'], compared: 2, expected_false_matches: expect.closeTo(0.006, 6) as number },
      },
    ]);
    expect(idsFound(await search(client, one, { threshold: 0 }))).toEqual(['visitor-1', 'visitor-2']);
    expect(idsFound(await search(client, one, { threshold: 0, top_k: 1 }))).toEqual(['visitor-1']);

    expect((await client.delete('/api/v1/face/custom/visitor-1')).status).toBe(204);
    expect(idsFound(await search(client, one))).toEqual([]);
    expect((await client.get(RECENT)).list.map(({ face_id }) => face_id)).toEqual(['visitor-2']);
    const details = (await client.get('/api/v1/face/index/details')).list;
    expect(details.find(({ database }) => database === 'custom')).toMatchObject({
      ...{ display_name: 'Own faces', face_count: 1 },
    });
    expect(details.map(({ display_name }) => display_name).slice(-2)).toEqual(['Own faces', 'Staff']);
    expect((await client.delete('/api/v1/face/custom/visitor-1')).status).toBe(404);
    const gone = await client.get('/api/v1/face/custom/visitor-1');
    expect([gone.status, gone.detail]).toEqual([404, 'There is no face with this id in the database']);
  });

  test('of a person with several is told by the photo that is most alike, with whose it is', async () => {
    const { client } = await ownTenant();
    await register(client, await onePerson({ width: 120 }), { face_id: 'small', person_id: 'person-17' });
    await register(client, one, { face_id: 'large', person_id: 'person-17' });
    expect((await search(client, one)).body['results']).toMatchObject([{ face_id: 'large', person_id: 'person-17' }]);
    expect((await client.get('/api/v1/face/custom/small')).body).toMatchObject({ person_id: 'person-17' });
  });

  test('is of its tenant alone', async () => {
    const { tenant, client } = await ownTenant();
    const stranger = (await ownTenant()).client;
    await register(client, one, { face_id: 'ours' });
    expect((await search(stranger, one, { threshold: 0 })).body).toMatchObject({ results: [], compared: 0 });
    expect((await stranger.get(RECENT)).list).toEqual([]);
    expect((await stranger.delete('/api/v1/face/custom/ours')).status).toBe(404);
    expect((await stranger.get('/api/v1/face/custom/ours')).status).toBe(404);
    const foreign = [
      await register(stranger, one, { tenant_id: tenant }),
      await search(stranger, one, { tenant_id: tenant }),
      await stranger.get(`${RECENT}?tenant_id=${tenant}`),
      await stranger.delete(`/api/v1/face/custom/ours?tenant_id=${tenant}`),
      await stranger.get(`/api/v1/face/custom/ours?tenant_id=${tenant}`),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(idsFound(await search(service.platform, one, { tenant_id: tenant }))).toEqual(['ours']);
  });

  test('of a test key is found with test keys alone', async () => {
    const { tenant, client } = await ownTenant();
    const body = { tenant_id: tenant, name: 'Trial', scopes: ['read', 'write'], mode: 'test' };
    const trial = service.as(String((await service.platform.post('/v1/admin/keys', body)).body['raw_key']));
    await register(trial, one, { face_id: 'trial' });
    expect(idsFound(await search(trial, one))).toEqual(['trial']);
    expect([idsFound(await search(client, one)), (await client.get(RECENT)).list]).toEqual([[], []]);
    expect((await client.delete('/api/v1/face/custom/trial')).status).toBe(404);
  });

  test('leaves nothing but the fact when it is deleted: not its id, its metadata, its numbers or its answers', async () => {
    const { client } = await ownTenant();
    const key = { 'Idempotency-Key': randomUUID() };
    const more = { face_id: 'unmistakable-face', metadata: { name: 'Unmistakable Person' } };
    const registered = await register(client, one, more, key);
    expect((await register(client, one, more, key)).body).toEqual(registered.body);
    const vectors = async () =>
      (await dumpTables(service.databaseUrl)).get('sealed_vectors')?.match(/\n|^./g)?.length ?? 0;
    const before = await vectors();
    await client.delete('/api/v1/face/custom/unmistakable-face');
    expect(await vectors()).toBe(before - 1);
    expect([...(await dumpTables(service.databaseUrl)).values()].join('\n')).not.toMatch(/unmistakable/i);
  });

  test('has one id: a second under it is refused, and a request that is repeated registers once', async () => {
    const { client } = await ownTenant();
    await register(client, one, { face_id: 'taken' });
    const again = await register(client, other, { face_id: 'taken' });
    expect([again.status, again.detail]).toEqual([409, 'A face with this face_id is in the database already']);
    expect((await client.get(RECENT)).list).toHaveLength(1);
  });
});

test('a register that the installation adds is a tenant’s own as custom is, beside it', async () => {
  const { client } = await ownTenant();
  expect((await register(client, one, { database: 'staff', face_id: 'keeper' })).body).toMatchObject({
    database: 'staff',
  });
  expect((await search(client, one, { databases: ['custom', 'staff'] })).body['results']).toMatchObject([
    { database: 'staff', face_id: 'keeper' },
  ]);
  expect(idsFound(await search(client, one))).toEqual([]);
  expect((await client.get(`${RECENT}?database=staff`)).list).toMatchObject([{ face_id: 'keeper' }]);
  expect((await (await ownTenant()).client.get('/api/v1/face/staff/keeper')).status).toBe(404);
  expect((await client.delete('/api/v1/face/staff/keeper')).status).toBe(204);
});

test('a watchlist is written with a key of the platform, and is looked through by everybody', async () => {
  const { client } = await ownTenant();
  const face_id = `w-${randomUUID()}`;
  const refused = [
    await register(client, other, { database: 'fraudsters' }),
    await client.delete(`/api/v1/face/fraudsters/${face_id}`),
    await client.get(`/api/v1/face/fraudsters/${face_id}`),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await register(service.platform, other, { database: 'fraudsters', face_id })).status).toBe(200);
  const found = await search(client, other, { databases: ['custom', 'fraudsters', 'fraudsters'] });
  expect(found.body).toMatchObject({
    results: [{ database: 'fraudsters', face_id }],
    searched_databases: ['custom', 'fraudsters'],
  });
  expect((await client.get(`${RECENT}?database=fraudsters`)).list).toEqual([]);
  expect((await service.platform.get(`${RECENT}?database=fraudsters`)).list).toMatchObject([{ face_id }]);
  expect((await service.platform.get(`/api/v1/face/fraudsters/${face_id}`)).body).toMatchObject({ face_id });
  expect((await service.platform.delete(`/api/v1/face/fraudsters/${face_id}`)).status).toBe(204);
});

test('what is no picture of one face, no register or no id is refused, and says which', async () => {
  const { client } = await ownTenant();
  const small = { database: 'custom', image: image(Buffer.from('no picture at all')) };
  const refused = [
    await register(client, await noFace()),
    await register(client, groupPhoto(1)),
    await client.post(REGISTER, small),
    await register(client, Buffer.alloc(20 * 1024 ** 2 + 1)),
    await register(client, one, { database: 'friends' }),
    await register(client, one, { face_id: 'two words' }),
    await register(client, one, { person_id: 'two words' }),
    await register(client, one, { metadata: { n: 1 } }),
    await client.delete('/api/v1/face/friends/one'),
  ];
  expect(refused.map(({ status, detail }) => [status, String(detail)])).toEqual([
    [422, 'The field `image` shows no face'],
    [422, 'The field `image` shows 3 faces; register one at a time'],
    [415, expect.stringContaining('`image.data`')],
    [413, expect.stringContaining('`image.data`')],
    [422, expect.stringContaining('`database`')],
    [422, expect.stringContaining('`face_id`')],
    [422, expect.stringContaining('`person_id`')],
    [422, expect.stringContaining('metadata')],
    [422, expect.stringContaining('`database`')],
  ]);
});

test('a search is refused for no register, an unknown one, and for what is out of range', async () => {
  const { client } = await ownTenant();
  const bare = Buffer.of(1);
  for (const more of [{ databases: [] }, { databases: ['friends'] }, { top_k: 0 }, { top_k: 1001 }, { threshold: 1.1 }])
    expect([more, (await search(client, bare, more)).status]).toEqual([more, 422]);
  const none = await search(client, await noFace());
  expect([none.status, none.detail]).toEqual([422, 'The field `probe` shows no face']);
  expect((await search(client, Buffer.alloc(20 * 1024 ** 2 + 1))).status).toBe(413);
  expect((await search(client, Buffer.from('no picture at all'))).status).toBe(415);
  for (const query of ['limit=0', 'limit=201', 'cursor=nothing', 'database=friends', 'unknown=1'])
    expect([query, (await client.get(`${RECENT}?${query}`)).status]).toEqual([query, 422]);
});

test('a register is read with the scope to read, and written and looked through with that to write', async () => {
  const { tenant } = await ownTenant();
  const [reader, writer] = [await service.withKey(tenant, ['read']), await service.withKey(tenant, ['write'])];
  const body = { image: image(Buffer.of(1)), database: 'custom' };
  const refused = [
    await reader.post(REGISTER, body),
    await search(reader, Buffer.of(1)),
    await reader.delete('/api/v1/face/custom/one'),
    await writer.get(RECENT),
    await writer.get('/api/v1/face/custom/one'),
    await writer.get('/api/v1/face/index/details'),
    await service.as(undefined).post(REGISTER, body),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 401]);
  expect([(await reader.get(RECENT)).status, (await reader.get('/api/v1/face/index/details')).status]).toEqual([
    200, 200,
  ]);
});
