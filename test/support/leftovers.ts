import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { isAlive } from '../../src/platform/database/embedded/serverProcess.js';
import { dropDatabase } from './testDatabase.js';

/** A service that several suites use, which ends with the run and not with one of them. */
export interface Leftover {
  /** Of its process. */
  pid: number;
  dataDir: string;
  databaseUrl: string;
}

/** Notes what is to be ended and removed at the end of the run. */
export const leaveForTheEnd = (leftover: Leftover): Promise<void> =>
  writeFile(join(inject('leftovers'), `${leftover.pid}.json`), JSON.stringify(leftover));

/** Ends and removes what was noted: the process, its files, and its database on that server. */
export async function endLeftovers(folder: string, server: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const { pid, dataDir, databaseUrl } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Leftover;
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    await dropDatabase(server, new URL(databaseUrl).pathname.slice(1));
  }
  await rm(folder, { recursive: true, force: true });
}
