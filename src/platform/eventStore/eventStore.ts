/**
 * The event store port: streams of events with optimistic concurrency, and one totally ordered log over all of them.
 * Adapters: `postgresEventStore.ts` (embedded default) and `eventStoreDb.ts`. One contract suite holds both to this text.
 */

/** A JSON value as it is stored. */
export type StoredJson = string | number | boolean | null | StoredJson[] | { [key: string]: StoredJson };

/** A JSON object as it is stored: what an event's data is above the codec. */
export type JsonObject = { [key: string]: StoredJson };

/**
 * A place in the log over all streams. Opaque above the port: compare two, keep one as a checkpoint, resume from it,
 * never compute with it. Totally ordered, strictly increasing from event to event, below 2^63.
 */
export type Position = bigint & { readonly __brand: 'Position' };

/** Whether a fact is meant, or somebody was trying the service out: figures and bills leave `test` out. */
export type EventMode = 'live' | 'test';

/** Who did it, for whom, as part of what. Stored beside every event; never sealed, never personal. */
export interface EventMetadata {
  /** Tenant the fact belongs to; `''` is the platform. */
  tenant_id: string;
  /** Who acted: `key:<id>`, `person:<subject>`, `worker:<role>`, `system`. */
  actor: string;
  /** Ties together all that followed from one request. */
  correlation_id: string;
  /** Id of the event or request that caused this one. */
  causation_id: string;
  /** Id of the command that led to it, where the command may be repeated and is to be handled once. */
  command_id?: string;
  mode: EventMode;
  /** Version of the schema that `data` was written with. */
  schema_version: number;
  /** When it happened, by the clock of who wrote it: ISO 8601, UTC, milliseconds. */
  occurred_at: string;
  /** W3C trace context of the command that wrote it, when tracing was on. */
  traceparent?: string;
  /** Subject whose data key seals the sealed fields of `data`, when there are any. */
  subject?: string;
}

/** An event to be appended. `id` is a lower-case UUID; appending the same ids again, expecting the same, is idempotent. */
export interface NewEvent {
  id: string;
  type: string;
  data: JsonObject;
  metadata: EventMetadata;
}

/** An event as it was stored. */
export interface RecordedEvent extends NewEvent {
  stream: string;
  /** Place in its stream, from 0. */
  revision: bigint;
  position: Position;
  /**
   * When the store took it, by the store's own clock: ISO 8601, UTC, milliseconds. What is asked as of a time goes by this
   * one, as the clocks of writers differ.
   */
  recorded_at: string;
}

/** What the writer believes of the stream: that it is not there, or that this is its last revision. */
export type ExpectedRevision = 'no_stream' | bigint;

/** Where an append ended: the revision and position of its last event. */
export interface AppendResult {
  revision: bigint;
  position: Position;
}

/** Which part of a stream to read. Defaults: forwards, from its beginning (backwards: from its end), all of it. */
export interface ReadOptions {
  direction?: 'forwards' | 'backwards';
  /** First revision to read, included in both directions. */
  from?: bigint;
  limit?: number;
  /**
   * Most bytes of data that are fetched at once, as JSON text in UTF-8; default `BATCH_BYTES`. A single event may be larger.
   */
  pageBytes?: number;
}

/**
 * One of `of` shares of the log, counted from 0. All events of a stream are in the same one; which one that is hangs on the
 * stream's name, `of` and the kind of the store alone.
 */
export interface LogShare {
  index: number;
  of: number;
}

/** What to follow. */
export interface SubscribeOptions {
  /** Deliver what lies behind this position; from the beginning of the log when absent. */
  after?: Position;
  /** Only events whose type begins with one of these; all events when absent. */
  typePrefixes?: readonly string[];
  /** Only events of the streams of this share; of all streams when absent. */
  share?: LogShare;
  /** Most events in one batch; default 500. */
  batchSize?: number;
  /** Most bytes of data in one batch, as JSON text in UTF-8; default `BATCH_BYTES`. A single event may be larger. */
  batchBytes?: number;
  /** Where true, the position may move past events that are left out up to a second late: that spares a look at each append. */
  movesLate?: boolean;
  /** Ends the subscription when aborted. */
  signal?: AbortSignal;
}

/** Whether events of a type are asked for. */
export const isAskedFor = (type: string, { typePrefixes }: Pick<SubscribeOptions, 'typePrefixes'>): boolean =>
  typePrefixes?.some((prefix) => type.startsWith(prefix)) ?? true;

/**
 * A run of events in log order. A batch may be empty: then only `position` or `live` moved. The position moves past events
 * that the prefixes or the share leave out as soon as past others, so that one can wait for it (but see `movesLate`).
 */
export interface EventBatch {
  events: RecordedEvent[];
  /** Safe to resume from once `events` are handled: nothing that matches the filter lies at or before it and after them. */
  position: Position;
  /** True once the subscription has reached the end of the log and waits for new events. */
  live: boolean;
}

/** The event store. Implementations reconnect by themselves; what they promise is in `test/contract/eventStore.ts`. */
export interface EventStore {
  /** `postgres` or `eventstoredb`, for the start-up banner, health and metrics. */
  readonly kind: string;

  /**
   * Appends all events or none.
   * Appending the same ids again, expecting the same, answers with where they are already.
   * @throws WrongExpectedRevision when the stream is not where the writer believed it to be
   * @throws EventTooLarge when the events together exceed `MAX_APPEND_BYTES`: data and metadata as JSON text in UTF-8,
   *   and two bytes for each character of the type
   * @throws EventStoreUnavailable when the outcome cannot be known or the store cannot be reached
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;

  /** The events of one stream; none for a stream that does not exist. */
  readStream(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;

  /**
   * Revision of the last event of a stream; undefined for a stream that does not exist. Made to be asked with every read of
   * an aggregate: no event is fetched where the store can do without. @throws EventStoreUnavailable
   */
  lastRevision(stream: string): Promise<bigint | undefined>;

  /**
   * Everything from a position, then live, in log order, each event once per subscription. Survives a broken
   * connection: it resumes behind the last delivered event, with back-off. Ends when the signal is aborted.
   */
  subscribe(options?: SubscribeOptions): AsyncIterable<EventBatch>;

  /** Position of the newest event, or `undefined` in an empty log. */
  head(): Promise<Position | undefined>;

  /**
   * Where the log ends now: no position that was ever given lies behind it, unless the log was put back to an earlier state.
   * Behind the newest event where the store keeps records of its own.
   */
  end(): Promise<Position | undefined>;

  /** Resolves when the store answers. @throws EventStoreUnavailable */
  ping(): Promise<void>;

  close(): Promise<void>;
}

/** The stream is not at the revision the writer expected; re-read and decide again. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    /** Last revision of the stream, `undefined` when it does not exist or the store did not say. */
    readonly actual?: bigint,
  ) {
    super(`Stream ${stream} is not at the expected revision ${expected}`);
  }
}

/** The events of one append are larger than the store takes. */
export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge';
  constructor(
    readonly stream: string,
    readonly bytes: number,
    readonly limit: number,
  ) {
    super(`An append of ${bytes} bytes to ${stream} is over the limit of ${limit} bytes`);
  }
}

/** The store cannot be reached, or it is unknown whether it took the events. */
export class EventStoreUnavailable extends Error {
  override readonly name: string = 'EventStoreUnavailable';
}

/**
 * The store answers, and does not let this process do what it asks: until an operator changes that nothing goes on. The message
 * says which right is missing and how to give it, and may be shown to everybody.
 */
export class EventStoreDenied extends EventStoreUnavailable {
  override readonly name: string = 'EventStoreDenied';
}

/** The largest append in bytes, the limit of EventStoreDB 23.10 (`MaxAppendSize`), held by every adapter. */
export const MAX_APPEND_BYTES = 1024 * 1024;

/** What a batch of the log holds at most unless asked otherwise, in bytes: the memory that large events take of a reader. */
export const BATCH_BYTES = 8 * 1024 * 1024;

/** A position from its stored text or number. For adapters and checkpoint tables only. */
export const toPosition = (value: bigint | string | number): Position => BigInt(value) as Position;
