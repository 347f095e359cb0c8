import { execFile } from 'node:child_process';
import { readFile, readlink, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A running Postgres server, as its `postmaster.pid` describes it. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** Only `ready` servers take connections. */
  status: 'starting' | 'ready' | 'stopping';
}

const pidFile = (cluster: string): string => join(cluster, 'postmaster.pid');

/**
 * The server that runs on a cluster, whoever started it; `undefined` when there is none. What a killed server left behind is
 * seen through, also when its process id has since been given to another process. `cluster` is a real path.
 */
export async function findServer(cluster: string): Promise<ServerProcess | undefined> {
  // Lines of the file: process id, cluster, start time, port, socket folder, address, shared memory, status.
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1 || pid === process.pid || !isAlive(pid)) return undefined;
  if (!(await isPostgres(pid, cluster))) {
    await disown(cluster, lines);
    return undefined;
  }
  const status = lines[7] === 'ready' || lines[7] === 'stopping' ? lines[7] : 'starting';
  return { pid, port: Number(lines[3]), status };
}

/** True while there is a process with this id, of whatever user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Postgres works inside its cluster: that tells its process from any other, also after the folder was moved. */
async function isPostgres(pid: number, cluster: string): Promise<boolean> {
  try {
    if (platform() === 'linux') return (await readlink(`/proc/${pid}/cwd`)) === cluster;
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(cluster);
  } catch {
    return false;
  }
}

/**
 * Postgres will not start while the process id in its file belongs to a living process. It makes an exception for its
 * own parent, which this process is about to become; its other check, on shared memory that is still in use, stays.
 */
async function disown(cluster: string, lines: readonly string[]): Promise<void> {
  await writeFile(pidFile(cluster), [String(process.pid), ...lines.slice(1)].join('\n'));
}
