import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { loadConfig } from '../../platform/config.js';
import { createPostgresDatabase } from '../../platform/database/postgresDatabase.js';
import { openBlobs } from '../../platform/blobs/openBlobs.js';
import { createEventCodec } from '../../platform/eventStore/eventCodec.js';
import { openEventStore } from '../../platform/eventStore/openEventStore.js';
import { createLog } from '../../platform/log.js';
import { createSubjectKeys } from '../../platform/sealing/databaseSubjectKeys.js';
import { obtainMasterKeys } from '../../platform/sealing/obtainMasterKeys.js';
import { takeShare, type ShareOf } from '../../projections/core/shares.js';
import { createTableSink, type TableSinkDeps } from '../../projections/core/tableSink.js';
import type { WayDeps } from '../../projections/core/way.js';
import { allProjections, eventDefinitions } from '../stored.js';
import { BEAT_MS, type ShareSaid } from './shareMessages.js';

/**
 * The program of a thread that takes a share of a rebuild, of the read model that its data names: with connections and keys of
 * its own, which its settings lead to. It ends with whoever started it.
 */
const say = (said: ShareSaid): void => parentPort?.postMessage(said);

/** Connections for reading the log, keys and single streams at the same time; what is written goes over another. */
const POOL = 3;

/** What of the service a share needs. */
async function openParts(): Promise<TableSinkDeps & WayDeps> {
  const config = loadConfig(process.env);
  const log = createLog('warn', process.stderr);
  const database = createPostgresDatabase({ kind: 'postgres', url: config.databaseUrl ?? '', pool: POOL, log });
  const masterKeys = await obtainMasterKeys(config, { make: false });
  const subjectKeys = createSubjectKeys({ database, masterKeys });
  const blobs = await openBlobs(config, subjectKeys);
  const eventStore = await openEventStore(config, database, log);
  const codec = createEventCodec({ definitions: eventDefinitions, subjectKeys, blobs });
  return { database, log, eventStore, codec };
}

/** How many events are read and opened before a share is taken. */
const FIRST_EVENTS = 200;

/**
 * Reads and opens a few events, so that connections, keys and compiled code are there when a share is to be taken: the rebuild
 * goes on in one until then.
 */
async function warmUp({ eventStore, codec }: WayDeps, typePrefixes: readonly string[]): Promise<void> {
  for await (const { events } of eventStore.subscribe({ typePrefixes, batchSize: FIRST_EVENTS })) {
    // What fails here fails where its share is taken, and is said there. What lies in the blob store is not asked for.
    await codec.openBatch(events, { inAllMs: 0 }).catch(() => undefined);
    return;
  }
}

/** Niceness of the thread: requests of a service on the same machine go first. Linux takes it for this thread alone. */
const NICENESS = 10;

setPriority(Math.max(getPriority(), NICENESS));
const parts = await openParts();
const projection = allProjections.find(({ name }) => name === workerData);
if (!projection) throw new Error('There is no such projection whose rebuild could be shared');
await warmUp(parts, projection.eventTypes);
const sink = createTableSink(parts, projection);
const onTaken = (events: number): void => say({ kind: 'taken', events });
const { signal } = new AbortController(); // it is not asked to leave: the thread is ended

parentPort?.on('message', (share: ShareOf) => {
  takeShare(parts, sink, share, { onTaken, signal }).then(
    () => say({ kind: 'done' }),
    (error: unknown) => {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      say({ kind: 'failed', name, message });
    },
  );
});
setInterval(() => say({ kind: 'alive' }), BEAT_MS);
say({ kind: 'ready' });
