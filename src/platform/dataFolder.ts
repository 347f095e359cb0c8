import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './startError.js';

/**
 * Makes the data folder where there is none, and makes sure that it can be written. Others may pass through it (the
 * embedded Postgres of a service that root runs has to) but not list it.
 * @throws StartError when it cannot be written
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${code}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
}
