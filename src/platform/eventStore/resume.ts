import type { Log } from '../log.js';
import { eventStoreSubscriptionReconnects } from '../metrics.js';
import { pauseAfterFailure, type PauseOptions } from '../reconnectPause.js';
import { EventStoreUnavailable, type EventBatch, type Position, type SubscribeOptions } from './eventStore.js';

/** What resuming takes. */
export interface ResumeDeps extends Pick<PauseOptions, 'answered' | 'pauseMs'> {
  /** Kind of the store, for log and metrics. */
  store: string;
  log: Log;
}

/**
 * Keeps a subscription going: `open` follows the log from a position until it ends or its connection breaks, and is
 * opened again behind the last batch that was handled: after a pause of a second at most, or as soon as another call of
 * this process gets through to the store.
 * An error other than `EventStoreUnavailable` ends the subscription.
 */
export async function* resume(
  { store, log, ...pausing }: ResumeDeps,
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
      eventStoreSubscriptionReconnects.inc({ store });
      log.warn({ err: error, store, failures }, 'event store subscription broke and will be resumed');
      await pauseAfterFailure(failures++, { ...pausing, signal });
    }
  }
}
