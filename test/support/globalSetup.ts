import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embeddedPostgres.js';
import { isAlive } from '../../src/platform/database/embedded/serverProcess.js';
import { createLog } from '../../src/platform/log.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a throw-away Postgres server; use `createTestDatabase`. */
    postgresUrl: string;
  }
}

/** Provides a Postgres server to every suite: `TEST_DATABASE_URL`, else an embedded one that ends with the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    project.provide('postgresUrl', given);
    return () => Promise.resolve();
  }
  await removeAbandoned();
  const dataDir = await mkdtemp(join(tmpdir(), `attest-test-${process.pid}-`));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: createLog('warn'),
    onLost: (reason) => {
      throw reason;
    },
    // Nothing here outlives the run, so nothing need reach the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Folders of runs that were killed. A server that still runs on one ends by itself when its folder is gone. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^attest-test-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
