import type { ReadOptions, RecordedEvent } from './eventStore.js';

const PAGE_SIZE = 500;

/** One page of a stream to read. */
export interface PageRequest {
  direction: 'forwards' | 'backwards';
  /** First revision, included; absent for the end of the stream to begin at. */
  from: bigint | undefined;
  count: number;
}

/** Reads a stream page by page, so that a reader who leaves early leaves no call open. */
export async function* readInPages(
  options: ReadOptions,
  readPage: (page: PageRequest) => Promise<RecordedEvent[]>,
): AsyncGenerator<RecordedEvent> {
  const { direction = 'forwards', limit = Infinity } = options;
  let from = options.from ?? (direction === 'forwards' ? 0n : undefined);
  for (let left = limit; left > 0;) {
    const count = Math.min(left, PAGE_SIZE);
    const events = await readPage({ direction, from, count });
    yield* events;
    const last = events.at(-1);
    if (!last || events.length < count) return;
    from = last.revision + (direction === 'forwards' ? 1n : -1n);
    if (from < 0n) return;
    left -= events.length;
  }
}
