import { randomBytes, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type {
  EventBatch,
  EventStore,
  JsonObject,
  NewEvent,
  RecordedEvent,
  SubscribeOptions,
} from '../../../src/platform/eventStore/eventStore.js';
import { until } from '../../support/until.js';

/** A name that no other test and no earlier run has used. */
export const unique = (what: string): string => `${what}_${randomBytes(8).toString('hex')}`;

/** A time as it is told: ISO 8601, UTC, milliseconds. */
export const A_TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** An event to append. */
export function newEvent(type: string, data: JsonObject = {}): NewEvent {
  return {
    id: randomUUID(),
    type,
    data,
    metadata: {
      tenant_id: 'acme',
      actor: 'key:1',
      correlation_id: randomUUID(),
      causation_id: randomUUID(),
      schema_version: 1,
      mode: 'live',
      occurred_at: '2026-01-02T03:04:05.678Z',
    },
  };
}

/** Events of one type whose data counts from 0. */
export const newEvents = (type: string, count: number): NewEvent[] =>
  Array.from({ length: count }, (_, n) => newEvent(type, { n }));

/** Everything an iteration yields. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const result: Item[] = [];
  for await (const item of items) result.push(item);
  return result;
}

/** The ids of events, to compare what came with what was sent. */
export const ids = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);

/** A subscriber that keeps what it is given. */
export interface Follower {
  readonly batches: readonly EventBatch[];
  readonly events: readonly RecordedEvent[];
  /** Resolves with the events once there are at least that many. */
  received(count: number): Promise<readonly RecordedEvent[]>;
  /** Resolves once it has caught up. */
  live(): Promise<void>;
  /** Aborts the subscription; resolves when the iteration has ended, rejects when it failed. */
  stop(): Promise<void>;
}

/** Subscribes and reads on. */
export function follow(store: EventStore, options: SubscribeOptions = {}): Follower {
  const controller = new AbortController();
  const batches: EventBatch[] = [];
  const events: RecordedEvent[] = [];
  const reading = (async () => {
    for await (const batch of store.subscribe({ ...options, signal: controller.signal })) {
      batches.push(batch);
      events.push(...batch.events);
    }
  })();
  return {
    batches,
    events,
    received: (count) => until(() => (events.length >= count ? events : undefined)),
    live: () => until(() => (batches.at(-1)?.live ? true : undefined)).then(() => undefined),
    stop: () => {
      controller.abort();
      return reading;
    },
  };
}
