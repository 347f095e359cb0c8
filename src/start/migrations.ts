import { rateLimitMigrations } from '../api/http/access/rateWindows.js';
import { sessionMigrations } from '../api/http/sessions/sessionTable.js';
import { idempotencyMigrations } from '../api/http/idempotency/keptAnswers.js';
import type { Migration } from '../platform/database/migrate.js';
import { bulkWorkMigrations } from '../platform/bulkWork/bulkTables.js';
import { busMigrations } from '../platform/bus/postgresBus.js';
import { exclusiveMigrations } from '../platform/exclusive/exclusive.js';
import { eventStoreMigrations } from '../platform/eventStore/postgresEventStore.js';
import { keyedIndexMigrations } from '../platform/sealing/keyedIndex.js';
import { keyMigrations } from '../platform/sealing/keyTables.js';
import { tokenBudgetMigrations } from '../platform/tokenBudget.js';
import { certificateMigrations } from '../platform/signing/certificates.js';
import { projectionMigrations } from '../projections/core/checkpoints.js';
import { dueMigrations } from '../workers/core/dueTable.js';
import { rowSnapshotMigrations } from '../projections/core/rowSnapshots.js';
import { relayMigrations } from '../workers/core/relay.js';
import type { Feature } from './feature.js';
import { allProjections, features } from './features.js';
import { installationMigrations } from './installation.js';

/** The tables of every part, in the order in which they are made. */
export const allMigrations: readonly Migration[] = [
  ...installationMigrations,
  ...keyMigrations,
  ...keyedIndexMigrations,
  ...bulkWorkMigrations,
  ...eventStoreMigrations,
  ...projectionMigrations(allProjections),
  ...rowSnapshotMigrations,
  ...features.flatMap(({ migrations = [] }: Feature) => migrations),
  ...rateLimitMigrations,
  ...sessionMigrations,
  ...idempotencyMigrations,
  ...busMigrations,
  ...relayMigrations,
  ...dueMigrations,
  ...exclusiveMigrations,
  ...certificateMigrations,
  ...tokenBudgetMigrations,
];
