import { createWake } from '../eventStore/wake.js';
import type { Log } from '../log.js';
import type { Database } from './database.js';
import { SHORT_STATEMENTS } from './connectionOptions.js';
import { createNotifications } from './notifications.js';
import { openPool } from './openPool.js';

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
  const knex = openPool({ url, name: 'attest', limits: SHORT_STATEMENTS, max: options.pool, log });
  const answered = createWake();
  knex.on('query-response', answered.call);
  const notifications = createNotifications({ url, log, answered });
  return {
    kind: options.kind,
    knex,
    url,
    answered,
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
