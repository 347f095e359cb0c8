import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../src/platform/log.js';
import { createTokenBudget, tokenBudgetMigrations } from '../../../src/platform/tokenBudget.js';
import { createTestDatabase, type TestDatabase } from '../../support/testDatabase.js';

let server: TestDatabase;
let database: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 4, log: createLog('silent') });
  await migrate(database, tokenBudgetMigrations);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

describe('the tokens of a day', () => {
  test('are each tenant’s own, and are used up by all processes together', async () => {
    const [one, other] = [createTokenBudget(database, 100), createTokenBudget(database, 100)];
    await Promise.all([one.spend('acme', 60), other.spend('acme', 40), one.spend('globex', 99)]);
    expect(await Promise.all([one.isSpent('acme'), other.isSpent('acme')])).toEqual([true, true]);
    expect(await other.isSpent('globex')).toBe(false);
    expect(await other.isSpent('initech')).toBe(false);
  });

  test('of yesterday count no more', async () => {
    const budget = createTokenBudget(database, 100);
    await database.knex('model_tokens').insert({ tenant_id: 'hooli', tokens: 500, day: '2020-01-01' });
    expect(await budget.isSpent('hooli')).toBe(false);
    await budget.spend('hooli', 1);
    expect(await database.knex('model_tokens').where({ tenant_id: 'hooli' })).toHaveLength(1);
  });

  test('are as many as it takes where no bound is set', async () => {
    const budget = createTokenBudget(database, undefined);
    await budget.spend('umbrella', 1_000_000_000);
    expect(await budget.isSpent('umbrella')).toBe(false);
  });
});
