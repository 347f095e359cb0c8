import { busMigrations, createPostgresBus } from '../../../src/platform/bus/postgresBus.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../src/platform/log.js';
import { dueWorkContract } from './dueWorkContract.js';

dueWorkContract('the bus in Postgres', async (url) => {
  const log = createLog('silent');
  const database = createPostgresDatabase({ kind: 'postgres', url, pool: 5, log });
  await migrate(database, busMigrations);
  const bus = createPostgresBus({ database, log });
  return {
    bus,
    settings: {},
    async close() {
      await bus.close();
      await database.close();
    },
  };
});
