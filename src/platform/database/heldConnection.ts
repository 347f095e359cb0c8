import pg from 'pg';
import { BEAT_MS, HELD, connectionOptions } from './connectionOptions.js';
import { asTheService } from './onBehalfOf.js';

/** A connection of its own that stays open, for what belongs to a connection: advisory locks and notifications. */
export interface HeldConnection {
  /** Runs a statement behind those that were asked for before. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Aborted when the connection has ended, whoever ended it; what belonged to it is gone then, or about to go. */
  readonly ended: AbortSignal;
  close(): Promise<void>;
}

/** How to hold one. */
export interface HeldConnectionOptions {
  /** Connection string of the database; never logged. */
  url: string;
  /** What it is called in `pg_stat_activity`. */
  name: string;
  onNotification?(notification: pg.Notification): void;
}

/**
 * Opens a connection and holds it. A sign of life goes over it, so that this end knows within seconds when the other
 * end says nothing any more, and Postgres knows it of this end: a holder that vanished, or has stopped, loses its
 * locks ten seconds after it was last heard, and by then knows it itself if it still runs. What it hears it hears as the service,
 * whoever was the first to need it.
 */
export const holdConnection = (options: HeldConnectionOptions): Promise<HeldConnection> =>
  asTheService(() => connectAndHold(options));

async function connectAndHold({ url, name, onNotification }: HeldConnectionOptions): Promise<HeldConnection> {
  const client = new pg.Client(connectionOptions(url, name, HELD));
  const ended = new AbortController();
  client.on('error', () => undefined); // 'end' follows, and is what counts
  client.once('end', () => ended.abort());
  if (onNotification) client.on('notification', onNotification);

  let last: Promise<unknown> = Promise.resolve();
  const query: HeldConnection['query'] = async <Row extends pg.QueryResultRow>(
    sql: string,
    values: readonly unknown[] = [],
  ) => {
    // A connection takes no second statement while it is at work.
    const answer = last.then(() => client.query<Row>(sql, [...values]));
    last = answer.catch(() => undefined);
    return (await answer).rows;
  };
  let beating = false;
  const beat = (): void => {
    if (beating) return;
    beating = true;
    void query('select 1')
      .catch(() => undefined)
      .finally(() => (beating = false));
  };

  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  const beats = setInterval(beat, BEAT_MS).unref();
  ended.signal.addEventListener('abort', () => clearInterval(beats));
  return { query, ended: ended.signal, close: () => client.end().catch(() => undefined) };
}
