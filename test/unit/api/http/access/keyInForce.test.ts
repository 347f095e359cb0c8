import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assertInForce } from '../../../../../src/api/http/access/keyInForce.js';
import { sessionMigrations } from '../../../../../src/api/http/sessions/sessionTable.js';
import { migrate } from '../../../../../src/platform/database/migrate.js';
import { createApiKeyQueries } from '../../../../../src/projections/apiKeys/apiKeysProjection.js';
import { openCore, type Core } from '../../../../support/core.js';

let core: Core;
beforeEach(async () => void (core = await openCore()));
afterEach(() => core.close());

const isInForce = (key_id: string | undefined, now = new Date()): Promise<void> => {
  const queries = { apiKeys: createApiKeyQueries(core.readModels) };
  return assertInForce({ ...core, queries, clock: () => now }, { key_id });
};

describe('a key that an answer goes on for', () => {
  it('is good until it is revoked, also while the read model of keys does not know of that', async () => {
    const key_id = randomUUID();
    await isInForce(key_id);
    await core.revokedKeys.add(key_id);
    await expect(isInForce(key_id)).rejects.toMatchObject({ status: 401, message: 'API key revoked' });
  });

  it('is good until it comes to an end that it was given since', async () => {
    const key_id = randomUUID();
    await core.revokedKeys.expire(key_id, '2026-03-02T09:00:00.000Z');
    await isInForce(key_id, new Date('2026-03-02T08:59:59.999Z'));
    await expect(isInForce(key_id, new Date('2026-03-02T09:00:00.000Z'))).rejects.toMatchObject({ status: 401 });
  });

  it('is held to its session, too: until that ends, or its time is over', async () => {
    const session_id = randomUUID();
    const { knex } = core.database;
    await migrate(core.database, sessionMigrations);
    const last = (now = new Date()): Promise<void> => {
      const queries = { apiKeys: createApiKeyQueries(core.readModels) };
      return assertInForce({ ...core, queries, clock: () => now }, { key_id: randomUUID(), session_id });
    };
    await expect(last()).rejects.toMatchObject({ status: 401 });
    await knex('console_sessions').insert({
      ...{ id: session_id, token_hash: Buffer.from('a'), key_id: randomUUID(), tenant_id: 'acme', scopes: ['read'] },
      ...{ mode: 'live', created_at: new Date(), seen_at: new Date(), rotated_at: new Date() },
    });
    await last();
    await expect(last(new Date(Date.now() + 31 * 60_000))).rejects.toMatchObject({ status: 401 });
    await knex('console_sessions').where({ id: session_id }).delete();
    await expect(last()).rejects.toMatchObject({ status: 401 });
  });

  it('is none where authentication is switched off', async () => {
    await isInForce(undefined);
  });
});
