import { createEventStoreDb } from '../../src/platform/eventStore/eventStoreDb.js';
import { createLog } from '../../src/platform/log.js';
import { startEventStoreDbDouble } from '../support/eventStoreDbDouble/double.js';
import { isGivenEventStore, startEventStoreServer } from '../support/eventStoreServer.js';
import { startTcpProxy } from '../support/tcpProxy.js';
import { eventStoreContract, type StoreUnderTest } from './eventStore.js';

eventStoreContract('the event store in EventStoreDB', async () => {
  const server = await startEventStoreServer();
  const tried = await openStore(server.url);
  return { ...tried, close: () => tried.close().then(() => server.close()) };
});

if (!isGivenEventStore) {
  eventStoreContract('the event store in EventStoreDB, which offers no batched appends', async () => {
    const server = await startEventStoreDbDouble({ batchAppend: false });
    const tried = await openStore(server.url);
    return { ...tried, close: () => tried.close().then(() => server.kill()) };
  });
}

/** A store on the server at `url`, reached through a network that can be broken. */
async function openStore(url: string): Promise<StoreUnderTest> {
  const log = createLog('fatal');
  const { host, hostname, port } = new URL(url.replace(/^esdb/, 'http'));
  const network = await startTcpProxy({ host: hostname, port: Number(port) });
  const proxied = url.replace(host, `127.0.0.1:${network.port}`);
  // A dead link is found within two seconds instead of thirteen.
  const fastAlive = `${proxied}${url.includes('?') ? '&' : '?'}keepAliveInterval=1000&keepAliveTimeout=1000`;
  const store = createEventStoreDb({ url: fastAlive, log });
  const patient = createEventStoreDb({ url: fastAlive, log, pauseMs: () => 3_600_000 });
  const direct = createEventStoreDb({ url, log });
  return {
    store,
    direct,
    patient,
    network,
    async close() {
      await Promise.all([store.close(), patient.close(), direct.close()]);
      await network.close();
    },
  };
}
