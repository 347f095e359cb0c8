import { once } from 'node:events';
import type { EventStore } from '../../src/platform/eventStore/eventStore.js';

/** The log as a rebuild reads it, in small pages, of which only the first `most` come; and what was read of it. */
export function inPages(
  { eventStore }: { eventStore: EventStore },
  { size = 10, most = Infinity }: { size?: number; most?: number } = {},
) {
  const read = { events: 0, readers: 0, mostReaders: 0 };
  const waiting = new AbortController();
  const paged: EventStore = {
    ...eventStore,
    async *subscribe(options) {
      let page = 0;
      read.readers += 1;
      read.mostReaders = Math.max(read.mostReaders, read.readers);
      try {
        for await (const batch of eventStore.subscribe({ ...options, batchSize: size })) {
          page += 1;
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
