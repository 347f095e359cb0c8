import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { startService, type Service } from './support/service.js';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

const UUID = /^[0-9a-f-]{36}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('POST /v1/admin/keys', () => {
  test('answers 201 with the whole key, its raw form included', async () => {
    const answer = await service.platform.post('/v1/admin/keys', {
      tenant_id: 'acme',
      name: 'Onboarding',
      scopes: ['read', 'write'],
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID) as unknown,
      tenant_id: 'acme',
      name: 'Onboarding',
      scopes: ['read', 'write'],
      revoked: false,
      mode: 'live',
      expires_at: null,
      replaced_by: null,
      last_used: null,
      created_at: expect.stringMatching(TIMESTAMP) as unknown,
      raw_key: expect.stringMatching(/^zk_[0-9a-f]{12}_[0-9a-f]{32}$/) as unknown,
    });
  });

  test('takes an empty tenant_id for a key of the platform', async () => {
    const answer = await service.platform.post('/v1/admin/keys', { tenant_id: '', name: 'Ops', scopes: ['read'] });
    expect(answer.body).toMatchObject({ tenant_id: '', scopes: ['read'] });
  });

  test.each([
    [{ name: 'x', scopes: ['read'] }, 'tenant_id'],
    [{ tenant_id: 'acme', scopes: ['read'] }, 'name'],
    [{ tenant_id: 'acme', name: 'x' }, 'scopes'],
    [{ tenant_id: 7, name: 'x', scopes: ['read'] }, 'tenant_id'],
    [{ tenant_id: 'a b', name: 'x', scopes: ['read'] }, 'tenant_id'],
    [{ tenant_id: 'a'.repeat(65), name: 'x', scopes: ['read'] }, 'tenant_id'],
    [{ tenant_id: 'acme', name: '', scopes: ['read'] }, 'name'],
    [{ tenant_id: 'acme', name: null, scopes: ['read'] }, 'name'],
    [{ tenant_id: 'acme', name: 'x\0y', scopes: ['read'] }, 'name'],
    [{ tenant_id: 'acme', name: 'x', scopes: [] }, 'scopes'],
    [{ tenant_id: 'acme', name: 'x', scopes: 'read' }, 'scopes'],
    [{ tenant_id: 'acme', name: 'x', scopes: ['root'] }, 'scopes'],
  ])('answers 422 for %j and names %s', async (body, field) => {
    const answer = await service.platform.post('/v1/admin/keys', body);
    expect(answer.status).toBe(422);
    expect(answer.detail).toContain(field);
  });

  test('hands out only scopes that the calling key holds', async () => {
    const admin = await service.withKey('acme', ['admin']);
    const denied = await admin.post('/v1/admin/keys', { tenant_id: 'acme', name: 'x', scopes: ['admin', 'write'] });
    expect(denied.status).toBe(403);
    const granted = await admin.post('/v1/admin/keys', { tenant_id: 'acme', name: 'x', scopes: ['admin'] });
    expect(granted.status).toBe(201);
  });

  test("keeps a tenant's key to its own tenant", async () => {
    const admin = await service.withKey('acme', ['admin', 'read']);
    for (const tenant_id of ['globex', '']) {
      const answer = await admin.post('/v1/admin/keys', { tenant_id, name: 'x', scopes: ['read'] });
      expect(answer.status).toBe(403);
    }
  });
});

describe('GET /v1/admin/keys', () => {
  test('lists newest first, without raw keys or hashes, revoked ones too', async () => {
    const admin = await service.withKey('lists', ['admin']);
    const second = await admin.post('/v1/admin/keys', { tenant_id: 'lists', name: 'second', scopes: ['admin'] });
    await service.platform.delete(`/v1/admin/keys/${String(second.body['id'])}`);
    const { status, list } = await admin.get('/v1/admin/keys');
    expect(status).toBe(200);
    expect(list.map(({ name, revoked }) => ({ name, revoked }))).toEqual([
      { name: 'second', revoked: true },
      { name: 'Key of lists', revoked: false },
    ]);
    for (const key of list) {
      expect(Object.keys(key).sort()).toEqual(
        [
          ...['created_at', 'expires_at', 'id', 'last_used', 'mode', 'name', 'replaced_by', 'revoked', 'scopes'],
          'tenant_id',
        ].sort(),
      );
    }
  });

  test("lists the platform's own keys, a tenant's, or with an empty tenant_id everyone's", async () => {
    await service.withKey('filtered');
    const tenants = async (query: string): Promise<Set<unknown>> =>
      new Set((await service.platform.get(`/v1/admin/keys${query}`)).list.map((key) => key['tenant_id']));
    expect(await tenants('')).toEqual(new Set(['']));
    expect(await tenants('?tenant_id=filtered')).toEqual(new Set(['filtered']));
    const everyone = await tenants('?tenant_id=');
    expect(everyone).toContain('filtered');
    expect(everyone).toContain('');
  });

  test("shows a tenant's key its tenant alone, whatever it asks for", async () => {
    const admin = await service.withKey('confined', ['admin']);
    for (const query of ['', '?tenant_id=', '?tenant_id=confined']) {
      const { list } = await admin.get(`/v1/admin/keys${query}`);
      expect(new Set(list.map((key) => key['tenant_id']))).toEqual(new Set(['confined']));
    }
    expect((await admin.get('/v1/admin/keys?tenant_id=acme')).status).toBe(403);
  });

  test('shows when a key was last used', async () => {
    const reader = await service.withKey('used', ['read']);
    const before = new Date().toISOString();
    await reader.get('/v1/document-types');
    const { list } = await service.platform.get('/v1/admin/keys?tenant_id=used');
    expect(String(list[0]?.['last_used']) >= before).toBe(true);
  });
});

describe('DELETE /v1/admin/keys/{key_id}', () => {
  test('answers 204 with no body, and 404 the second time', async () => {
    const { body } = await service.platform.post('/v1/admin/keys', { tenant_id: 'acme', name: 'x', scopes: ['read'] });
    const path = `/v1/admin/keys/${String(body['id'])}`;
    const revoked = await service.platform.delete(path);
    expect([revoked.status, revoked.bytes.length]).toEqual([204, 0]);
    expect((await service.platform.delete(path)).status).toBe(404);
  });

  test('refuses the revoked key on its next request', async () => {
    const { body } = await service.platform.post('/v1/admin/keys', { tenant_id: 'acme', name: 'x', scopes: ['read'] });
    const client = service.as(String(body['raw_key']));
    expect((await client.get('/v1/document-types')).status).toBe(200);
    await service.platform.delete(`/v1/admin/keys/${String(body['id'])}`);
    const answer = await client.get('/v1/document-types');
    expect([answer.status, answer.detail]).toEqual([401, 'API key revoked']);
  });

  test("answers 404 for an unknown key and for another tenant's, and 422 for what is no UUID", async () => {
    const admin = await service.withKey('acme', ['admin']);
    const foreign = await service.platform.post('/v1/admin/keys', { tenant_id: 'globex', name: 'x', scopes: ['read'] });
    const path = `/v1/admin/keys/${String(foreign.body['id'])}`;
    expect((await admin.delete(path)).status).toBe(404);
    expect((await admin.delete('/v1/admin/keys/3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status).toBe(404);
    const malformed = await admin.delete('/v1/admin/keys/nonsense');
    expect(malformed.status).toBe(422);
    expect(malformed.detail).toContain('key_id');
    expect((await service.platform.delete(path)).status).toBe(204);
  });
});

/** A key with all that the answer to its creation says, and who speaks with it. */
async function create(body: object) {
  const answer = await service.platform.post('/v1/admin/keys', {
    tenant_id: 'acme',
    name: 'x',
    scopes: ['read'],
    ...body,
  });
  expect(answer.status).toBe(201);
  return { id: String(answer.body['id']), body: answer.body, client: service.as(String(answer.body['raw_key'])) };
}
const listed = async (id: string) =>
  (await service.platform.get('/v1/admin/keys?tenant_id=acme')).list.find((key) => key['id'] === id);

describe('a key that expires', () => {
  test('works until then and is refused from then on, also where it was in use just before', async () => {
    // Long enough for a machine that has much else to do to make it and use it.
    const expires_at = new Date(Date.now() + 10_000).toISOString();
    const { id, body, client } = await create({ expires_at });
    expect(body['expires_at']).toBe(expires_at);
    expect((await client.get('/v1/document-types')).status).toBe(200);
    const refused = await until(async () => {
      const answer = await client.get('/v1/document-types');
      return answer.status === 401 ? answer : undefined;
    }, 30_000);
    expect(refused.detail).toBe('API key invalid');
    // The service goes by the clock of its database, which it knows to half of what a quick answer of it takes.
    expect(Date.now() + 50).toBeGreaterThanOrEqual(Date.parse(expires_at));
    expect(await listed(id)).toMatchObject({ revoked: false, expires_at });
  });

  test('says when in UTC, whatever its zone, and at the end of a day that is named', async () => {
    const zoned = await create({ expires_at: '2999-06-30T23:30:00+02:00' });
    expect(zoned.body['expires_at']).toBe('2999-06-30T21:30:00.000Z');
    expect((await create({ expires_at: '2999-06-30' })).body['expires_at']).toBe('2999-06-30T23:59:59.999Z');
  });

  test.each(['2020-01-01T00:00:00Z', '2999-01-01T00:00:00', 'tomorrow', 7])(
    'is not made with expires_at %j',
    async (expires_at) => {
      const wrong = { tenant_id: 'acme', name: 'x', scopes: ['read'], expires_at };
      const answer = await service.platform.post('/v1/admin/keys', wrong);
      expect(answer.status).toBe(422);
      expect(answer.detail).toContain('expires_at');
    },
  );
});

describe('POST /v1/admin/keys/{key_id}/rotate', () => {
  const rotate = (id: string, body: object = {}, who = service.platform) =>
    who.post(`/v1/admin/keys/${id}/rotate`, body);

  test('answers 201 with a key of the same tenant, name, scopes and mode; both work until the overlap is over', async () => {
    const old = await create({ name: 'Back office', scopes: ['read', 'write'], mode: 'test' });
    const before = Date.now();
    const rotated = await rotate(old.id, { overlap_minutes: 60 });
    expect(rotated.status).toBe(201);
    expect(rotated.body).toMatchObject({
      ...{ tenant_id: 'acme', name: 'Back office', scopes: ['read', 'write'], mode: 'test' },
      ...{ revoked: false, expires_at: null, replaced_by: null },
      raw_key: expect.stringMatching(/^zk_/) as unknown,
    });
    expect(rotated.body['id']).not.toBe(old.id);
    for (const client of [old.client, service.as(String(rotated.body['raw_key']))]) {
      expect((await client.get('/v1/document-types')).status).toBe(200);
    }
    const shown = await listed(old.id);
    expect(shown).toMatchObject({ replaced_by: rotated.body['id'], revoked: false });
    const overlap = Date.parse(String(shown?.['expires_at'])) - before;
    expect(overlap).toBeGreaterThanOrEqual(3_600_000);
    expect(overlap).toBeLessThan(3_660_000);
  });

  test('without an overlap refuses the old key on its next request, on other instances too', async () => {
    const old = await create({});
    const elsewhere = await startService({}, service.stack);
    try {
      const there = elsewhere.as(String(old.body['raw_key']));
      expect([
        (await old.client.get('/v1/document-types')).status,
        (await there.get('/v1/document-types')).status,
      ]).toEqual([200, 200]);
      expect((await rotate(old.id, { overlap_minutes: 0 })).status).toBe(201);
      for (const client of [old.client, there]) {
        const answer = await client.get('/v1/document-types');
        expect([answer.status, answer.detail]).toEqual([401, 'API key invalid']);
      }
    } finally {
      await elsewhere.stop();
    }
  });

  test('gives the new key an end where one is asked for', async () => {
    const { id } = await create({});
    const rotated = await rotate(id, { expires_at: '2999-01-01T00:00:00Z' });
    expect(rotated.body['expires_at']).toBe('2999-01-01T00:00:00.000Z');
  });

  test('is done once, and not for a key that is revoked, unknown or of another tenant', async () => {
    const { id } = await create({});
    expect((await rotate(id)).status).toBe(201);
    const again = await rotate(id);
    expect([again.status, again.detail]).toEqual([409, 'Another API key takes the place of this one already']);
    const revoked = await create({});
    await service.platform.delete(`/v1/admin/keys/${revoked.id}`);
    const foreign = await service.withKey('globex', ['admin', 'read']);
    const live = await create({});
    for (const answer of [
      await rotate(revoked.id),
      await rotate('0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11'),
      await rotate(live.id, {}, foreign),
    ]) {
      expect([answer.status, answer.detail]).toEqual([404, 'There is no active API key with this id']);
    }
  });

  test('is kept to who may manage keys and holds the scopes of the key', async () => {
    const { id } = await create({ scopes: ['read', 'write'] });
    expect((await rotate(id, {}, await service.withKey('acme', ['read', 'write']))).status).toBe(403);
    const lacking = await rotate(id, {}, await service.withKey('acme', ['admin', 'read']));
    expect([lacking.status, lacking.detail]).toEqual([
      403,
      'A key can only hand out scopes it holds; this one lacks write',
    ]);
    expect(await listed(id)).toMatchObject({ replaced_by: null, expires_at: null });
  });

  test.each([-1, 43_201, 1.5, '60'])('answers 422 for an overlap of %j minutes', async (overlap_minutes) => {
    const { id } = await create({});
    const answer = await rotate(id, { overlap_minutes });
    expect(answer.status).toBe(422);
    expect(answer.detail).toContain('overlap_minutes');
  });

  test('repeated with its idempotency key makes one key, and shows its raw form once', async () => {
    const { id } = await create({});
    const headers = { 'Idempotency-Key': `rotate-${id}` };
    const first = await service.platform.post(`/v1/admin/keys/${id}/rotate`, {}, headers);
    const second = await service.platform.post(`/v1/admin/keys/${id}/rotate`, {}, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body['id']).toBe(first.body['id']);
    expect([typeof first.body['raw_key'], second.body['raw_key']]).toEqual(['string', undefined]);
  });
});
