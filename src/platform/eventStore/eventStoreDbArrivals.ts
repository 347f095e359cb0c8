import { crc32 } from 'node:zlib';
import type { AllStreamRecordedEvent, AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client';
import {
  BATCH_BYTES,
  EventStoreUnavailable,
  isAskedFor,
  type EventBatch,
  type LogShare,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
} from './eventStore.js';
import { toPortError } from './eventStoreDbErrors.js';
import { bytesOf, eventOfClient } from './eventStoreDbEvents.js';
import { createWake, type Wake } from './wake.js';

/** What comes of a subscription. */
export interface Arrivals {
  /** Called whenever there may be something to take. */
  wake: Wake;
  /** Resolves when a batch is full, when the past is over, or after that many milliseconds. */
  gather(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** All that has come, up to a batch, and no event twice; what comes next is collected meanwhile, up to a batch again. */
  take(): EventBatch;
  /** Why no more events will come, once that is known. */
  failure(): Error | undefined;
}

/**
 * Collects what a subscription brings, so that the size of a batch is told by its bytes and not by what the client buffers.
 * A subscription that is resumed may repeat what came at or before `after`.
 * One that the server has not said within `confirmMs` milliseconds that it takes, fails.
 */
export function watchArrivals(
  subscription: AllStreamSubscription,
  { confirmMs, ...options }: SubscribeOptions & { after: Position; confirmMs: number },
): Arrivals {
  const [wake, enough, collected] = [createWake(), createWake(), createCollection(options)];
  let failure: Error | undefined;
  /** The server has sent all that was there, though the last of it may still be buffered. */
  let caughtUp = false;

  const isEnough = (): boolean => caughtUp || failure !== undefined || collected.isFull();
  const tell = (): void => {
    wake.call();
    if (isEnough()) enough.call();
  };
  const collect = (): void => {
    while (!collected.isFull()) {
      const resolved = subscription.read() as AllStreamResolvedEvent | null;
      if (!resolved) return;
      if (resolved.event) collected.add(resolved.event);
    }
  };
  const fail = (error: unknown): void => {
    failure ??= toPortError(error, 'read $all');
    tell();
  };
  subscription.on('readable', () => {
    collect();
    tell();
  });
  subscription.on('caughtUp', () => {
    caughtUp = true;
    tell();
  });
  const unconfirmed = setTimeout(
    () => fail(new EventStoreUnavailable('EventStoreDB did not confirm the subscription in time')),
    confirmMs,
  ).unref();
  for (const said of ['confirmation', 'error', 'close'] as const) {
    subscription.once(said, () => clearTimeout(unconfirmed));
  }
  subscription.on('error', fail);
  subscription.on('end', () => fail(new EventStoreUnavailable('EventStoreDB ended the subscription')));

  return {
    wake,
    failure: () => failure,
    gather: (ms, signal) => (isEnough() ? Promise.resolve() : enough.wait(enough.count(), ms, signal)),
    take() {
      collect();
      const taken = collected.take();
      // What is collected here is asked for again: whoever was given nothing waits for the wake.
      if (taken.events.length > 0) collect();
      const isAll = collected.position() === taken.position && subscription.readableLength === 0;
      return { ...taken, live: caughtUp && isAll };
    },
  };
}

/**
 * The server knows no shares: what is not of one is dropped as it comes. Another hash makes other shares of what is gone on with:
 * whoever keeps shares has to know (`SPLIT` of `tableBuild.ts`).
 */
const isOfShare = (stream: string, { index, of }: LogShare): boolean => crc32(stream) % of === index;

/** Events up to a batch, and how far along the log they are; an event that does not fit any more is the first of the next one. */
function createCollection({
  after,
  typePrefixes,
  share = { index: 0, of: 1 },
  batchSize = 500,
  batchBytes = BATCH_BYTES,
}: SubscribeOptions & { after: Position }) {
  let events: RecordedEvent[] = [];
  let bytes = 0;
  let position = after;
  let unfit: RecordedEvent | undefined;
  const keep = (event: RecordedEvent): void => {
    const size = bytesOf(event);
    if (events.length > 0 && bytes + size > batchBytes) {
      unfit = event;
      return;
    }
    bytes += size;
    events.push(event);
    position = event.position;
  };
  return {
    position: () => position,
    isFull: () => unfit !== undefined || events.length >= batchSize,
    /** Only where it is not full; what came before is passed over. */
    add(event: AllStreamRecordedEvent): void {
      if (event.position.commit <= position) return;
      if (isAskedFor(event.type, { typePrefixes }) && isOfShare(event.streamId, share)) keep(eventOfClient(event));
      else position = event.position.commit as Position;
    },
    take() {
      const taken = { events, position };
      const left = unfit;
      [events, bytes, unfit] = [[], 0, undefined];
      if (left) keep(left);
      return taken;
    },
  };
}
