import type { Clock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import type { Database } from '../platform/database/database.js';
import type { BlobStore } from '../platform/blobs/blobStore.js';
import type { EventStore } from '../platform/eventStore/eventStore.js';
import type { Log } from '../platform/log.js';
import type { SubjectKeys } from '../platform/sealing/subjectKeys.js';
import type { DocumentEngine } from '../engines/documents/documentEngine.js';

/** The settings that the API reads. */
export type ApiConfig = Pick<
  Config,
  'authEnabled' | 'rateLimit' | 'rateLimitTenants' | 'webhookAllowPrivate' | 'corsOrigins'
>;

/**
 * Everything the API stands on, made by the composition root. `commands`, `queries` and `readYourWrites` join as soon as
 * their types are there.
 */
export interface ApiServices {
  config: ApiConfig;
  log: Log;
  clock: Clock;
  database: Database;
  /** Seals the kept answers of idempotent requests. */
  subjectKeys: SubjectKeys;
  eventStore: EventStore;
  blobs: BlobStore;
  engine: DocumentEngine;
}
