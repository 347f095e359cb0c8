import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { asError } from '../../asError.js';
import type { Log } from '../../log.js';
import { isNoRoom, probeRoom } from '../../roomOnDisk.js';
import { StartError } from '../../startError.js';
import { CLUSTER_USER, clusterFolder, openCluster, startServer, stopServer, type Cluster } from './cluster.js';
import { lockDataFolder } from './dataFolderLock.js';
import { findServer } from './serverProcess.js';

/** A Postgres server that belongs to this process, in its data folder. */
export interface EmbeddedPostgres {
  /** Connection string; holds the password. */
  url: string;
  /** Stops the server and lets go of the data folder. */
  stop(): Promise<void>;
}

/** What to start. */
export interface EmbeddedPostgresOptions {
  /** The data folder; it exists and can be written. */
  dataDir: string;
  log: Log;
  /** Called when the folder or the server is lost for good while the service runs; the process should end. */
  onLost(reason: Error): void;
  /** Postgres settings beyond the usual. */
  settings?: Readonly<Record<string, string>>;
}

/** Errors of a server that is about to stop or has just gone: wait for it, then start it. */
const RETRY_MS = 50;
const PATIENCE_MS = 60_000;
/** How often it is tried to start a server that found no room on the disk. */
const FULL_MS = 2_000;
/** What a server needs to start, about: its lock, and the beginning of what it writes. */
const ROOM_TO_START = 1024 * 1024;

const hasRoom = (dataDir: string): Promise<boolean> =>
  probeRoom(dataDir, ROOM_TO_START).then(
    () => true,
    (error: unknown) => !isNoRoom(error),
  );

/**
 * Starts the Postgres of a data folder, or adopts the one that a killed service left running, and keeps it up: a server
 * that dies is started again on the same port.
 * @throws StartError when it cannot run here, or another service uses the folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log } = options;
  const password = await obtainPassword(dataDir);
  const cluster = await openCluster(dataDir, password);
  const urlAt = (port: number): string => urlOf(password, port);

  let stopped = false;
  const isStopped = (): boolean => stopped;
  let regaining = Promise.resolve();
  const hold = async (wantedPort?: number): Promise<{ port: number; lock: pg.Client }> => {
    const taken = await startAndLock({ dataDir, cluster, urlAt, settings: options.settings ?? {}, wantedPort });
    taken.lock.on('error', (error) => {
      if (!stopped) log.warn({ err: error }, 'the connection to the embedded Postgres broke');
    });
    taken.lock.once('end', () => {
      if (!stopped) regaining = regain(taken.port);
    });
    return taken;
  };
  const regain = async (port: number): Promise<void> => {
    while (!isStopped()) {
      const hadRoom = await hasRoom(dataDir);
      try {
        held = await hold(port);
        if (held.port !== port)
          throw new Error(`The port ${port} of the embedded Postgres was taken while it was down`);
        return log.warn('the embedded Postgres is up again');
      } catch (error) {
        if (isStopped()) return;
        if (hadRoom && (await hasRoom(dataDir))) return options.onLost(asError(error));
        log.error({ err: error }, 'the disk is full; the embedded Postgres is started again once there is room');
        await sleep(FULL_MS);
      }
    }
  };

  let held = await hold();
  return {
    url: urlAt(held.port),
    async stop() {
      stopped = true;
      await regaining;
      await stopServer(cluster);
      await held.lock.end().catch(() => undefined);
    },
  };
}

/** The server that runs on the data folder for another process, which it stays with; `undefined` when none runs. */
export async function joinEmbeddedPostgres({
  dataDir,
}: Pick<EmbeddedPostgresOptions, 'dataDir'>): Promise<EmbeddedPostgres | undefined> {
  const folder = await clusterFolder(dataDir);
  const server = folder && (await findServer(folder));
  if (!server || server.status !== 'ready') return undefined;
  return { url: urlOf(await obtainPassword(dataDir), server.port), stop: () => Promise.resolve() };
}

const urlOf = (password: string, port: number): string =>
  `postgres://${CLUSTER_USER}:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;

interface StartAndLock {
  dataDir: string;
  cluster: Cluster;
  urlAt: (port: number) => string;
  settings: Readonly<Record<string, string>>;
  wantedPort?: number;
}

async function startAndLock({
  dataDir,
  cluster,
  urlAt,
  ...options
}: StartAndLock): Promise<{ port: number; lock: pg.Client }> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const server = await findServer(cluster.folder);
    try {
      if (!server || server.status === 'ready') {
        const port = server?.port ?? (await startServer(cluster, options));
        const lock = await lockDataFolder(urlAt(port));
        if (lock) return { port, lock };
        throw new StartError(
          `The data folder ${dataDir} is in use by another service: stop it, or set DATA_DIR to another folder.`,
        );
      }
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    if (Date.now() > deadline)
      throw new StartError(`The embedded Postgres does not answer; its log is ${cluster.logFile}.`);
    await sleep(RETRY_MS);
  }
}

/** A server between two states: refused or reset connections, "shutting down", "starting up". */
function isPassing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03'].includes(code) ||
    (error instanceof Error && /terminated unexpectedly/.test(error.message))
  );
}

/** The superuser's password: random, made on first use, mode 600. */
async function obtainPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  const existing = await readFile(file, 'utf8').catch(() => undefined);
  if (existing?.trim()) return existing.trim();
  if (await clusterFolder(dataDir)) {
    throw new StartError(`${file} is missing, and the embedded Postgres cannot be opened without it: put it back.`);
  }
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true });
  // Of two services that start together on one folder, the first to get here wins.
  await link(draft, file).catch(() => undefined);
  await rm(draft);
  return (await readFile(file, 'utf8')).trim();
}
