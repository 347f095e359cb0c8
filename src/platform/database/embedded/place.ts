import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../startError.js';

/** A user of the machine that is not root. */
export interface Owner {
  uid: number;
  gid: number;
}

/** Where an embedded server keeps its files, and whom it runs as. */
export interface ClusterPlace {
  /** Holds the cluster, its log and, where needed, a copy of the binaries. */
  folder: string;
  /** The user to run as, when that is not the one of this process. */
  owner?: Owner;
}

/** Users that Postgres may run as when root starts the service; at least the last exists on every Unix. */
const USERS = ['postgres', 'nobody'];

/** Of root, for all users to enter: for clusters whose data folder their user cannot reach, such as one below `/root`. */
export const SHARED_FOLDER = '/var/lib/attest';

/**
 * Where the server of a data folder lives: in it, for an ordinary user. Postgres refuses to run as root, so for root
 * it runs as another user; where that one cannot reach the data folder its files go to `/var/lib/attest`, and a note in the
 * data folder says so.
 * @throws StartError when there is no such place
 */
export async function findPlace(dataDir: string): Promise<ClusterPlace> {
  if (process.getuid?.() !== 0) return { folder: dataDir };
  const folder = (await notedFolder(dataDir)) ?? dataDir;
  const owner = (await ownerOfCluster(folder)) ?? lookUpOwner();
  if (reachable(folder, owner)) return { folder, owner };
  // Another name for each data folder that ever was: one that was emptied does not get its old cluster back.
  const name = `${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-${randomBytes(3).toString('hex')}`;
  const elsewhere = join(SHARED_FOLDER, name);
  await mkdir(elsewhere, { recursive: true, mode: 0o755 }).catch(() => undefined);
  if (!reachable(elsewhere, owner)) {
    throw new StartError(
      `The embedded Postgres cannot run as root, and its user can reach neither ${dataDir} nor ${SHARED_FOLDER}: set DATA_DIR to a folder that every user may enter, start the service as an ordinary user, or set DATABASE_URL.`,
    );
  }
  await writeFile(note(dataDir), `${elsewhere}\n`);
  return { folder: elsewhere, owner };
}

const note = (dataDir: string): string => join(dataDir, 'postgres.location');

/** The folder that the note in a data folder names, when there is one. */
export async function notedFolder(dataDir: string): Promise<string | undefined> {
  const text = await readFile(note(dataDir), 'utf8').catch(() => undefined);
  return text?.trim();
}

/** True when the user may enter the folder, or run the file. */
export function reachable(path: string, owner: Owner): boolean {
  const { status, error } = spawnSync('test', ['-x', path], { ...owner, cwd: '/', stdio: 'ignore' });
  if (error) {
    throw new StartError(
      `The embedded Postgres cannot run as root, and this process may not become another user (${error.message}): start the service as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return status === 0;
}

// A cluster stays with its user, whichever users the machine gets later.
async function ownerOfCluster(folder: string): Promise<Owner | undefined> {
  const found = await stat(join(folder, 'postgres')).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function lookUpOwner(): Owner {
  for (const user of USERS) {
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) };
    } catch {
      // Not on this machine: try the next.
    }
  }
  throw new StartError(
    `The embedded Postgres cannot run as root, and none of the users ${USERS.join(', ')} exists: start the service as an ordinary user, or set DATABASE_URL.`,
  );
}

const idOf = (option: string, user: string): number =>
  Number(execFileSync('id', [option, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
