import { Socket } from 'node:net';
import type pg from 'pg';

/** How long the two ends of a connection put up with each other, in milliseconds. What is left out is not bounded. */
export interface Limits {
  /** Postgres gives up a statement that takes longer. */
  statementMs?: number;
  /** This process drops the connection when nothing was said on it for so long; longer than a statement may take. */
  silenceMs?: number;
  /** Postgres drops the connection, with the locks of its transaction, when no statement of the transaction comes. */
  idleInTransactionMs?: number;
  /** Postgres drops the connection, with the advisory locks that it holds, when nothing comes on it outside transactions. */
  idleMs?: number;
}

/** What both the driver and the pool take. */
export type ConnectionOptions = Pick<
  pg.ClientConfig,
  | 'connectionString'
  | 'application_name'
  | 'connectionTimeoutMillis'
  | 'keepAlive'
  | 'keepAliveInitialDelayMillis'
  | 'stream'
>;

/** What requests, projections and workers do: every one of their statements is short. */
export const SHORT_STATEMENTS: Limits = { statementMs: 8_000, silenceMs: 10_000, idleInTransactionMs: 8_000 };

/** Migrations, and the copying and indexing of a rebuild: minutes where there are many rows. */
export const LONG_STATEMENTS: Limits = { statementMs: 3_600_000, silenceMs: 3_610_000, idleInTransactionMs: 60_000 };

/** A connection that is held open, with a sign of life every `BEAT_MS`. Both ends know within ten seconds that the other has gone, this end first. */
export const HELD: Limits = { statementMs: 4_000, silenceMs: 5_000, idleInTransactionMs: 10_000, idleMs: 10_000 };

/** How often a sign of life goes over a connection that is held open. */
export const BEAT_MS = 2_000;

/** How long opening a connection may take. */
const CONNECT_MS = 5_000;

/** Postgres speaks up after so many seconds without a word, and gives a host that does not answer as many again. */
const SERVER_KEEP_ALIVE = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '5',
  tcp_user_timeout: '10000',
};

/**
 * How a connection to Postgres is opened: the one place where each of the process's says how long it waits. A host
 * that lost its power says nothing, for ever: neither end would hear of it for two hours or more by itself.
 * @param url Connection string; `options` in it go before the limits
 * @param name What the connection is called in `pg_stat_activity`
 * @throws TypeError where `url` is none
 */
export function connectionOptions(url: string, name: string, limits: Limits): ConnectionOptions {
  const { silenceMs } = limits;
  return {
    connectionString: withServerSettings(url, {
      ...SERVER_KEEP_ALIVE,
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      idle_session_timeout: limits.idleMs,
    }),
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    ...(silenceMs !== undefined && { stream: () => socketThatHears(silenceMs) }),
  };
}

/** In the URL, as what stands there outweighs everything else that the driver is told. */
function withServerSettings(url: string, settings: Readonly<Record<string, string | number | undefined>>): string {
  const changed = new URL(url);
  const ours = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : `-c ${name}=${value}`));
  const given = changed.searchParams.get('options');
  changed.searchParams.set('options', [...ours, ...(given ? [given] : [])].join(' '));
  return changed.href;
}

/**
 * A socket that breaks after `silenceMs` in which nothing came or went. The driver's own time-out gives up a query and
 * keeps its connection, which would go on being used; and the system only notices a peer that does not acknowledge
 * after a quarter of an hour.
 */
function socketThatHears(silenceMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => {
    const message = `Postgres said nothing for ${silenceMs / 1000} seconds`;
    socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  });
}
