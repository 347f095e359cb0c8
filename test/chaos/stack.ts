import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { clusterFolder } from '../../src/platform/database/embedded/cluster.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embeddedPostgres.js';
import { findServer } from '../../src/platform/database/embedded/serverProcess.js';
import { createLog } from '../../src/platform/log.js';
import { kafkaServerAt, type KafkaServer } from '../support/kafkaServer.js';
import { until } from '../support/until.js';
import type { Fault, Target } from './faults.js';
import { RoleProcess } from './roleProcess.js';

/** How many processes of each role there are. */
const PROCESSES = { api: 2, projector: 1, relay: 2, worker: 2 } as const;

/** A whole installation, each role in processes of its own, that can be broken. */
export interface ChaosStack {
  databaseUrl: string;
  dataDir: string;
  masterKey: Buffer;
  firstKey: string;
  /** Where the processes write what they say. */
  logFolder: string;
  targets: readonly Target[];
  /** What processes did that they may never do. */
  misbehaved: readonly string[];
  /** Addresses of the API that answer now. */
  apis(): string[];
  /** Makes something fail, and brings it back. Resolves when it has been started again, ready or not. */
  suffer(fault: Fault): Promise<void>;
  /** Resolves when everything is ready. @throws Error when something is not in time */
  allReady(): Promise<void>;
  /** Asks the processes of these roles to end, and waits for it. */
  endRoles(roles: readonly (keyof typeof PROCESSES)[]): Promise<void>;
  close(): Promise<void>;
  /** Deletes all that it kept, what its processes said included. */
  remove(): Promise<void>;
}

/** Starts a stack; with Kafka on the bus of a real broker, else on the one in Postgres. */
export async function startChaosStack(options: { kafka: boolean }): Promise<ChaosStack> {
  const folder = await mkdtemp(join(tmpdir(), 'attest-chaos-'));
  await chmod(folder, 0o711);
  const [dataDir, logFolder] = [join(folder, 'data'), join(folder, 'logs')];
  for (const path of [dataDir, logFolder]) await mkdir(path, { mode: 0o711 });
  const misbehaved: string[] = [];
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog('error'),
    onLost: (reason) => void misbehaved.push(`Postgres did not come back: ${reason.message}`),
    // Killing Postgres loses nothing that the system has taken to write: the disk need not be waited for.
    settings: { fsync: 'off', max_connections: '300' },
  });
  const kafka = options.kafka ? await startKafka(join(folder, 'kafka')) : undefined;
  const masterKey = randomBytes(32);
  const firstKey = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
  const settings = {
    ...{ DATABASE_URL: postgres.url, DATABASE_POOL: '10', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
    ...{ MASTER_KEY: masterKey.toString('hex'), BOOTSTRAP_API_KEY: firstKey, RATE_LIMIT: '1000000' },
    ...{ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_WORKER_INTERVAL: '0.5', ENGINE_PROCESSES: '1' },
    ...(kafka && { KAFKA_BROKERS: kafka.broker, KAFKA_PREFIX: `chaos-${randomBytes(6).toString('hex')}.` }),
  };
  const processes = Object.entries(PROCESSES).map(([role, count]) =>
    Array.from({ length: count }, (_, number) => {
      const onMisbehaviour = (what: string): void => void misbehaved.push(what);
      return new RoleProcess({ role, number, settings, logFolder, onMisbehaviour });
    }),
  );
  const all = processes.flat();
  const byRole = new Map<string, RoleProcess[]>(
    Object.keys(PROCESSES).map((role, index) => [role, processes[index] ?? []]),
  );
  const [first, ...others] = all;
  const close = async (): Promise<void> => {
    await Promise.all(all.map((one) => one.end('SIGKILL')));
    await postgres.stop();
    await kafka?.kill();
  };
  try {
    first?.start();
    await first?.ready(); // it makes the tables
    for (const one of others) one.start();
    await Promise.all(others.map((one) => one.ready()));
  } catch (error) {
    await close();
    throw error;
  }

  const suffer = async ({ target, which, signal, downMs }: Fault): Promise<void> => {
    if (target === 'database') return breakDatabase(postgres.url, dataDir, signal);
    if (target === 'broker') return breakBroker(kafka, downMs);
    const candidates = byRole.get(target) ?? [];
    const chosen = candidates[which % candidates.length];
    await chosen?.end(signal);
    await sleep(downMs);
    chosen?.start();
  };
  return {
    ...{ databaseUrl: postgres.url, dataDir, masterKey, firstKey, logFolder, misbehaved, suffer },
    targets: ['api', 'worker', 'relay', 'projector', 'database', ...(kafka ? (['broker'] as const) : [])],
    apis: () => (byRole.get('api') ?? []).flatMap(({ url }) => url ?? []),
    allReady: async () => void (await Promise.all(all.map((one) => one.ready()))),
    async endRoles(roles) {
      await Promise.all(roles.flatMap((role) => byRole.get(role) ?? []).map((one) => one.end('SIGTERM')));
    },
    close,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function startKafka(folder: string): Promise<KafkaServer> {
  const freePorts = fileURLToPath(new URL('../../.ci/freePorts.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [freePorts, '2']);
  const kafka = kafkaServerAt(stdout.trim(), folder);
  await kafka.start();
  return kafka;
}

/** Whoever holds the cluster starts its Postgres again at once. */
async function breakDatabase(url: string, dataDir: string, signal: Fault['signal']): Promise<void> {
  const folder = await clusterFolder(dataDir);
  const server = folder && (await findServer(folder));
  if (!server) return; // still down from the fault before
  // Postgres takes SIGTERM as "when all clients have gone", and SIGINT as "now, in good order".
  process.kill(server.pid, signal === 'SIGKILL' ? 'SIGKILL' : 'SIGINT');
  await until(async () => ((await answers(url)) ? true : undefined), 180_000).catch(() => {
    throw new Error('Postgres was not there again three minutes after it was killed');
  });
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function breakBroker(kafka: KafkaServer | undefined, downMs: number): Promise<void> {
  await kafka?.kill();
  await sleep(downMs);
  await kafka?.start();
}
