import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { EventStore } from '../../platform/eventStore/eventStore.js';

/** What is kept in memory of each kind, most recently used first; it refers to what look-ups keep. */
const MOST_KEPT = 200;

/** So many streams are asked for their last revision at the same time: what another asks for comes in between. */
const ASKED_AT_ONCE = 16;

/** What was made of other aggregates, and all streams that it was made of. */
export interface MadeOf<Made> {
  made: Made;
  of: readonly string[];
}

/** What goes by a key: as it was made before, while none of its streams has another event, else made now. */
export type UntilMoved<Made> = (key: string, make: () => Promise<MadeOf<Made>>) => Promise<Made>;

interface Kept<Made> extends MadeOf<Made> {
  /** Those of its streams, from before it was made: where they are the same, nothing happened since. */
  revisions?: readonly (bigint | undefined)[];
}

/**
 * Remembers what takes look-ups one after the other, each of which says what the next one is: the streams of the last time are asked
 * for their revisions at once, and where those are the same, so is what comes of them. What fails is not remembered.
 */
export function createUntilMoved<Made>({ lastRevision }: Pick<EventStore, 'lastRevision'>): UntilMoved<Made> {
  const kept = new LRUCache<string, Kept<Made>>({ max: MOST_KEPT });
  return async (key, make) => {
    const before = kept.get(key);
    const revisions = before && (await pLimit(ASKED_AT_ONCE).map(before.of, (stream) => lastRevision(stream)));
    if (before?.revisions && isDeepStrictEqual(revisions, before.revisions)) return before.made;
    const { made, of } = await make();
    const known = revisions !== undefined && isDeepStrictEqual(of, before?.of);
    kept.set(key, { made, of, ...(known && { revisions }) });
    return made;
  };
}
