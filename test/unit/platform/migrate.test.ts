import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, type Migration } from '../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import type { Database } from '../../../src/platform/database/database.js';
import { createLog } from '../../../src/platform/log.js';
import { createTestDatabase, type TestDatabase } from '../../support/testDatabase.js';

describe('migrate', () => {
  let server: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 5, log: createLog('silent') });
  });
  afterAll(async () => {
    await database.close();
    await server.drop();
  });

  const table = (name: string): Migration => ({
    name,
    up: (knex) => knex.schema.createTable(name, (columns) => void columns.integer('n')),
  });

  it('runs each migration once, also when processes start together', async () => {
    const migrations = [table('first'), table('second')];
    await Promise.all([1, 2, 3].map(() => migrate(database, migrations)));
    await migrate(database, [...migrations, table('third')]);
    expect(await database.knex('migrations').orderBy('name').pluck<string[]>('name')).toEqual([
      'first',
      'second',
      'third',
    ]);
  });

  it('leaves nothing of a run behind that fails', async () => {
    const broken: Migration = { name: 'broken', up: (knex) => knex.raw('select no_such_column') };
    await expect(migrate(database, [table('fine'), broken])).rejects.toThrow('no_such_column');
    expect(await database.knex.schema.hasTable('fine')).toBe(false);
  });

  it('refuses two migrations of one name', async () => {
    await expect(migrate(database, [table('same'), table('same')])).rejects.toThrow('same');
  });
});
