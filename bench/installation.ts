import { randomBytes } from 'node:crypto';
import { openDatabase } from '../src/platform/database/openDatabase.js';
import type { Database } from '../src/platform/database/database.js';
import { createLog } from '../src/platform/log.js';
import type { Workshop } from './figure.js';

/** A database of its own, and what processes of the service that share it are started with. */
export interface BenchInstallation {
  database: Database;
  /** The first key, with all scopes. */
  key: string;
  env: Record<string, string>;
}

/** Makes an empty installation; it ends with the benchmark. The rate limit is out of the way. */
export async function openInstallation(workshop: Workshop): Promise<BenchInstallation> {
  const database = await openDatabase({ databasePool: 4, dataDir: await workshop.folder() }, createLog('error'));
  workshop.atEnd(() => database.close());
  const key = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
  const env = {
    ...{ DATABASE_URL: database.url, DATA_DIR: await workshop.folder(), MASTER_KEY: randomBytes(32).toString('hex') },
    ...{ BOOTSTRAP_API_KEY: key, RATE_LIMIT: '1000000' },
  };
  return { database, key, env };
}
