import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A block of most file systems. */
const BLOCK = 4096;

/** Sees whether there is room in a folder: a full disk lets the folder be written, but nothing in it. @throws Error of the system */
export async function probeRoom(folder: string, bytes = BLOCK): Promise<void> {
  const probe = join(folder, `.probe-${randomBytes(12).toString('hex')}`);
  try {
    await writeFile(probe, Buffer.alloc(bytes, 1), { flag: 'wx', mode: 0o600, flush: true });
  } finally {
    await rm(probe, { force: true });
  }
}

/** Whether an error says that nothing can be written: the disk is full, beyond the quota of the user, or may only be read. */
export const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EROFS'].includes(String(error.code));
