import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { scheduleMigrations, takeTick } from '../../../../src/workers/core/schedules.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';

let place: TestDatabase;
let database: Database;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 8, log: createLog('silent') });
  await migrate(database, scheduleMigrations);
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

describe('a tick of a schedule', () => {
  it('is taken by exactly one of many workers, however their clocks differ within the minute', async () => {
    const seconds = Array.from({ length: 20 }, (_, second) => new Date(Date.UTC(2026, 2, 2, 9, 30, second)));
    const taken = await Promise.all(seconds.map((at) => takeTick(database, 'sweep', at)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('is followed by the next, and a worker that is late does not bring back an old one', async () => {
    expect(await takeTick(database, 'sweep', new Date(Date.UTC(2026, 2, 2, 9, 31)))).toBe(true);
    expect(await takeTick(database, 'sweep', new Date(Date.UTC(2026, 2, 2, 9, 30)))).toBe(false);
  });

  it('belongs to its schedule alone', async () => {
    expect(await takeTick(database, 'another', new Date(Date.UTC(2026, 2, 2, 9, 31)))).toBe(true);
  });
});
