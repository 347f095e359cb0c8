import createKnex, { type Knex } from 'knex';
import type { Log } from '../log.js';
import { shareConnections } from './shareConnections.js';
import { connectionOptions, type Limits } from './connectionOptions.js';

/** What a pool is made of. */
export interface PoolOptions {
  url: string;
  /** What its connections are called in `pg_stat_activity`. */
  name: string;
  limits: Limits;
  /** Most connections. */
  max: number;
  log?: Log;
}

/** Shorter than any connection may be silent, so that what nobody uses is closed and does not break. */
const IDLE_MS = 5_000;

/** How long whoever needs a connection waits for one. */
const WAIT_MS = 10_000;

/** A query builder over a pool of connections, which are opened when they are needed. */
export function openPool({ url, name, limits, max, log }: PoolOptions): Knex {
  const knex = createKnex({
    client: 'pg',
    connection: connectionOptions(url, name, limits),
    pool: { min: 0, max, idleTimeoutMillis: IDLE_MS },
    acquireConnectionTimeout: WAIT_MS,
    // Else knex writes the values of a failed statement into the error's message, and so into the log.
    compileSqlOnError: false,
    // Whoever asked gets the error; the console is not the log.
    log: { warn: (message: unknown) => log?.debug({ pool: name }, String(message)) },
  });
  shareConnections(knex, { max, waitMs: WAIT_MS });
  return knex;
}
