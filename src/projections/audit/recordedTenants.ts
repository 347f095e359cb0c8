import type { Knex } from 'knex';
import { batchedQuery } from '../../platform/database/batchedQuery.js';
import type { Migration } from '../../platform/database/migrate.js';

const TABLE = 'recorded_tenants';

/**
 * Which tenants ask that reads be recorded. Not a read model: a wish is written here before its event is appended, so that nothing is shown
 * unrecorded because a projection is late or stopped. And what reads no event otherwise, such as a list, is answered while the event store is away.
 */
export const recordedTenantMigrations: readonly Migration[] = [
  {
    name: 'recorded_tenants_001',
    up: (knex) =>
      knex.schema.createTable(TABLE, (table) => {
        table.text('tenant_id').primary();
        table.boolean('reads').notNullable();
        // Of the tenant's stream, of the event that said so; -1 before there is any.
        table.bigInteger('revision').notNullable();
      }),
  },
];

/** Knows, for all processes, whose reads are recorded. */
export interface RecordedTenants {
  /** Whether reads of a tenant's are recorded; those asked for in the same turn of the event loop are looked up with one statement. */
  isRecorded(tenant_id: string): Promise<boolean>;
  /** From here on they are, whatever becomes of the wish. May be repeated. */
  begin(tenant_id: string): Promise<void>;
  /** What a tenant's stream says at a revision; what it said before does not go back behind that. */
  settle(tenant_id: string, reads: boolean, revision: bigint): Promise<void>;
}

const MOST_AT_ONCE = 100;

/** Recorded tenants in the database. */
export function createRecordedTenants(knex: Knex): RecordedTenants {
  const look = async (tenants: readonly string[]): Promise<boolean[]> => {
    const { rows } = await knex.raw<{ rows: { tenant_id: string }[] }>(
      `select tenant_id from ${TABLE} where reads and tenant_id = any(?::text[])`,
      [[...tenants]],
    );
    const recorded = new Set(rows.map(({ tenant_id }) => tenant_id));
    return tenants.map((tenant_id) => recorded.has(tenant_id));
  };
  return {
    isRecorded: batchedQuery(look, MOST_AT_ONCE),
    async begin(tenant_id) {
      await knex.raw(
        `insert into ${TABLE} (tenant_id, reads, revision) values (?, true, -1) on conflict (tenant_id) do update set reads = true`,
        [tenant_id],
      );
    },
    async settle(tenant_id, reads, revision) {
      await knex.raw(
        `insert into ${TABLE} (tenant_id, reads, revision) values (?, ?, ?)
         on conflict (tenant_id) do update set reads = excluded.reads, revision = excluded.revision
         where ${TABLE}.revision <= excluded.revision`,
        [tenant_id, reads, String(revision)],
      );
    },
  };
}
