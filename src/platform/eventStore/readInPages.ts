import { BATCH_BYTES, type ReadOptions, type RecordedEvent } from './eventStore.js';

const PAGE_SIZE = 500;

/** One page of a stream to read. */
export interface PageRequest {
  direction: 'forwards' | 'backwards';
  /** First revision, included; absent for the end of the stream to begin at. */
  from: bigint | undefined;
  /** Most events. */
  count: number;
  /** Most bytes of data, but for a single event that is larger. */
  bytes: number;
  /** Whether the reading begins with it; what follows is of a stream that is longer than most. */
  first: boolean;
}

/** What came of it. */
export interface ReadPage {
  events: RecordedEvent[];
  /** Whether the stream can have more of them in that direction: the page was full. */
  more: boolean;
}

/** Reads a stream page by page, so that a reader who leaves early leaves no call open, and holds no more than a page. */
export async function* readInPages(
  options: ReadOptions,
  readPage: (page: PageRequest) => Promise<ReadPage>,
): AsyncGenerator<RecordedEvent> {
  const { direction = 'forwards', limit = Infinity, pageBytes = BATCH_BYTES } = options;
  let from = options.from ?? (direction === 'forwards' ? 0n : undefined);
  let first = true;
  for (let left = limit; left > 0;) {
    const { events, more } = await readPage({
      direction,
      from,
      count: Math.min(left, PAGE_SIZE),
      bytes: pageBytes,
      first,
    });
    yield* events;
    const last = events.at(-1);
    if (!last || !more) return;
    from = last.revision + (direction === 'forwards' ? 1n : -1n);
    if (from < 0n) return;
    left -= events.length;
    first = false;
  }
}
