import { busMigrations, createPostgresBus } from '../../../src/platform/bus/postgresBus.js';
import type { Database } from '../../../src/platform/database/database.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../src/platform/log.js';
import { startTcpProxy } from '../../support/tcpProxy.js';
import { createTestDatabase } from '../../support/testDatabase.js';
import { busContract } from './busContract.js';

const log = createLog('silent');

busContract('The bus in Postgres', async () => {
  const place = await createTestDatabase();
  const direct = new URL(place.url);
  const proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port || 5432) });
  const proxied = new URL(place.url);
  proxied.port = String(proxy.port);
  const opened: Database[] = [];
  const open = (): Database => {
    const database = createPostgresDatabase({ kind: 'postgres', url: proxied.href, pool: 5, log });
    opened.push(database);
    return database;
  };
  const first = open();
  await migrate(first, busMigrations);
  const buses = [createPostgresBus({ database: first, log })];
  const [bus] = buses;
  if (!bus) throw new Error('no bus');
  return {
    bus,
    another: () => {
      const other = createPostgresBus({ database: open(), log });
      buses.push(other);
      return other;
    },
    settings: { DATABASE_URL: place.url },
    outage: { begin: () => proxy.refuse(), end: () => proxy.allow() },
    close: async () => {
      await Promise.all(buses.map((each) => each.close()));
      await Promise.all(opened.map((database) => database.close()));
      await proxy.close();
      await place.drop();
    },
  };
});
