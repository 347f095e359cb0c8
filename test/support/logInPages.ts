import { once } from 'node:events';
import type { EventStore } from '../../src/platform/eventStore/eventStore.js';

/**
 * The log as a rebuild reads it, in small pages, of which only the first `most` come; and what was read of it. Nobody is given a page before
 * `together` readers have begun.
 */
export function inPages(
  { eventStore }: { eventStore: EventStore },
  { size = 10, most = Infinity, together = 1 }: { size?: number; most?: number; together?: number } = {},
) {
  const read = { events: 0, readers: 0, mostReaders: 0 };
  const waiting = new AbortController();
  const enough = new AbortController();
  let begun = 0;
  const paged: EventStore = {
    ...eventStore,
    async *subscribe(options) {
      let page = 0;
      read.readers += 1;
      begun += 1;
      if (begun === together) enough.abort();
      read.mostReaders = Math.max(read.mostReaders, read.readers);
      try {
        for await (const batch of eventStore.subscribe({ ...options, batchSize: size })) {
          page += 1;
          if (!enough.signal.aborted) await once(enough.signal, 'abort');
          const over = AbortSignal.any([waiting.signal, ...(options?.signal ? [options.signal] : [])]);
          if (page > most && !over.aborted) await once(over, 'abort');
          if (options?.signal?.aborted) return;
          read.events += batch.events.length;
          yield batch;
        }
      } finally {
        read.readers -= 1;
      }
    },
  };
  return { eventStore: paged, read, goOn: () => waiting.abort() };
}
