import type { Config } from '../config.js';
import type { Log } from '../log.js';
import type { Database } from './database.js';
import { joinEmbeddedPostgres, startEmbeddedPostgres } from './embedded/embeddedPostgres.js';
import { checkGivenPostgres } from './givenPostgres.js';
import { createPostgresDatabase } from './postgresDatabase.js';

/** How to open the embedded Postgres. */
export interface OpenDatabaseOptions {
  /** Called when it cannot be kept up, or its folder is another service's now; the process should end. */
  onLost?: (reason: Error) => void;
  /** Join the server of a running service where there is one, instead of refusing to. */
  join?: boolean;
}

/**
 * The Postgres of `DATABASE_URL`, else the embedded one of the data folder.
 * @throws StartError when it cannot be had
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'>,
  log: Log,
  { onLost = endProcess, join = false }: OpenDatabaseOptions = {},
): Promise<Database> {
  const { databaseUrl, databasePool: pool, dataDir } = config;
  if (databaseUrl) {
    await checkGivenPostgres(databaseUrl);
    return createPostgresDatabase({ kind: 'postgres', url: databaseUrl, pool, log });
  }
  const options = { dataDir, log, onLost };
  const server = (join && (await joinEmbeddedPostgres(options))) || (await startEmbeddedPostgres(options));
  return createPostgresDatabase({ kind: 'embedded', url: server.url, pool, log, onClose: () => server.stop() });
}

// Better to end than to serve from a folder that is another service's now.
const endProcess = (reason: Error): never => {
  throw reason;
};
