import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embeddedPostgres.js';
import { createLog } from '../../src/platform/log.js';
import { startEventStoreServer, type EventStoreServer } from '../support/eventStoreServer.js';
import type { SeedSettings } from './again.js';
import { TROUBLES, type Fault, type FaultKind, type Kill } from './faults.js';
import { hangEngine } from './hang.js';
import { createNetwork, type Network } from './network.js';
import { createProcesses, processNames, startProcesses, type Processes, type Role } from './processes.js';
import { rebalanceWhileFull, type Flood } from './rebalance.js';
import type { RoleProcess } from './roleProcess.js';
import { rollOutAndBack } from './rollOut.js';
import {
  breakDatabase,
  breakEventStore,
  killAndStart,
  standStill,
  startElasticsearch,
  startKafka,
  type IndexNode,
  type Kafka,
} from './servers.js';

/** How long a process may take until all is well with it, once everything that it needs is there: thrice what it waits at most for any one thing. */
const WELL_MS = 60_000;

/** A whole installation, each role in processes of its own, that can be broken. */
export interface ChaosStack {
  databaseUrl: string;
  /** Of its EventStoreDB; undefined where its events are in the database. */
  eventStoreUrl: string | undefined;
  /** Of its Elasticsearch; undefined where searches are answered by the database. */
  elasticsearchUrl: string | undefined;
  /** What the names of its indexes there begin with. */
  elasticsearchPrefix: string | undefined;
  dataDir: string;
  masterKey: Buffer;
  firstKey: string;
  /** Where workers reach the receiver of webhooks. */
  receiverUrl: string;
  /** Where the processes write what they say. */
  logFolder: string;
  /** What can go wrong with it. */
  kinds: readonly FaultKind[];
  network: Network;
  /** What processes did that they may never do. */
  misbehaved: readonly string[];
  /** Addresses of the API that answer now. */
  apis(): string[];
  /** Makes something fail, and brings it back. Resolves when it is there again, ready or not. */
  suffer(fault: Fault, flood: Flood): Promise<void>;
  /** Resolves when everything is ready. @throws Error when something is not in time */
  allReady(): Promise<void>;
  /** What is still wrong with processes a minute after everything is there that they need, as sentences. */
  complaints(): Promise<string[]>;
  /** Asks the processes of these roles to end, and waits for it. */
  endRoles(roles: readonly Role[]): Promise<void>;
  close(): Promise<void>;
  /** Deletes all that it kept, what its processes said included. */
  remove(): Promise<void>;
}

/**
 * Starts a stack: on the bus of a real broker, or the one in Postgres; with events in EventStoreDB, or in Postgres; and so for searches.
 * @param around Where webhooks are received, and by how many milliseconds the clocks of processes are wrong
 */
export async function startChaosStack(
  options: Pick<SeedSettings, 'kafka' | 'eventStore' | 'elasticsearch' | 'only'>,
  around: { receiverPort: number; clocks: ReadonlyMap<string, number> },
): Promise<ChaosStack> {
  const folder = await mkdtemp(join(tmpdir(), 'attest-chaos-'));
  await chmod(folder, 0o711);
  const [dataDir, logFolder] = [join(folder, 'data'), join(folder, 'logs')];
  for (const path of [dataDir, logFolder]) await mkdir(path, { mode: 0o711 });
  process.setMaxListeners(50); // each server and process that is started ends with this one
  const misbehaved: string[] = [];
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog('error'),
    onLost: (reason) => void misbehaved.push(`Postgres did not come back: ${reason.message}`),
    // Killing Postgres loses nothing that the system has taken to write: the disk need not be waited for.
    settings: { fsync: 'off', max_connections: '300' },
  });
  const network = createNetwork();
  const kafka = options.kafka ? await startKafka(join(folder, 'kafka'), network, processNames) : undefined;
  const eventStore = options.eventStore ? await startEventStoreServer() : undefined;
  const elasticsearch = options.elasticsearch ? await startElasticsearch(join(folder, 'elasticsearch')) : undefined;
  const masterKey = randomBytes(32);
  const firstKey = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
  const settings = {
    ...{ DATABASE_POOL: '10', DATA_DIR: dataDir, LOG_LEVEL: 'debug' },
    ...{ MASTER_KEY: masterKey.toString('hex'), BOOTSTRAP_API_KEY: firstKey, RATE_LIMIT: '1000000' },
    ...{ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_WORKER_INTERVAL: '0.5', ENGINE_PROCESSES: '1' },
    DOCUMENT_TIMEOUT: '20',
    ...(elasticsearch && { ELASTICSEARCH_PREFIX: elasticsearch.prefix }),
    ...(kafka && { KAFKA_PREFIX: `chaos-${randomBytes(6).toString('hex')}.` }),
  };
  const onMisbehaviour = (what: string): void => void misbehaved.push(what);
  const made = {
    network,
    databaseUrl: postgres.url,
    kafka,
    eventStore,
    elasticsearch,
    settings,
    clocks: around.clocks,
    logFolder,
    onMisbehaviour,
  };
  const processes = await createProcesses(made);
  const doors = await layDoors(network, processes.ofRole('api'));
  const receiverWay = await network.lay({ name: 'workers' }, 'the receiver of webhooks', around.receiverPort);
  const close = async (): Promise<void> => {
    await Promise.all(processes.all.map((one) => one.end('SIGKILL')));
    await network.close();
    await postgres.stop();
    await kafka?.server.kill();
    await eventStore?.close();
    await elasticsearch?.close();
  };
  try {
    await startProcesses(processes);
  } catch (error) {
    await close();
    throw error;
  }
  const suffer = createSuffering({
    ...{ processes, network, postgresUrl: postgres.url, dataDir, kafka, eventStore, elasticsearch },
  });
  return {
    ...{
      databaseUrl: postgres.url,
      eventStoreUrl: eventStore?.url,
      elasticsearchUrl: elasticsearch?.url,
      elasticsearchPrefix: elasticsearch?.prefix,
      dataDir,
      masterKey,
      firstKey,
      logFolder,
      misbehaved,
      network,
      suffer,
    },
    receiverUrl: `http://127.0.0.1:${receiverWay}/`,
    kinds: [
      ...EVERYWHERE,
      ...(kafka ? KAFKA_ONLY : []),
      ...(eventStore ? EVENTSTORE_ONLY : []),
      ...(elasticsearch ? ELASTICSEARCH_ONLY : []),
    ].filter((kind) => options.only?.includes(kind) ?? true),
    apis: () => processes.ofRole('api').flatMap((api) => (api.url === undefined ? [] : (doors.get(api) ?? []))),
    allReady: async () => void (await Promise.all(processes.regular.map((one) => one.ready()))),
    complaints: async () => (await Promise.all(processes.regular.map(lastComplaint))).flat(),
    async endRoles(roles) {
      await Promise.all(roles.flatMap(processes.ofRole).map((one) => one.end('SIGTERM')));
    },
    close,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const EVERYWHERE: readonly FaultKind[] = [
  ...(['api', 'worker', 'relay', 'projector', 'database'] as const),
  ...TROUBLES,
  ...(['upgrade', 'hang'] as const),
];
/** What can go wrong where there is a broker. */
const KAFKA_ONLY: readonly FaultKind[] = ['broker', 'rebalance'];
/** What can go wrong where there is an EventStoreDB. */
const EVENTSTORE_ONLY: readonly FaultKind[] = ['eventstore', 'standstill'];
/** What can go wrong where there is an Elasticsearch. */
const ELASTICSEARCH_ONLY: readonly FaultKind[] = ['elasticsearch'];

/** Where callers reach each process of the API, wherever that listens at the time. */
async function layDoors(network: Network, apis: readonly RoleProcess[]): Promise<ReadonlyMap<RoleProcess, string>> {
  const doors = new Map<RoleProcess, string>();
  for (const api of apis) {
    const door = await network.lay({ name: 'callers' }, api.name, () =>
      api.url ? Number(new URL(api.url).port) : undefined,
    );
    doors.set(api, `http://127.0.0.1:${door}`);
  }
  return doors;
}

/** What faults are done to. */
interface Sufferers {
  processes: Processes;
  network: Network;
  /** The database itself, past the network. */
  postgresUrl: string;
  dataDir: string;
  kafka: Kafka | undefined;
  eventStore: EventStoreServer | undefined;
  elasticsearch: IndexNode | undefined;
}

/** Does a fault, and undoes it. */
function createSuffering(sufferers: Sufferers): ChaosStack['suffer'] {
  const { processes, network, postgresUrl, dataDir, kafka, eventStore, elasticsearch } = sufferers;
  const kill = async (one: Kill): Promise<void> => {
    const { victim, which, signal, downMs } = one;
    if (victim === 'eventstore') return eventStore && breakEventStore(eventStore, one);
    if (victim === 'database') return breakDatabase(postgresUrl, dataDir, signal);
    if (victim === 'broker') return kafka && killAndStart(kafka.server, downMs);
    if (victim === 'elasticsearch') return elasticsearch && killAndStart(elasticsearch, downMs);
    const candidates = processes.ofRole(victim);
    const chosen = candidates[which % candidates.length];
    await chosen?.end(signal);
    await sleep(downMs);
    chosen?.start();
  };
  return async ({ what }, flood) => {
    if ('victim' in what) return kill(what);
    if ('trouble' in what) return network.disturb(what);
    if ('stillMs' in what) return eventStore && standStill(eventStore, what);
    if ('hung' in what) {
      const candidates = processes.ofRole(what.hung);
      const chosen = candidates[what.which % candidates.length];
      return chosen && hangEngine(chosen, what);
    }
    if ('flood' in what) return rebalanceWhileFull(processes, flood, what);
    await rollOutAndBack({ processes, databaseUrl: postgresUrl }, what);
  };
}

/** What a process still complains of after a minute; nothing as soon as all is well with it. */
async function lastComplaint(one: RoleProcess): Promise<string[]> {
  const deadline = performance.now() + WELL_MS;
  for (;;) {
    const complaint = await one.complaint();
    if (complaint === undefined) return [];
    if (performance.now() > deadline)
      return [`${one.name} did not go on by itself a minute after all was back: ${complaint}`];
    await sleep(250);
  }
}
