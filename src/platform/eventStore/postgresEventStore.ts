import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { DatabaseError } from 'pg';
import type { Database } from '../database/database.js';
import { prepared } from '../database/prepared.js';
import type { Log } from '../log.js';
import type { PauseMs } from '../reconnectPause.js';
import { within } from '../within.js';
import { createAnnouncer } from './announcer.js';
import { performAppend } from './append.js';
import { createAppended } from './appended.js';
import {
  BATCH_BYTES,
  EventStoreUnavailable,
  toPosition,
  type EventBatch,
  type EventStore,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
} from './eventStore.js';
import { APPENDED_CHANNEL } from './eventsTable.js';
import { createPostgresAppends, type Query } from './postgresAppends.js';
import { EVENT_COLUMNS, eventOfRow, type EventRow } from './postgresEvents.js';
import { createPostgresPages, createPostgresRevisions } from './postgresStreams.js';
import { readInPages } from './readInPages.js';
import { resume } from './resume.js';
import type { Wake } from './wake.js';

export { eventStoreMigrations } from './eventsTable.js';

const KIND = 'postgres';
/** Most that a batch of appends may take: the next one waits for it. */
const BATCH_MS = 5_000;
/** How long a live subscription trusts the notifications before it looks by itself. */
const POLL_MS = 1_000;
/** How many positions a page of the log looks at: it would else look for what there is nothing of until it is cut off. */
const SPAN = 50_000;

/** A row of `read_log`: an event, one that does not fit any more, or none. */
type LogRow = { head: string; seen: string } & (EventRow | { data: null });

/** Events behind a position. */
interface Page {
  events: RecordedEvent[];
  /** There are no more of them up to here. */
  reached: Position;
  /** Whether that was the end of the log. */
  last: boolean;
}

/** What the store needs. */
export interface PostgresEventStoreDeps {
  database: Database;
  log: Log;
  /** How long a subscription waits before it is opened again. */
  pauseMs?: PauseMs;
}

/** The event store in Postgres: one table, written by one SQL function (`eventsTable.ts`). */
export function createPostgresEventStore({ database, log, pauseMs }: PostgresEventStoreDeps): EventStore {
  const closing = new AbortController();
  const query = queryOf(database);
  const readPage = createPostgresPages(query);
  const write = createPostgresAppends(queryOf(database, BATCH_MS));
  const appended = createAppended();
  /** What this process says on the channel: it knows of its own appends without being told. */
  const self = randomUUID();
  const announce = createAnnouncer(() => query('select pg_notify(?, ?)', [APPENDED_CHANNEL, self]));
  const head = (): Promise<Position | undefined> => readHead(query);
  let listening: Promise<() => Promise<void>> | undefined;

  const listen = (): Promise<() => Promise<void>> => {
    listening ??= database
      .listen(APPENDED_CHANNEL, (from) => from !== self && appended.callAll())
      .catch((error: unknown) => {
        listening = undefined;
        throw unavailable(error);
      });
    return listening;
  };

  return {
    kind: KIND,

    append: (stream, events, expected) =>
      performAppend(KIND, { stream, events, expected }, async (encoded) => {
        const result = await write({ stream, events: encoded, expected });
        appended.call(encoded.map(({ type }) => type));
        announce();
        return result;
      }),

    readStream: (stream, options = {}) => readInPages(options, (page) => readPage(stream, page)),

    lastRevision: createPostgresRevisions(query),

    subscribe(options = {}) {
      const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
      return resume(
        { store: KIND, log, answered: database.answered, pauseMs },
        { ...options, signal },
        async function* (after) {
          await listen();
          const { wake, leave } = appended.join(options);
          try {
            yield* followLog(query, wake, { ...options, after, signal });
          } finally {
            leave();
          }
        },
      );
    },

    head,
    end: head,

    async ping() {
      await query('select 1', []);
    },

    async close() {
      closing.abort();
      const stopListening = await listening?.catch(() => undefined);
      await stopListening?.();
    },
  };
}

async function readHead(query: Query): Promise<Position | undefined> {
  const [row] = await query<{ head: string | null }>('select max(position) as head from events', []);
  return row?.head ? toPosition(row.head) : undefined;
}

/** Where there is no answer within `ms` it is not known what became of the statement. */
const queryOf =
  ({ knex }: Database, ms?: number): Query =>
  async <Row>(sql: string, bindings: readonly Knex.RawBinding[]): Promise<Row[]> => {
    try {
      const answer = Promise.resolve(prepared<Row>(knex, sql, bindings));
      return (await (ms === undefined ? answer : within(ms, answer))).rows;
    } catch (error) {
      throw isRefusal(error) ? error : unavailable(error);
    }
  };

/** Pages through the log, then waits for more. The next page is read while the caller handles the one before. */
async function* followLog(
  query: Query,
  appended: Wake,
  options: SubscribeOptions & { signal: AbortSignal },
): AsyncGenerator<EventBatch> {
  const { typePrefixes, share, batchSize = 500, batchBytes = BATCH_BYTES, signal } = options;
  let position: Position = options.after ?? toPosition(0);
  let live = false;
  let seen = 0;
  const readOn = (): Promise<Page> => {
    seen = appended.count();
    const read = readLogPage(query, position, { typePrefixes, share, batchSize, batchBytes });
    read.catch(() => undefined); // it is awaited later, or not at all when the caller has left
    return read;
  };
  let page = readOn();
  while (!signal.aborted) {
    const { events, reached, last } = await page;
    const news = reached > position || last !== live;
    live = last;
    if (reached > position) position = reached; // a log that was put back ends before it
    if (!live) page = readOn();
    if (news) yield { events, position, live };
    if (live) {
      await appended.wait(seen, POLL_MS, signal);
      page = readOn();
    }
  }
}

async function readLogPage(
  query: Query,
  after: Position,
  {
    typePrefixes,
    share = { index: 0, of: 1 },
    batchSize,
    batchBytes,
  }: Required<Pick<SubscribeOptions, 'batchSize' | 'batchBytes'>> & SubscribeOptions,
): Promise<Page> {
  const rows = await query<LogRow>(
    `select e.head, e.seen, ${EVENT_COLUMNS} from read_log(?, ?::text[], ?, ?, ?, ?, ?) e`,
    [after.toString(), typePrefixes ? [...typePrefixes] : null, share.index, share.of, SPAN, batchSize, batchBytes],
  );
  const events = rows.flatMap((row) => (row.data === null ? [] : [eventOfRow(row)]));
  const end = rows.at(-1);
  if (!end) throw new Error('read_log returned no row');
  const newest = events.at(-1);
  const isFull = events.length >= batchSize || end.data === null;
  if (newest && isFull) return { events, reached: newest.position, last: false };
  return { events, reached: toPosition(end.seen), last: end.seen === end.head };
}

/**
 * Whether Postgres looked at the statement and refused it. Everything else (a lost or refused connection, a full pool,
 * a server that is starting, shutting down, out of resources or read-only, a rolled back transaction) may pass.
 * Classes: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(0A|2[1-4]|42|P0)/.test(error.code ?? '');
}

function unavailable(cause: unknown): EventStoreUnavailable {
  return new EventStoreUnavailable('The event store in Postgres did not answer', { cause });
}
