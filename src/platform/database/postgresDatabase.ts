import createKnex from 'knex';
import type { Log } from '../log.js';
import type { Database } from './database.js';
import { Notifications } from './notifications.js';

/** What a database is made of. */
export interface PostgresDatabaseOptions {
  kind: Database['kind'];
  url: string;
  /** Most connections of the pool. */
  pool: number;
  log: Log;
  /** Runs after the pool is closed. */
  onClose?(): Promise<void>;
}

/** The database port over a Postgres that answers at `url`. */
export function createPostgresDatabase(options: PostgresDatabaseOptions): Database {
  const { url, log } = options;
  const knex = createKnex({
    client: 'pg',
    connection: { connectionString: url, application_name: 'attest', keepAlive: true },
    pool: { min: 0, max: options.pool },
    acquireConnectionTimeout: 10_000,
    // Else knex writes the values of a failed statement into the error's message, and so into the log.
    compileSqlOnError: false,
  });
  const notifications = new Notifications(url, log);
  return {
    kind: options.kind,
    knex,
    url,
    listen: (channel, onNotify) => notifications.listen(channel, onNotify),
    async ping() {
      await knex.raw('select 1');
    },
    async close() {
      await notifications.close();
      await knex.destroy();
      await options.onClose?.();
    },
  };
}
