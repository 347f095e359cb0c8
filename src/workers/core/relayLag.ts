import type { Bus } from '../../platform/bus/bus.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import { createLogLag } from '../../platform/eventStore/logLag.js';
import { readRelayCheckpoint, type Routes } from './relay.js';

/** What it stands on. */
export interface RelayLagDeps {
  eventStore: Pick<EventStore, 'head' | 'subscribe'>;
  bus: Pick<Bus, 'identify'>;
  database: Pick<Database, 'knex'>;
  routes: Routes;
  clock: Clock;
}

/** Creates what tells for how many seconds the oldest event that is work has waited to be put on the bus. */
export function createRelayLag({ eventStore, bus, database, routes, clock }: RelayLagDeps): () => Promise<number> {
  const lagOf = createLogLag(eventStore, [...routes.keys()], clock);
  return async () => lagOf(await readRelayCheckpoint(database.knex, await bus.identify()));
}
