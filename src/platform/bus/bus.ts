import type { EventMode, StoredJson } from '../eventStore/eventStore.js';

/**
 * The bus port: work that is due now, keyed by aggregate. Adapters: `postgresBus.ts` (embedded default) and
 * `kafkaBus.ts`. At least once, in order per key; one contract suite holds both to this text. What is due later is none of
 * its business (`workers/core/dueWork.ts`).
 */

/** What travels: a reference to work, never the personal values it concerns. */
export interface Message {
  /** Unique; the same id may be delivered more than once. */
  id: string;
  /** The aggregate's stream; messages of one key are handled one after the other, in the order they were published. */
  key: string;
  type: string;
  payload: { [name: string]: StoredJson };
  /** Whom it concerns; absent in messages of versions that did not say. */
  tenant_id?: string;
  /** Whether it follows from a live fact or from a test; absent is live. */
  mode?: EventMode;
  correlation_id: string;
  causation_id: string;
  /** W3C trace context of the publisher, when tracing is on. */
  traceparent?: string;
}

/** Whose turn a message takes; those that concern nobody take one together with the platform's. */
export const tenantOf = ({ tenant_id = '' }: Pick<Message, 'tenant_id'>): string => tenant_id;

/** One delivery of a message. */
export interface Delivery {
  message: Message;
  /** Aborted when the consumer is stopping and will not wait for much longer. */
  signal: AbortSignal;
}

/** What consumes a topic. */
export interface ConsumerOptions {
  topic: string;
  /** Consumers of one group share the messages of a topic; each group sees all of them. */
  group: string;
  /** Most messages handled at once by this consumer, each of another key. */
  concurrency: number;
  /**
   * Resolves when the message may be forgotten. After a rejection it is delivered again in a moment, to this consumer or
   * another, before those behind it of its key, and holds up no other key: again and again, as after a crash. Nobody is told where it
   * rejects with NoRoomNow.
   */
  handle(delivery: Delivery): Promise<void>;
}

/** A running consumer. */
export interface Consumer {
  /** Takes no more, waits for what is under way (bounded), commits, leaves the group. */
  stop(): Promise<void>;
  /** @throws Error that says why while nothing is taken from the topic: the broker refuses it or is silent, or it has stopped */
  assertTaking(): void;
}

/** The bus. Implementations reconnect by themselves. */
export interface Bus {
  /** `postgres` or `kafka`. */
  readonly kind: string;
  /**
   * Which bus this is, the same for every process that shares it and for no other: what was published on one is not on
   * another. @throws BusUnavailable
   */
  identify(): Promise<string>;
  /** Durable when it resolves. @throws BusUnavailable */
  publish(topic: string, messages: readonly Message[]): Promise<void>;
  /**
   * The first group of a topic begins with all that is kept of it, so that nothing is lost that was published before
   * anybody listened; a group that comes later begins with what is published from then on. @throws BusUnavailable
   */
  consume(options: ConsumerOptions): Promise<Consumer>;
  /** Resolves when messages can be published now. @throws BusUnavailable */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A message cannot be taken now, as happens where much comes: its place is another's until it is delivered again. */
export class NoRoomNow extends Error {
  override readonly name = 'NoRoomNow';
}

/** The broker cannot be reached, or not for this; the message ends with what it or its client said. */
export class BusUnavailable extends Error {
  override readonly name = 'BusUnavailable';
}
