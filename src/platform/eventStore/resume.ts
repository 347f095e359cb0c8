import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import { eventStoreSubscriptionReconnects } from '../metrics.js';
import { EventStoreUnavailable, type EventBatch, type Position, type SubscribeOptions } from './eventStore.js';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Keeps a subscription going: `open` follows the log from a position until it ends or its connection breaks, and is
 * opened again behind the last batch that was handled, after a pause that doubles while nothing gets through.
 * An error other than `EventStoreUnavailable` ends the subscription.
 */
export async function* resume(
  store: string,
  log: Log,
  { after, signal }: SubscribeOptions,
  open: (after: Position | undefined) => AsyncIterable<EventBatch>,
): AsyncGenerator<EventBatch> {
  let failures = 0;
  while (!signal?.aborted) {
    try {
      for await (const batch of open(after)) {
        failures = 0;
        yield batch;
        after = batch.position;
      }
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS);
      eventStoreSubscriptionReconnects.inc({ store });
      log.warn({ err: error, store, pause_ms: pause }, 'event store subscription broke and will be resumed');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
