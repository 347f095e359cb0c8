import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A file system of its own that is soon full. */
export interface SmallDisk {
  folder: string;
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  free(): Promise<void>;
  close(): Promise<void>;
}

const run = promisify(execFile);

/**
 * Mounts one of so many MiB, in memory; undefined where this user may not, which only root may.
 * @throws Error in its place where `CI` is set: the gate would be green without what a full disk is asked
 */
export async function mountSmallDisk(mib: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'attest-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=711`, 'attest-disk', folder]);
  } catch (cause) {
    await rmdir(folder);
    if (process.env['CI']) throw new Error('A disk that fills up cannot be mounted here: run as root', { cause });
    return undefined;
  }
  await chmod(folder, 0o711);
  const filler = join(folder, '.filler');
  return {
    folder,
    async fill() {
      for (const size of PIECES) while (await appended(filler, size));
    },
    free: () => rm(filler, { force: true }),
    async close() {
      await run('umount', ['--lazy', folder]);
      await rmdir(folder);
    },
  };
}

/** Ever smaller ones, down to a block: what is left of a large piece is room for somebody. */
const PIECES = [16 * 1024 ** 2, 1024 ** 2, 4096];

async function appended(file: string, size: number): Promise<boolean> {
  try {
    await appendFile(file, Buffer.alloc(size, 1));
    return true;
  } catch {
    return false;
  }
}
