import type { DomainEvent } from '../domain/core/event.js';
import type { BlobStore } from '../platform/blobs/blobStore.js';
import type { Bus } from '../platform/bus/bus.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import type { EventCodec } from '../platform/eventStore/eventCodec.js';
import type { EventStore } from '../platform/eventStore/eventStore.js';
import type { Exclusive } from '../platform/exclusive/exclusive.js';
import type { SearchCluster } from '../platform/search/searchCluster.js';
import type { KeyedHash } from '../platform/sealing/keyedHash.js';
import type { KeyedIndex } from '../platform/sealing/keyedIndex.js';
import type { MasterKeys } from '../platform/sealing/masterKeys.js';
import type { SubjectKeys } from '../platform/sealing/subjectKeys.js';
import type { Certificates } from '../platform/signing/certificates.js';
import type { ReadModels } from '../projections/core/readModels.js';

/** Everything that keeps something, open and migrated. */
export interface Stores {
  database: Database;
  /** The database's clock: one for all processes. */
  clock: Clock;
  /** What only one process may do. */
  exclusive: Exclusive;
  masterKeys: MasterKeys;
  subjectKeys: SubjectKeys;
  keyedHash: KeyedHash;
  keyedIndex: KeyedIndex;
  certificates: Certificates;
  blobs: BlobStore;
  eventStore: EventStore;
  codec: EventCodec<DomainEvent>;
  bus: Bus;
  readModels: ReadModels;
  /** Where searches are answered, where that is not the database. */
  searchCluster?: SearchCluster | undefined;
}
