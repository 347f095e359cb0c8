import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Log } from '../log.js';
import type { EventStore } from './eventStore.js';
import { createPostgresEventStore } from './postgresEventStore.js';

/** The event store of `EVENTSTORE_URL`, else in the database. @throws StartError */
export async function openEventStore(
  config: Pick<Config, 'eventStoreUrl'>,
  database: Database,
  log: Log,
): Promise<EventStore> {
  if (!config.eventStoreUrl) return createPostgresEventStore({ database, log });
  // Loaded only where it is used: gRPC is large.
  const { openEventStoreDb } = await import('./openEventStoreDb.js');
  return openEventStoreDb({ url: config.eventStoreUrl, log });
}
