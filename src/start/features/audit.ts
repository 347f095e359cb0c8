import { createReadRecords } from '../../commands/audit/readRecords.js';
import { createRecordedTenants, recordedTenantMigrations } from '../../projections/audit/recordedTenants.js';
import { createAuditQueries } from '../../projections/audit/auditProjection.js';
import type { Feature } from '../feature.js';
import { auditProjection } from '../stored.js';

/** The audit trail: who did what, when and to what, and who looked at it. */
export const audit = {
  queries: (readModels) => ({ audit: createAuditQueries(readModels, auditProjection) }),
  commands: (parts) => ({
    readRecords: createReadRecords({ ...parts, recordedTenants: createRecordedTenants(parts.database.knex) }),
  }),
  migrations: recordedTenantMigrations,
} satisfies Feature;
