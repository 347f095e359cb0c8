import { Client } from '@elastic/elasticsearch';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askedServers } from '../../support/askedServers.js';
import { startEventStoreServer, type EventStoreServer } from '../../support/eventStoreServer.js';
import { givenElasticsearch } from '../../support/elasticsearchServer.js';
import { givenKafkaServer } from '../../support/kafkaServer.js';
import { createMigratedDatabase } from '../../support/migratedDatabase.js';

/** Event store and bus of one stack. */
export interface Remotes {
  /** What processes of this stack are started with; empty where the database is both. */
  settings: Record<string, string>;
  /** The event store outside the database; undefined where events are in it. */
  eventStore: EventStoreServer | undefined;
  /** Everything that event store and bus hold outside the database, as text. */
  kept(): Promise<string>;
  close(): Promise<void>;
}

/** What processes that belong together share: database, data folder, keys, event store and bus. */
export interface Stack {
  /** What each process of this stack is started with. */
  settings: Record<string, string>;
  databaseUrl: string;
  dataDir: string;
  masterKey: Buffer;
  /** The platform's first key. */
  firstKey: string;
  /** Everything that event store and bus hold outside the database, as text. */
  kept(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Event store and bus as the environment asks, each by itself: nothing but the database where it asks for nothing, as users
 * start; the EventStoreDB of `TEST_EVENTSTORE`, or its double for the wire with `ACCEPTANCE_STACK=eventstore`; the Kafka broker
 * of `TEST_KAFKA` and an event store with `ACCEPTANCE_STACK=distributed`; the Elasticsearch of `TEST_ELASTICSEARCH` with
 * `ACCEPTANCE_STACK=elasticsearch`.
 */
export async function startRemotes(): Promise<Remotes> {
  const asked = askedServers(process.env, 'ACCEPTANCE_STACK');
  const kafka = asked.kafka ? givenKafkaServer() : undefined;
  if (asked.kafka && !kafka) throw new Error('ACCEPTANCE_STACK=distributed needs TEST_KAFKA=PORT:DATA_DIR');
  const elasticsearch = asked.elasticsearch ? givenElasticsearch() : undefined;
  if (asked.elasticsearch && !elasticsearch)
    throw new Error('ACCEPTANCE_STACK=elasticsearch needs TEST_ELASTICSEARCH=URL');
  const eventStore = asked.eventStore ? await startEventStoreServer() : undefined;
  const indexes = `acceptance_${randomBytes(6).toString('hex')}`;
  const prefix = `acceptance-${randomBytes(6).toString('hex')}.`;
  return {
    settings: {
      ...(eventStore && { EVENTSTORE_URL: eventStore.url }),
      ...(kafka && { KAFKA_BROKERS: kafka.broker, KAFKA_PREFIX: prefix }),
      ...(elasticsearch && {
        ELASTICSEARCH_URL: elasticsearch,
        ELASTICSEARCH_PREFIX: indexes,
        FACE_INDEX: 'elasticsearch',
      }),
    },
    eventStore,
    kept: async () =>
      [
        ...(eventStore ? [await eventStore.text()] : []),
        ...(kafka ? await filesOf(join(kafka.dataDir, 'log'), prefix) : []),
      ].join('\n'),
    async close() {
      await eventStore?.close();
      if (elasticsearch) await dropIndexes(elasticsearch, `${indexes}-*`);
    },
  };
}

/** Indexes are dropped with the stack that they are of: the node has many others. */
async function dropIndexes(node: string, names: string): Promise<void> {
  const client = new Client({ node });
  const index = Object.keys(await client.indices.get({ index: names, allow_no_indices: true }));
  if (index.length > 0) await client.indices.delete({ index });
  await client.close();
}

/** Starts a stack that nobody else uses. */
export async function startStack(): Promise<Stack> {
  const database = await createMigratedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'attest-acceptance-'));
  const remotes = await startRemotes();
  const masterKey = randomBytes(32);
  const firstKey = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
  return {
    settings: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      MASTER_KEY: masterKey.toString('hex'),
      BOOTSTRAP_API_KEY: firstKey,
      ...remotes.settings,
    },
    ...{ databaseUrl: database.url, dataDir, masterKey, firstKey, kept: () => remotes.kept() },
    async close() {
      await remotes.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The files of all topics that begin with the prefix: a folder for each partition. */
async function filesOf(folder: string, prefix: string): Promise<string[]> {
  const partitions = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  const files = partitions.map(async (partition) => {
    const names = (await readdir(join(folder, partition))).filter((name) => name.endsWith('.log'));
    return Promise.all(names.map((name) => readFile(join(folder, partition, name), 'latin1')));
  });
  return (await Promise.all(files)).flat();
}
