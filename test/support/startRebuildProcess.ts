import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Core } from './core.js';

const PROGRAM = fileURLToPath(new URL('rebuildProcess.ts', import.meta.url));

/** Starts a rebuild in a process that can be killed: it stands still after so many pages, of each share where it is in shares. */
export function startRebuildProcess(
  core: Core,
  { pages, shares = 1 }: { pages: number; shares?: number },
): ChildProcessByStdio<null, Readable, null> {
  const env = {
    ...{ TEST_URL: core.database.url, TEST_FOLDER: core.folder, TEST_MASTER_KEY: core.masterKey.toString('hex') },
    ...{ TEST_PAGES: String(pages), TEST_SHARES: String(shares) },
  };
  return spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
