import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startService, type Service } from './support/service.js';
import { startStack, type Stack } from './support/stack.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

/** Two processes over one stack, and nobody who moves a read model. */
let stack: Stack;
let service: Service;
let other: Service;

beforeAll(async () => {
  stack = await startStack();
  service = await startService({ ROLES: 'api,worker,relay' }, stack);
  other = await startService({ ROLES: 'api' }, stack);
});

afterAll(async () => {
  await service.stop();
  await other.stop();
  await stack.close();
});

const issue = async (scopes = ['read', 'write']) => {
  const { status, body } = await service.platform.post('/v1/admin/keys', { tenant_id: 'late', name: 'x', scopes });
  expect(status).toBe(201);
  return { id: String(body['id']), raw_key: String(body['raw_key']) };
};

describe('while no read model moves, a key', () => {
  test('works at once, on every process', async () => {
    const { raw_key } = await issue();
    for (const process of [service, other]) {
      expect((await process.as(raw_key).get('/v1/document-types')).status).toBe(200);
    }
  });

  test('that is revoked is refused at once, on every process, whether it was used there before or not', async () => {
    const used = await issue();
    const unused = await issue();
    for (const process of [service, other]) await process.as(used.raw_key).get('/v1/document-types');
    for (const { id } of [used, unused]) expect((await other.platform.delete(`/v1/admin/keys/${id}`)).status).toBe(204);
    for (const { raw_key } of [used, unused]) {
      for (const process of [service, other]) {
        const { status, detail } = await process.as(raw_key).get('/v1/document-types');
        expect([status, detail]).toEqual([401, 'API key revoked']);
      }
    }
    expect((await service.platform.delete(`/v1/admin/keys/${used.id}`)).status).toBe(404);
  });
});
