import { randomBytes } from 'node:crypto';
import { chmod, link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a file with mode 600 that only its owner reads, unless it is there. Written whole under another name and then linked: a crash
 * leaves no half of it, and of two processes one wins; both find the winner's afterwards.
 */
export async function createSecretFile(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await link(draft, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(draft);
  await syncFolder(dirname(file));
  await chmod(file, 0o600);
}

/** A name in a folder outlives a power cut once the folder itself is written. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
