import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  START,
  StreamNotFoundError,
  excludeSystemEvents,
  jsonEvent,
  type Credentials,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Log } from '../log.js';
import type { PauseMs } from '../reconnectPause.js';
import { within } from '../within.js';
import { performAppend, type Append } from './append.js';
import { readEventStoreDbAddress } from './eventStoreDbAddress.js';
import { watchArrivals } from './eventStoreDbArrivals.js';
import { createEventStoreDbConnection, type EventStoreDbConnection } from './eventStoreDbConnection.js';
import { toPortError } from './eventStoreDbErrors.js';
import { bytesOf, eventOfClient } from './eventStoreDbEvents.js';
import {
  EventStoreUnavailable,
  toPosition,
  type AppendResult,
  type EventBatch,
  type EventStore,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
} from './eventStore.js';
import { readInPages, type PageRequest, type ReadPage } from './readInPages.js';
import { resume } from './resume.js';
import { createWake } from './wake.js';

const KIND = 'eventstoredb';
/** Above the server's own write timeout of 2 s, so that its answer is heard. */
const ANSWER_MS = 3_000;
/** For what the client does before an append without a limit of its own. */
const EXTRA_MS = 1_000;
/** Events that the client buffers, of whatever size: the server sends its past in pages of 32. */
const BUFFERED_EVENTS = 32;
/** Only a server without security takes them: the client needs some, see `appendWith`. */
const NOBODY: Credentials = { username: 'none', password: 'none' };
/**
 * For how long what comes of the past is collected before it is taken: a batch costs as much as many events, and the client
 * hands them out one by one.
 */
const GATHER_MS = 3;
/** How often a subscription looks around although nothing called it. */
const LOOK_MS = 60_000;

/** What the store needs. */
export interface EventStoreDbDeps {
  /** Connection string, `esdb://user:password@host:2113`. */
  url: string;
  log: Log;
  /** Most milliseconds for one try of an append or one page of a read; the client would wait for ever on a read. */
  answerMs?: number;
  /** For how long nothing was answered before another connection is tried. */
  renewMs?: number;
  /** How long a subscription waits before it is opened again. */
  pauseMs?: PauseMs;
}

/** The event store in EventStoreDB 23.10 or later. Positions are the commit positions; prepare is the same there. */
export function createEventStoreDb(deps: EventStoreDbDeps): EventStore {
  const { url, log, answerMs = ANSWER_MS, renewMs, pauseMs } = deps;
  const connection = createEventStoreDbConnection({ url, renewMs });
  const closing = new AbortController();
  const answered = createWake();
  /** A call, of whose answer those hear who wait for the server. */
  const noting = async <Value>(call: (client: EventStoreDBClient) => Promise<Value>): Promise<Value> => {
    try {
      const value = await call(connection.client());
      connection.heard();
      answered.call();
      return value;
    } catch (error) {
      connection.failed(error);
      throw error;
    }
  };
  const write = appendWith(readEventStoreDbAddress(url).credentials ?? NOBODY, answerMs);
  const readPage = (stream: string, page: Omit<PageRequest, 'first'>): Promise<ReadPage> =>
    noting((client) => readStreamPage(client, answerMs, stream, page));
  const head = (): Promise<Position | undefined> => noting((client) => readLast(client, answerMs, isEvent));

  return {
    kind: KIND,

    append: (stream, events, expected) =>
      performAppend(KIND, { stream, events, expected }, () =>
        noting((client) => write(client, { stream, events, expected })),
      ),

    readStream: (stream, options = {}) => readInPages(options, (page) => readPage(stream, page)),

    async lastRevision(stream) {
      const { events } = await readPage(stream, { direction: 'backwards', from: undefined, count: 1, bytes: 0 });
      return events[0]?.revision;
    },

    subscribe(options = {}) {
      const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
      return resume({ store: KIND, log, answered, pauseMs }, { ...options, signal }, (after) =>
        followLog(connection, { ...options, after, signal }),
      );
    },

    head,
    end: () => noting((client) => readLast(client, answerMs, () => true)),

    async ping() {
      await head();
    },

    async close() {
      closing.abort();
      await connection.close();
    },
  };
}

/**
 * The credentials of the call make the client use Append, not BatchAppend: batched appends have no deadline, and one
 * broken connection rejects those of every client in the process and can end it with an uncaught error.
 */
const appendWith =
  (credentials: Credentials, deadline: number) =>
  async (client: EventStoreDBClient, { stream, events, expected }: Append): Promise<AppendResult> => {
    try {
      const appended = client.appendToStream(
        stream,
        events.map((event) => jsonEvent(event)),
        { expectedRevision: expected, credentials, deadline },
      );
      const { nextExpectedRevision, position } = await within(deadline + EXTRA_MS, appended);
      if (!position) throw new Error('EventStoreDB answered an append without a position');
      return { revision: nextExpectedRevision, position: toPosition(position.commit) };
    } catch (error) {
      throw toPortError(error, { append: { stream, expected } });
    }
  };

async function readStreamPage(
  client: EventStoreDBClient,
  answerMs: number,
  stream: string,
  { direction, from, count, bytes }: Omit<PageRequest, 'first'>,
): Promise<ReadPage> {
  const read = client.readStream(stream, { direction, fromRevision: from ?? END, maxCount: count });
  const events: RecordedEvent[] = [];
  let left = bytes;
  try {
    for await (const { event } of bounded(read, answerMs)) {
      if (!event) continue;
      const recorded = eventOfClient(event);
      left -= bytesOf(recorded);
      if (left < 0 && events.length > 0) return { events, more: true };
      events.push(recorded);
    }
    return { events, more: events.length === count };
  } catch (error) {
    if (error instanceof StreamNotFoundError) return { events: [], more: false };
    throw toPortError(error, 'read a stream');
  }
}

/**
 * All but the server's own events are sent here and the prefixes are applied here, because the position has to move
 * past every event at once for those who wait for it; a filter on the server tells it every 32 events only.
 */
async function* followLog(connection: EventStoreDbConnection, options: SubscribeOptions): AsyncGenerator<EventBatch> {
  const { after = toPosition(0), signal } = options;
  const subscription = connection.client().subscribeToAll(
    {
      fromPosition: after === 0n ? START : { commit: after, prepare: after },
      filter: excludeSystemEvents({ checkpointInterval: 1000 }),
    },
    { highWaterMark: BUFFERED_EVENTS },
  );
  const arrivals = watchArrivals(subscription, { ...options, after, confirmMs: connection.renewMs });
  let position = after;
  let live = false;
  try {
    while (!signal?.aborted) {
      if (!live) await arrivals.gather(GATHER_MS, signal);
      const seen = arrivals.wake.count();
      const taken = arrivals.take();
      const news = taken.position > position || taken.live !== live;
      const failure = arrivals.failure();
      ({ position, live } = taken);
      if (news) connection.heard();
      if (news) yield taken;
      else if (failure) throw failure;
      else await arrivals.wake.wait(seen, LOOK_MS, signal);
    }
  } catch (error) {
    connection.failed(error);
    throw error;
  } finally {
    cancel(subscription.unsubscribe());
  }
}

/** None of the records that the server keeps for itself. */
const isEvent = (type: string): boolean => !type.startsWith('$');

/** The position of the last record whose type is asked for. */
async function readLast(
  client: EventStoreDBClient,
  answerMs: number,
  isAsked: (type: string) => boolean,
): Promise<Position | undefined> {
  const read = client.readAll({ direction: BACKWARDS, fromPosition: END });
  try {
    for await (const { event } of bounded(read, answerMs)) {
      if (event && isAsked(event.type)) return toPosition(event.position.commit);
    }
    return undefined;
  } catch (error) {
    throw toPortError(error, 'read $all');
  }
}

/** Reads within a time limit, and leaves no call open however it ends. */
async function* bounded<Event>(read: StreamingRead<Event>, ms: number): AsyncGenerator<Event> {
  read.on('error', () => undefined); // one that comes after the last event would end the process
  const late = new EventStoreUnavailable('EventStoreDB did not answer in time');
  const timer = setTimeout(() => read.destroy(late), ms);
  try {
    yield* read;
  } finally {
    clearTimeout(timer);
    cancel(read.cancel());
  }
}

/** Not waited for: it fails where the call could not even be started. */
function cancel(cancelled: Promise<void>): void {
  cancelled.catch(() => undefined);
}
