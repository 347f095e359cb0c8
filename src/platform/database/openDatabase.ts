import type { Config } from '../config.js';
import type { Log } from '../log.js';
import type { Database } from './database.js';
import { startEmbeddedPostgres } from './embedded/embeddedPostgres.js';
import { checkGivenPostgres } from './givenPostgres.js';
import { createPostgresDatabase } from './postgresDatabase.js';

/**
 * The Postgres of `DATABASE_URL`, else the embedded one of the data folder. `onLost` is called when the embedded one
 * cannot be kept up.
 * @throws StartError when it cannot be had
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>,
  log: Log,
  onLost: (reason: Error) => void = endProcess,
): Promise<Database> {
  const { databaseUrl, databasePool: pool, dataDir } = config;
  if (databaseUrl) {
    await checkGivenPostgres(databaseUrl);
    return createPostgresDatabase({ kind: 'postgres', url: databaseUrl, pool, log });
  }
  const server = await startEmbeddedPostgres({ dataDir, log, onLost });
  return createPostgresDatabase({ kind: 'embedded', url: server.url, pool, log, onClose: () => server.stop() });
}

// Better to stop than to serve from a folder that is another service's now.
const endProcess = (reason: Error): never => {
  throw reason;
};
