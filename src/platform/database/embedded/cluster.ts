import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chown,
  mkdir,
  open,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartError } from '../../startError.js';
import { findBinaries, type Binaries } from './binaries.js';
import { findPlace, notedFolder, type ClusterPlace } from './place.js';
import { findServer, isAlive } from './serverProcess.js';

/** The superuser of embedded clusters. */
export const CLUSTER_USER = 'attest';

/** A Postgres cluster on disk, with what is needed to run it. */
export interface Cluster {
  /** The cluster's folder. */
  folder: string;
  logFile: string;
  place: ClusterPlace;
  binaries: Binaries;
}

const MAX_LOG_BYTES = 5_000_000;
const STOP_MS = 30_000;
/** How long what a killed server left running may take to see that it is gone, on a busy machine. */
const LEFTOVERS_MS = 60_000;
/** Long enough for the recovery of a large log after a crash. */
const START_MS = 600_000;

/**
 * Finds the cluster of a data folder, and makes it (`initdb`) where there is none.
 * @throws StartError when this machine cannot run one
 */
export async function openCluster(dataDir: string, password: string): Promise<Cluster> {
  const place = await findPlace(await realpath(dataDir));
  const binaries = await findBinaries(place);
  const folder = join(place.folder, 'postgres');
  const cluster = { folder, logFile: join(place.folder, 'postgres.log'), place, binaries };
  if (!(await stat(join(folder, 'PG_VERSION')).catch(() => undefined))) await createCluster(cluster, password);
  return cluster;
}

/** Real path of the cluster that a data folder has already. */
export async function clusterFolder(dataDir: string): Promise<string | undefined> {
  const folder = join((await notedFolder(dataDir)) ?? dataDir, 'postgres');
  return realpath(folder).catch(() => undefined);
}

/** Made under another name and then renamed: a start that was killed half-way leaves no half cluster. */
async function createCluster({ folder, place, binaries }: Cluster, password: string): Promise<void> {
  await removeDrafts(place.folder);
  const draft = `${folder}.new-${process.pid}`;
  await mkdir(draft, { mode: 0o700 });
  const passwordFile = `${draft}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (place.owner) {
    for (const path of [draft, passwordFile]) await chown(path, place.owner.uid, place.owner.gid);
  }
  try {
    await promisify(execFile)(binaries.initdb, initdbArguments(draft, passwordFile), userAndEnvironment(place));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw new StartError(`The embedded Postgres could not make its cluster in ${place.folder}: ${firstLine(error)}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
  // Of two services that start together on one folder, the first to get here wins.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
}

const initdbArguments = (folder: string, passwordFile: string): string[] => [
  `--pgdata=${folder}`,
  `--username=${CLUSTER_USER}`,
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // The locale that is built into Postgres: the same order of text on every machine.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
];

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^postgres\.new-(\d+)/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Starts the server and resolves with its port when it takes connections; the `wantedPort` when that is free. It runs in a session of its own: Ctrl-C in the
 * terminal does not reach it before the service has finished with it.
 * @throws StartError with the reason that Postgres gave
 */
export async function startServer(
  cluster: Cluster,
  options: { settings: Readonly<Record<string, string>>; wantedPort?: number },
): Promise<number> {
  const deadline = Date.now() + LEFTOVERS_MS;
  for (let taken = 0; ;) {
    const port = (taken === 0 && options.wantedPort) || (await freePort());
    const log = await openLog(cluster.logFile);
    try {
      const { size } = await log.stat();
      const child = launch(cluster, { ...SETTINGS, ...options.settings, port: String(port) }, log.fd);
      if (await becomesReady(child, cluster)) return port;
      const server = await findServer(cluster.folder);
      if (server) return server.port;
      const reason = await failure(cluster.logFile, size, child.pid);
      if (/is still in use/.test(reason) && Date.now() < deadline) {
        await sleep(100);
        continue;
      }
      if (/could not (bind|create any TCP)/.test(reason) && ++taken < 5) continue;
      throw new StartError(`The embedded Postgres did not start: ${reason} Its log is ${cluster.logFile}.`);
    } finally {
      await log.close();
    }
  }
}

/** Terse, without statements: an error's DETAIL and STATEMENT can hold personal values. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

function launch(cluster: Cluster, settings: Readonly<Record<string, string>>, log: number): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(cluster.binaries.postgres, ['-D', cluster.folder, ...flags], {
    ...userAndEnvironment(cluster.place),
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.on('error', () => undefined); // Seen as an exit by `becomesReady`.
  child.unref();
  return child;
}

async function becomesReady(child: ChildProcess, cluster: Cluster): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const server = await findServer(cluster.folder);
    if (server?.pid === child.pid && server.status === 'ready') return true;
    await sleep(10);
  }
  return false;
}

/** Stops the server if one runs: open transactions are rolled back, everything committed is on disk. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const server = await findServer(cluster.folder);
  if (!server) return;
  signal(server.pid, 'SIGINT'); // "Fast shutdown" of Postgres.
  const deadline = Date.now() + STOP_MS;
  while (isAlive(server.pid)) {
    if (Date.now() > deadline) return signal(server.pid, 'SIGQUIT'); // The next start recovers from the log.
    await sleep(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has gone in the meantime.
  }
}

const userAndEnvironment = (place: ClusterPlace) => ({
  ...place.owner,
  cwd: '/',
  // Nothing else: PGPORT, PGDATA and their like are meant for another server.
  env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C', LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] },
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function openLog(file: string): Promise<FileHandle> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  return open(file, size > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
}

async function failure(logFile: string, from: number, pid: number | undefined): Promise<string> {
  const lines = (await readFile(logFile)).subarray(from).toString().split('\n');
  // What is left of a killed server writes there too.
  const own = lines.find((line) => line.includes(`[${String(pid)}] FATAL:`));
  const fatal = own ?? lines.find((line) => line.includes('FATAL:')) ?? lines.find((line) => line.trim() !== '');
  return fatal ? `${fatal.replace(/^.*FATAL:\s*/, '').trim()}.` : 'it said nothing.';
}

function firstLine(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return (output || String(error)).trim().split('\n')[0] ?? '';
}
