import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
        ['created_at', 'id', 'last_used', 'name', 'revoked', 'scopes', 'tenant_id'].sort(),
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
