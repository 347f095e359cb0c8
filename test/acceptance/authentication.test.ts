import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKeyCommands } from '../../src/commands/apiKeys/apiKeyCommands.js';
import { openCoreAt } from '../support/core.js';
import { until } from '../support/until.js';
import { startService, type Service } from './support/service.js';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

describe('who asks', () => {
  test('no key, or an empty one, is 401 on every path that is not open, unknown ones and bad ones included', async () => {
    for (const path of ['/v1/document-types', '/v1/admin/keys', '/nothing', '/v1/pipeline/executions/%ff']) {
      const answer = await service.as(undefined).get(path);
      expect([answer.status, answer.detail]).toEqual([401, 'Missing X-Api-Key header']);
    }
    expect((await service.as('').get('/v1/document-types')).detail).toBe('Missing X-Api-Key header');
  });

  test.each([
    ['no key at all', 'nonsense'],
    ['an unknown prefix', 'zk_000000000000_00000000000000000000000000000000'],
    ['capitals', 'ZK_000000000000_00000000000000000000000000000000'],
    ['a very long one', 'x'.repeat(5000)],
  ])('%s is 401 API key invalid', async (_what, key) => {
    const answer = await service.as(key).get('/v1/document-types');
    expect([answer.status, answer.detail]).toEqual([401, 'API key invalid']);
  });

  test('a known prefix with another secret is invalid, also when its key is revoked', async () => {
    const { body } = await service.platform.post('/v1/admin/keys', { tenant_id: 'acme', name: 'x', scopes: ['read'] });
    const raw = String(body['raw_key']);
    const guess = raw.slice(0, -4) + (raw.endsWith('0000') ? '1111' : '0000');
    expect((await service.as(guess).get('/v1/document-types')).detail).toBe('API key invalid');
    await service.platform.delete(`/v1/admin/keys/${String(body['id'])}`);
    expect((await service.as(guess).get('/v1/document-types')).detail).toBe('API key invalid');
    expect((await service.as(raw).get('/v1/document-types')).detail).toBe('API key revoked');
  });

  test('a legacy key, of which only the SHA-256 is stored, works and can be revoked', async () => {
    const raw_key = `legacy-${randomUUID()}`;
    const { databaseUrl: url, dataDir: folder, masterKey, stack } = service;
    const core = await openCoreAt({ url, folder, masterKey, eventStoreUrl: stack.settings['EVENTSTORE_URL'] });
    try {
      const id = randomUUID();
      const context = { tenant_id: 'old', actor: 'system', correlation_id: id, causation_id: id };
      const issued = await createApiKeyCommands(core).issue(context, {
        ...{ tenant_id: 'old', name: 'legacy', scopes: ['read'], held_scopes: ['read'], raw_key },
      });
      const client = service.as(raw_key);
      await until(async () => ((await client.get('/v1/document-types')).status === 200 ? true : undefined));
      await service.platform.delete(`/v1/admin/keys/${issued.value.id}`);
      expect((await client.get('/v1/document-types')).detail).toBe('API key revoked');
    } finally {
      await core.close();
    }
  });
});

describe('scopes', () => {
  test.each([
    ['GET', '/v1/document-types', 'read', ['write', 'admin']],
    ['GET', '/v1/pipeline/executions', 'read', ['write', 'admin']],
    ['POST', '/v1/document-types', 'write', ['read', 'admin']],
    ['PUT', '/v1/document-types/passport', 'write', ['read', 'admin']],
    ['DELETE', '/v1/document-types/passport', 'write', ['read', 'admin']],
    ['PATCH', '/v1/document-types/passport/lock-fields', 'write', ['read', 'admin']],
    ['POST', '/v1/pipeline/run', 'write', ['read', 'admin']],
    ['GET', '/v1/admin/keys', 'admin', ['read', 'write']],
    ['POST', '/v1/admin/keys', 'admin', ['read', 'write']],
    ['DELETE', '/v1/admin/keys/3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'admin', ['read', 'write']],
  ])('%s %s needs %s, and no other scope stands in for it', async (method, path, scope, others) => {
    const client = await service.withKey('scoped', others);
    const answer = await client.send(method, path, method === 'GET' ? {} : { raw: '{"no json' });
    expect([answer.status, answer.detail]).toEqual([403, `Insufficient permissions: requires '${scope}' scope`]);
  });
});

describe('tenants', () => {
  test("another tenant's tenant_id is 403 in a query and in a body, whatever else is wrong", async () => {
    const client = await service.withKey('acme');
    expect((await client.get('/v1/document-types?tenant_id=globex')).status).toBe(403);
    expect((await client.get('/v1/pipeline/executions?tenant_id=globex&limit=0')).status).toBe(403);
    expect((await client.get('/v1/document-types/passport?tenant_id=globex')).status).toBe(403);
    expect((await client.post('/v1/document-types', { tenant_id: 'globex' })).status).toBe(403);
    expect((await client.post('/v1/pipeline/run', { tenant_id: 'globex' })).status).toBe(403);
    expect((await client.send('PUT', '/v1/document-types/x?tenant_id=globex', { raw: '{"no json' })).status).toBe(403);
  });

  test('an empty tenant_id names the platform in a body and in a write, and means "mine" where it filters', async () => {
    const client = await service.withKey('acme');
    expect((await client.post('/v1/document-types', { tenant_id: '' })).status).toBe(403);
    expect((await client.delete('/v1/document-types/passport?tenant_id=')).status).toBe(403);
    expect((await client.get('/v1/pipeline/executions?tenant_id=')).status).toBe(200);
  });

  test('a tenant_id that can be no tenant is 422 for the platform', async () => {
    expect((await service.platform.get('/v1/document-types?tenant_id=a%20b')).status).toBe(422);
  });
});

describe('AUTH_ENABLED=false', () => {
  test('every request runs as the platform, with its limit', async () => {
    const open = await startService({ AUTH_ENABLED: 'false', RATE_LIMIT: '20' });
    try {
      const client = open.as(undefined);
      const created = await client.post('/v1/admin/keys', { tenant_id: 'acme', name: 'x', scopes: ['read'] });
      expect(created.status).toBe(201);
      expect((await client.get('/v1/document-types?tenant_id=acme')).status).toBe(200);
      expect((await client.get('/v1/document-types')).headers.get('ratelimit-remaining')).toBe('17');
    } finally {
      await open.stop();
    }
  });
});
