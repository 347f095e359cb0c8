import { LRUCache } from 'lru-cache';
import type { Decider } from '../../domain/core/decider.js';
import type { DomainEvent } from '../../domain/core/event.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import type { CommandHandler } from './commandHandler.js';

/** What is kept of each kind of aggregate in memory, most recently used first; an agent can be 150 KB. */
const MOST_KEPT = 200;

/** What a look-up stands on. */
export interface LookUpDeps {
  eventStore: Pick<EventStore, 'lastRevision'>;
  handler: Pick<CommandHandler, 'load'>;
}

/** What is known of another aggregate, and the revision of its stream that this is as of. */
export type KnownAt<Found> = Found & {
  revision: number;
  /** Where a test key made it, and no live key changed it since: what is meant is not to hang on it. */
  trial?: true;
};

/** Looks an aggregate up by its stream; undefined where there is none. */
export type LookUp<Found> = (stream: string) => Promise<KnownAt<Found> | undefined>;

/**
 * Creates what commands look other aggregates up with: each as the last event of its stream left it, never as a read model has
 * it. The stream is folded once for each of its revisions and process; what was recorded does not change.
 * @param pick what of a state is looked up; undefined where the aggregate is not there in it
 */
export function createLookUp<State, Event extends DomainEvent, Found extends object>(
  { eventStore, handler }: LookUpDeps,
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  pick: (state: State) => Found | undefined,
): LookUp<Found> {
  const kept = new LRUCache<string, Promise<KnownAt<Found>[]>>({ max: MOST_KEPT });
  const foldAt = async (stream: string, revision: bigint): Promise<KnownAt<Found>[]> => {
    const { state, mode } = await handler.load(stream, decider, revision);
    const found = pick(state);
    return found ? [{ ...found, revision: Number(revision), ...(mode === 'test' && { trial: true as const }) }] : [];
  };
  return async (stream) => {
    const last = await eventStore.lastRevision(stream);
    if (last === undefined) return undefined;
    const key = `${stream}@${last}`;
    const folded = kept.get(key) ?? foldAt(stream, last);
    kept.set(key, folded);
    folded.catch(() => kept.delete(key)); // what failed is asked again
    return (await folded)[0];
  };
}
