import type { Clock } from '../clock.js';
import { within } from '../within.js';
import type { EventStore, Position, RecordedEvent } from './eventStore.js';

/**
 * For how many seconds what lies behind a position has waited there: the age of the first event behind it that is of the given
 * types, 0 where there is none. @throws EventStoreUnavailable, TookTooLong when it is not known in time
 */
export type LogLag = (after: Position | undefined) => Promise<number>;

/** Longest look: whoever asks for a lag has other things to answer. */
const LONGEST_LOOK_MS = 1_000;

interface Found {
  /** Where it was looked from, and up to where nothing was found. */
  from: bigint;
  clear: bigint;
  first?: Pick<RecordedEvent, 'position' | 'recorded_at'>;
  /** By the clock of `performance`: when it was found. */
  at: number;
}

/**
 * Creates what looks for events of types behind a position. What was looked at once is not looked at again: a long way without
 * an event is walked once.
 * @param clock The database's, which the store may go by too
 * @param longestLookMs Longest that a look may take, in milliseconds; for tests
 */
export function createLogLag(
  eventStore: Pick<EventStore, 'head' | 'subscribe'>,
  types: readonly string[],
  clock: Clock,
  longestLookMs = LONGEST_LOOK_MS,
): LogLag {
  let found: Found | undefined;
  const wanted = new Set(types);

  const look = async (from: bigint, head: bigint, signal: AbortSignal): Promise<Found> => {
    const known = found && found.from <= from && found.clear >= from ? found : undefined;
    if (known?.first && known.first.position > from) return known;
    let clear = known?.clear ?? from;
    const after = clear as Position;
    for await (const batch of eventStore.subscribe({ after, typePrefixes: types, batchSize: 1, signal })) {
      const first = batch.events.find(({ type }) => wanted.has(type)); // a prefix can match more
      if (first) return { from, clear, first, at: performance.now() };
      clear = batch.position;
      found = { from, clear, at: 0 };
      if (batch.live || clear >= head) break;
    }
    return { from, clear, at: 0 };
  };

  return async (after) => {
    const from: bigint = after ?? -1n;
    const leave = new AbortController();
    try {
      const age = async (): Promise<number> => {
        const head = await eventStore.head();
        if (head === undefined || head <= from) return 0;
        found = await look(from < 0n ? 0n : from, head, leave.signal);
        if (!found.first) return 0;
        // The store's clock can be another one: what was seen to wait has waited at least since then.
        const seenForMs = performance.now() - found.at;
        return Math.max(seenForMs, clock().getTime() - Date.parse(found.first.recorded_at)) / 1000;
      };
      return await within(longestLookMs, age());
    } finally {
      leave.abort();
    }
  };
}
