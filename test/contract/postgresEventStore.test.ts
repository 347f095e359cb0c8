import { createLog } from '../../src/platform/log.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../src/platform/database/postgresDatabase.js';
import { createPostgresEventStore, eventStoreMigrations } from '../../src/platform/eventStore/postgresEventStore.js';
import { startTcpProxy } from '../support/tcpProxy.js';
import { createTestDatabase } from '../support/testDatabase.js';
import { eventStoreContract, type StoreUnderTest } from './eventStore.js';

eventStoreContract('the event store in Postgres', openStore);

async function openStore(): Promise<StoreUnderTest> {
  const log = createLog('fatal');
  const { url, drop } = await createTestDatabase();
  const { hostname, port } = new URL(url);
  const network = await startTcpProxy({ host: hostname, port: Number(port) });
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${network.port}`;
  const databases = [url, proxied.href].map((address) =>
    createPostgresDatabase({ kind: 'postgres', url: address, pool: 10, log }),
  );
  const [direct, store] = databases.map((database) => createPostgresEventStore({ database, log }));
  const [database] = databases;
  if (!database || !direct || !store) throw new Error('unreachable');
  await migrate(database, eventStoreMigrations);
  return {
    store,
    direct,
    network,
    async close() {
      for (const each of [store, direct, ...databases]) await each.close();
      await network.close();
      await drop();
    },
  };
}
