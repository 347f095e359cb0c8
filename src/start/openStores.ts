import { openBlobs } from '../platform/blobs/openBlobs.js';
import type { Bus } from '../platform/bus/bus.js';
import { createPostgresBus } from '../platform/bus/postgresBus.js';
import { tracedBus } from '../platform/bus/tracedBus.js';
import { startDatabaseClock, type Clock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import type { Database } from '../platform/database/database.js';
import { migrate } from '../platform/database/migrate.js';
import { openDatabase } from '../platform/database/openDatabase.js';
import { prepareDataFolder } from '../platform/dataFolder.js';
import { createEventCodec } from '../platform/eventStore/eventCodec.js';
import { openEventStore } from '../platform/eventStore/openEventStore.js';
import { createExclusive } from '../platform/exclusive/exclusive.js';
import type { Log } from '../platform/log.js';
import { countStore } from '../platform/metrics.js';
import type { SearchCluster } from '../platform/search/searchCluster.js';
import { createSubjectKeys } from '../platform/sealing/databaseSubjectKeys.js';
import { createKeyedHash } from '../platform/sealing/keyedHash.js';
import { createKeyedIndex } from '../platform/sealing/keyedIndex.js';
import { obtainMasterKeys } from '../platform/sealing/obtainMasterKeys.js';
import { proveMasterKeys } from '../platform/sealing/wrappingKey.js';
import { createCertificates } from '../platform/signing/certificates.js';
import { obtainSigningKey } from '../platform/signing/obtainSigningKey.js';
import { createReadModels } from '../projections/core/readModels.js';
import type { Closing } from './closing.js';
import { proveInstallation, requireDataFolder, requireInstallation } from './installation.js';
import { allMigrations } from './migrations.js';
import { eventDefinitions } from './stored.js';
import type { Stores } from './stores.js';

/** How to open them. */
export interface OpenStoresOptions {
  config: Config;
  log: Log;
  closing: Closing;
  /** Called when the embedded database is lost for good. */
  onLost: (reason: Error) => void;
  /**
   * For tools: refuse to make an installation where there is none, and join the embedded database of a running service
   * instead of refusing to.
   */
  beside?: boolean;
}

/**
 * Opens the ports that the settings ask for.
 * @throws StartError when one cannot be had
 */
export async function openStores({ config, log, closing, onLost, beside = false }: OpenStoresOptions): Promise<Stores> {
  if (beside) await requireDataFolder(config);
  await prepareDataFolder(config.dataDir);
  const database = closing.add(await openDatabase(config, log, { onLost, join: beside }), (opened) => opened.close());
  if (beside) await requireInstallation(database);
  await migrate(database, allMigrations);
  const { clock } = closing.add(await startDatabaseClock(database), (started) => started.stop());
  const exclusive = createExclusive({ database, log });
  const masterKeys = await obtainMasterKeys(config, { make: !beside });
  await proveMasterKeys(database, masterKeys);
  const subjectKeys = createSubjectKeys({ database, masterKeys });
  const keyedHash = createKeyedHash(subjectKeys);
  const certificates = createCertificates({ ...database, obtainKey: () => obtainSigningKey(config) });
  if (!beside && signs(config)) await certificates.ready();
  const blobs = closing.add(await openBlobs(config, subjectKeys), (opened) => opened.close());
  const eventStore = closing.add(await openEventStore(config, database, log), (opened) => opened.close());
  countStore(eventStore.kind);
  const codec = createEventCodec({ definitions: eventDefinitions, subjectKeys, blobs });
  const bus = closing.add(await openBus(config, { database, clock, log }), (opened) => opened.close());
  await proveInstallation({ database, clock, eventStore, codec });
  const readModels = createReadModels({ database, eventStore, codec });
  const searchCluster = await openSearchCluster(config, closing);
  const keys = { masterKeys, subjectKeys, keyedHash, keyedIndex: createKeyedIndex(database), certificates };
  return { database, clock, exclusive, ...keys, blobs, eventStore, codec, bus, readModels, searchCluster };
}

/** Whoever answers and whoever finishes erasures. Any other process needs no key, and makes none. */
const signs = ({ roles }: Config): boolean => roles.has('api') || roles.has('worker');

/** One that is away at start is waited for: searches say so meanwhile. */
async function openSearchCluster(
  { elasticsearchUrl, elasticsearchPrefix }: Config,
  closing: Closing,
): Promise<SearchCluster | undefined> {
  if (elasticsearchUrl === undefined) return undefined;
  const { createSearchCluster } = await import('../platform/search/searchCluster.js');
  return closing.add(createSearchCluster(elasticsearchUrl, elasticsearchPrefix), (opened) => opened.close());
}

/** A broker that is away at start is waited for: requests that need it say so meanwhile. */
async function openBus(
  { kafkaBrokers, kafkaPrefix }: Config,
  { database, clock, log }: { database: Database; clock: Clock; log: Log },
): Promise<Bus> {
  if (kafkaBrokers.length === 0) return tracedBus(createPostgresBus({ database, log }));
  const { createKafkaBus } = await import('../platform/bus/kafkaBus.js');
  return tracedBus(createKafkaBus({ brokers: [...kafkaBrokers], prefix: kafkaPrefix, clock, log }));
}
