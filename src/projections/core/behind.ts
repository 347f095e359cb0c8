import type { Knex } from 'knex';
import type { Clock } from '../../platform/clock.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import { createLogLag } from '../../platform/eventStore/logLag.js';
import { knownFor } from '../../platform/knownFor.js';
import { checkpointKey, readCheckpoints } from './checkpoints.js';
import type { Follower } from './projection.js';
import type { ReadModels } from './readModels.js';

/** Tells how far the read models that are served here are behind the log. */
export interface Behind {
  /** Of the read models that it can be asked about. */
  readonly names: readonly string[];
  /**
   * For how many seconds the oldest event that a projection has not taken in has waited for it, 0 where it has them all. Asked
   * of the stores once a second at most. @throws what the stores throw, TookTooLong
   */
  secondsOf(projection: string): Promise<number>;
}

/** What it stands on. */
export interface BehindDeps {
  database: { knex: Knex };
  eventStore: Pick<EventStore, 'head' | 'subscribe'>;
  readModels: Pick<ReadModels, 'served'>;
  projections: readonly Follower[];
  clock: Clock;
}

/** Shorter than a write waits for its read models: what it does not wait for any longer is told of with the next list. */
const KNOWN_FOR_MS = 1_000;

/** Creates what tells how far behind read models are. */
export function createBehind({ database, eventStore, readModels, projections, clock }: BehindDeps): Behind {
  const { knex } = database;
  const askers = new Map(
    projections.map((projection) => {
      const lagOf = createLogLag(eventStore, projection.eventTypes, clock);
      const ask = async (): Promise<number> => {
        const [version, checkpoints] = await Promise.all([readModels.served(projection), readCheckpoints(knex)]);
        const key = checkpointKey({ name: projection.name, version });
        return lagOf(checkpoints.find((one) => checkpointKey(one) === key)?.position);
      };
      return [projection.name, knownFor(KNOWN_FOR_MS, ask)] as const;
    }),
  );
  return {
    names: [...askers.keys()],
    secondsOf(projection) {
      const ask = askers.get(projection);
      if (!ask) throw new Error(`There is no projection ${projection}`);
      return ask();
    },
  };
}
