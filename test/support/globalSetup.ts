import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embeddedPostgres.js';
import { isAlive } from '../../src/platform/database/embedded/serverProcess.js';
import { createLog } from '../../src/platform/log.js';
import { endLeftovers } from './leftovers.js';
import { templateOf } from './migratedDatabase.js';
import { dropDatabase } from './testDatabase.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a throw-away Postgres server; use `createTestDatabase`. */
    postgresUrl: string;
    /** Folder in which suites note what ends with the run; use `leaveForTheEnd`. */
    leftovers: string;
  }
}

/** Provides a Postgres server to every suite, and ends with the run what suites left to that. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await provideServer();
  const leftovers = await mkdtemp(join(tmpdir(), `attest-test-${process.pid}-left-`));
  project.provide('postgresUrl', server.url);
  project.provide('leftovers', leftovers);
  return async () => {
    await endLeftovers(leftovers, server.url);
    await dropDatabase(server.url, templateOf(leftovers));
    await server.stop();
  };
}

/** `TEST_DATABASE_URL`, else an embedded server that ends with the run. */
async function provideServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };
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
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

/** Folders of runs that were killed. A server that still runs on one ends by itself when its folder is gone. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = /^attest-test-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
