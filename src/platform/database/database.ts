import type { Knex } from 'knex';
import type { Wake } from '../eventStore/wake.js';

/**
 * The database port: Postgres, given by `DATABASE_URL` or embedded in the data folder. Read models, checkpoints,
 * subject keys and rate windows live here; with the embedded default the event store and the bus do too.
 */
export interface Database {
  /** `postgres` (given) or `embedded`. */
  readonly kind: 'postgres' | 'embedded';
  /** Query builder over the pool. */
  readonly knex: Knex;
  /** Connection string, for adapters that need a connection of their own. Never log it. */
  readonly url: string;
  /** Calls back for each NOTIFY on `channel`, and once after every reconnect with `undefined` (something may have been missed). */
  listen(channel: string, onNotify: (payload: string | undefined) => void): Promise<() => Promise<void>>;
  /** Called whenever Postgres has answered a statement of the pool. */
  readonly answered: Wake;
  ping(): Promise<void>;
  /** Closes the pool, and stops the server when it is the embedded one and this process started or adopted it. */
  close(): Promise<void>;
}
