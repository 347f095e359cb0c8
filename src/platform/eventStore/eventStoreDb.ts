import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  START,
  StreamNotFoundError,
  excludeSystemEvents,
  jsonEvent,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type Credentials,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Log } from '../log.js';
import { performAppend } from './append.js';
import { toPortError } from './eventStoreDbErrors.js';
import {
  EventStoreUnavailable,
  toPosition,
  type AppendResult,
  type EventBatch,
  type EventMetadata,
  type EventStore,
  type ExpectedRevision,
  type JsonObject,
  type NewEvent,
  type Position,
  type ReadOptions,
  type RecordedEvent,
  type SubscribeOptions,
} from './eventStore.js';
import { readInPages, type PageRequest } from './readInPages.js';
import { resume } from './resume.js';
import { Wake } from './wake.js';

const KIND = 'eventstoredb';
/** Above the server's own write timeout of 2 s, so that its answer is heard. */
const ANSWER_MS = 3_000;
/** How often a subscription looks around although nothing called it. */
const LOOK_MS = 60_000;

/** What the store needs. */
export interface EventStoreDbDeps {
  /** Connection string, `esdb://user:password@host:2113`. */
  url: string;
  log: Log;
  /** Most milliseconds for one try of an append or one page of a read; the client would wait for ever on a read. */
  answerMs?: number;
}

/** The event store in EventStoreDB 23.10 or later. Positions are the commit positions; prepare is the same there. */
export function createEventStoreDb(deps: EventStoreDbDeps): EventStore {
  return new EventStoreDb(deps);
}

class EventStoreDb implements EventStore {
  readonly kind = KIND;
  readonly #client: EventStoreDBClient;
  readonly #credentials: Credentials;
  readonly #log: Log;
  readonly #answerMs: number;
  readonly #closing = new AbortController();

  constructor({ url, log, answerMs = ANSWER_MS }: EventStoreDbDeps) {
    this.#answerMs = answerMs;
    this.#client = EventStoreDBClient.connectionString(url);
    this.#credentials = credentialsOf(url);
    this.#log = log;
  }

  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    return performAppend(KIND, { stream, events, expected }, () => this.#write(stream, events, expected));
  }

  /**
   * The credentials of the call make the client use Append, not BatchAppend: batched appends have no deadline, and one
   * broken connection rejects those of every client in the process and can end it with an uncaught error.
   */
  async #write(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    try {
      const { nextExpectedRevision, position } = await this.#client.appendToStream(
        stream,
        events.map((event) => jsonEvent(event)),
        { expectedRevision: expected, credentials: this.#credentials, deadline: this.#answerMs },
      );
      if (!position) throw new Error('EventStoreDB answered an append without a position');
      return { revision: nextExpectedRevision, position: toPosition(position.commit) };
    } catch (error) {
      throw toPortError(error, { stream, expected });
    }
  }

  readStream(stream: string, options: ReadOptions = {}): AsyncGenerator<RecordedEvent> {
    return readInPages(options, (page) => this.#readPage(stream, page));
  }

  async #readPage(stream: string, { direction, from, count }: PageRequest): Promise<RecordedEvent[]> {
    const fromRevision = from ?? END;
    const read = this.#client.readStream(stream, { direction, fromRevision, maxCount: count });
    const events: RecordedEvent[] = [];
    try {
      for await (const { event } of bounded(read, this.#answerMs)) if (event) events.push(toRecordedEvent(event));
      return events;
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw toPortError(error);
    }
  }

  subscribe(options: SubscribeOptions = {}): AsyncGenerator<EventBatch> {
    const signal = options.signal ? AbortSignal.any([options.signal, this.#closing.signal]) : this.#closing.signal;
    return resume(KIND, this.#log, { ...options, signal }, (after) => this.#follow({ ...options, after, signal }));
  }

  /**
   * All but the server's own events are sent here and the prefixes are applied here, because the position has to move
   * past every event at once for those who wait for it; a filter on the server tells it every 32 events only.
   */
  async *#follow(options: SubscribeOptions): AsyncGenerator<EventBatch> {
    const { after = toPosition(0), batchSize = 500, signal } = options;
    const subscription = this.#client.subscribeToAll(
      {
        fromPosition: after === 0n ? START : { commit: after, prepare: after },
        filter: excludeSystemEvents({ checkpointInterval: 1000 }),
      },
      { highWaterMark: batchSize },
    );
    const arrivals = watch(subscription);
    let position = after;
    let live = false;
    try {
      while (!signal?.aborted) {
        const seen = arrivals.wake.count;
        const events = take(subscription, batchSize, position);
        const atEnd = arrivals.caughtUp && subscription.readableLength === 0;
        const news = events.length > 0 || atEnd !== live;
        live = atEnd;
        position = events.at(-1)?.position ?? position;
        if (news) yield { events: events.filter(isWanted(options.typePrefixes)), position, live };
        else if (arrivals.failure) throw arrivals.failure;
        else await arrivals.wake.wait(seen, LOOK_MS, signal);
      }
    } finally {
      cancel(subscription.unsubscribe());
    }
  }

  async head(): Promise<Position | undefined> {
    const read = this.#client.readAll({ direction: BACKWARDS, fromPosition: END });
    try {
      for await (const { event } of bounded(read, this.#answerMs)) {
        if (event && !event.type.startsWith('$')) return toPosition(event.position.commit);
      }
      return undefined;
    } catch (error) {
      throw toPortError(error);
    }
  }

  async ping(): Promise<void> {
    await this.head();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.dispose();
  }
}

/** What came of a subscription besides its events. */
interface Arrivals {
  wake: Wake;
  /** The server has sent all that was there, though the last of it may still be buffered. */
  caughtUp: boolean;
  /** Why no more events will come. */
  failure: Error | undefined;
}

function watch(subscription: AllStreamSubscription): Arrivals {
  const arrivals: Arrivals = { wake: new Wake(), caughtUp: false, failure: undefined };
  const fail = (error: unknown): void => {
    arrivals.failure ??= toPortError(error);
    arrivals.wake.call();
  };
  subscription.on('readable', arrivals.wake.call);
  subscription.on('caughtUp', () => {
    arrivals.caughtUp = true;
    arrivals.wake.call();
  });
  subscription.on('error', fail);
  subscription.on('end', () => fail(new EventStoreUnavailable('EventStoreDB ended the subscription')));
  return arrivals;
}

/** Takes what is buffered, up to `count` events behind `after`; a resumed subscription may repeat what came before. */
function take(subscription: AllStreamSubscription, count: number, after: Position): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  while (events.length < count) {
    const resolved = subscription.read() as AllStreamResolvedEvent | null;
    if (!resolved) break;
    if (resolved.event && resolved.event.position.commit > after) events.push(toRecordedEvent(resolved.event));
  }
  return events;
}

const isWanted =
  (prefixes: readonly string[] | undefined) =>
  (event: RecordedEvent): boolean =>
    prefixes?.some((prefix) => event.type.startsWith(prefix)) ?? true;

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

/** What the client's several types of recorded event have in common. */
interface ClientEvent {
  id: string;
  type: string;
  data: unknown;
  metadata?: unknown;
  streamId: string;
  revision: bigint;
  position?: { commit: bigint };
}

function toRecordedEvent({ id, type, data, metadata, streamId, revision, position }: ClientEvent): RecordedEvent {
  if (!position) throw new Error(`EventStoreDB sent event ${id} without a position`);
  return {
    id,
    type,
    data: data as JsonObject,
    metadata: metadata as EventMetadata,
    stream: streamId,
    revision,
    position: toPosition(position.commit),
  };
}

/**
 * User and password of a connection string; placeholders where it has none, which only a server without security takes.
 */
function credentialsOf(url: string): Credentials {
  const { username = 'none', password = 'none' } =
    /^[^:]+:\/\/(?<username>[^:@/]+):(?<password>[^@/]*)@/.exec(url)?.groups ?? {};
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}
