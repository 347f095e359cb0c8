import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdmission, type Admit } from '../../../../../src/api/http/access/admission.js';
import { rateLimitMigrations } from '../../../../../src/api/http/access/rateWindows.js';
import { migrate } from '../../../../../src/platform/database/migrate.js';
import { createApiKeyQueries } from '../../../../../src/projections/apiKeys/apiKeysProjection.js';
import { openCore, type Core } from '../../../../support/core.js';

let core: Core;
let admit: Admit;

beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, rateLimitMigrations);
  admit = createAdmission(
    core.database,
    { rateLimit: 100, rateLimitTenants: new Map(), consoleRateLimit: 3 },
    createApiKeyQueries(core.readModels),
  );
});

afterAll(() => core.close());

/** A row of the read model, as it may have been left behind. */
const showKey = (id: string, revoked: boolean, expires_at: string | null = null) =>
  core.database.knex('api_keys_v2').insert({
    ...{ row_key: id, id, tenant_id: 'acme', name: 'x', scopes: '["read"]', created_at: '2026-03-02T09:00:00.000Z' },
    ...{ revoked, expires_at, revision: 0 },
  });

describe('a key that was given an end', () => {
  test('is let in until then, and takes nothing off the limit of its tenant from then on, without a read model', async () => {
    const [ending, other] = [randomUUID(), randomUUID()];
    const at = (id: string) => admit({ key_id: id, tenant_id: 'ending' });
    await core.revokedKeys.expire(ending, new Date(Date.now() + 3_600_000).toISOString());
    expect(await at(ending)).toMatchObject({ expired: false, admitted: true, remaining: 99 });
    await core.revokedKeys.expire(ending, new Date(Date.now() - 1).toISOString());
    expect(await at(ending)).toMatchObject({ expired: true, revoked: false, admitted: false });
    expect(await at(other)).toMatchObject({ expired: false, admitted: true, remaining: 98 });
  });

  test('is refused where only the read model knows of it, as in a database that was made anew', async () => {
    const key_id = randomUUID();
    await showKey(key_id, false, '2026-03-02T10:00:00.000Z');
    expect(await admit({ key_id, tenant_id: 'acme' })).toMatchObject({ expired: true, admitted: false });
  });
});

describe('a key is let in', () => {
  test.each([
    ['that no read model shows yet', undefined],
    ['that the read model shows as good', false],
  ])('%s, until it is revoked', async (_what, shown) => {
    const key_id = randomUUID();
    if (shown !== undefined) await showKey(key_id, shown);
    expect(await admit({ key_id, tenant_id: 'acme' })).toMatchObject({ revoked: false, admitted: true });
    await core.revokedKeys.add(key_id);
    const refused = { revoked: true, admitted: false };
    const both = [admit({ key_id, tenant_id: 'acme' }), admit({ key_id: randomUUID(), tenant_id: 'acme' })];
    expect(await Promise.all(both)).toMatchObject([refused, { revoked: false, admitted: true }]);
  });

  test('no more where only the read model knows of its revocation, as in a database that was made anew', async () => {
    const key_id = randomUUID();
    await showKey(key_id, true);
    expect(await admit({ key_id, tenant_id: 'acme' })).toMatchObject({ revoked: true, admitted: false });
  });
});
