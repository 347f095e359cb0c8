import { busMigrations, createPostgresBus } from '../../../src/platform/bus/postgresBus.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../src/platform/log.js';
import { dueWorkContract, type BusOfWorkers } from './dueWorkContract.js';
import { sharesContract } from './sharesContract.js';

const open = async (url: string): Promise<BusOfWorkers> => {
  const log = createLog('silent');
  const database = createPostgresDatabase({ kind: 'postgres', url, pool: 5, log });
  await migrate(database, busMigrations);
  const bus = createPostgresBus({ database, log });
  return {
    bus,
    settings: {},
    async forgot(topic) {
      return (await database.knex('bus_deliveries').where({ topic })).length === 0;
    },
    async close() {
      await bus.close();
      await database.close();
    },
  };
};

dueWorkContract('the bus in Postgres', open);
sharesContract('the bus in Postgres', open);
