import type { Commands } from '../../commands/core/commands.js';
import type { Committed } from '../../commands/core/context.js';
import type { DocumentEngine } from '../../engines/documents/documentEngine.js';
import type { ThumbnailEngine } from '../../engines/documents/thumbnails/thumbnail.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Bus } from '../../platform/bus/bus.js';
import type { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Database } from '../../platform/database/database.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import type { Probes } from '../../platform/health.js';
import type { Log } from '../../platform/log.js';
import type { KeyedHash } from '../../platform/sealing/keyedHash.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import type { Certificates } from '../../platform/signing/certificates.js';
import type { Queries } from '../../projections/core/queries.js';
import type { ReadYourWrites } from '../../projections/core/readYourWrites.js';
import type { CaseReports } from '../../reports/caseReports.js';

/** The settings that the API reads. */
export type ApiConfig = Pick<
  Config,
  | 'authEnabled'
  | 'rateLimit'
  | 'rateLimitTenants'
  | 'consoleRateLimit'
  | 'oidc'
  | 'trustedProxies'
  | 'openRequests'
  | 'bodyMemory'
  | 'bodyMinRate'
  | 'webhookAllowPrivate'
  | 'corsOrigins'
>;

/** Everything the API stands on, made by the composition root. */
export interface ApiServices {
  config: ApiConfig;
  log: Log;
  clock: Clock;
  database: Database;
  /** Seals the kept answers of idempotent requests. */
  subjectKeys: SubjectKeys;
  keyedHash: KeyedHash;
  /** Publishes what certificates are verified with. */
  certificates: Pick<Certificates, 'publicKeys'>;
  eventStore: EventStore;
  blobs: BlobStore;
  bus: Bus;
  engine: DocumentEngine & ThumbnailEngine;
  probes: Probes;
  commands: Commands;
  queries: Queries;
  reports: CaseReports;
  /** Says for how many seconds what a read model lacks has waited for it. */
  behind: { secondsOf(readModel: string): Promise<number> };
  /** Holds an answer back until the read models show what the command did. */
  readYourWrites: Pick<ReadYourWrites, 'shown'> & { wait(committed: Committed<unknown>): Promise<void> };
}
