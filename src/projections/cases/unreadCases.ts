import type { Knex } from 'knex';
import type { CaseSummary } from '../../domain/cases/caseSummary.js';
import { HAS_UNREAD } from './casesProjection.js';

/** A case with documents that still have to be read, and where it stands among those of its tenant. */
export type UnreadCase = Pick<CaseSummary, 'session_id' | 'tenant_id' | 'created_at'>;

/**
 * Of each tenant the oldest case with documents that still have to be read, behind the one of it in `after`. Cases stand by when they were
 * opened, which does not move while they are read. What is looked at goes by the number of tenants, and never by how much one of them has.
 * @param source The table, or what stands for it, under the name `cases`
 * @param after One of a tenant at most
 */
export async function readUnreadCases(knex: Knex, source: string, after: readonly UnreadCase[]): Promise<UnreadCase[]> {
  const { rows } = await knex.raw<{ rows: UnreadCase[] }>(
    `with recursive tenants as (
       (select cases.tenant_id from ${source} where ${HAS_UNREAD} order by cases.tenant_id limit 1)
       union all
       select (
         select cases.tenant_id from ${source}
         where ${HAS_UNREAD} and cases.tenant_id > tenants.tenant_id order by cases.tenant_id limit 1
       )
       from tenants where tenants.tenant_id is not null
     )
     select oldest.session_id, oldest.tenant_id, oldest.created_at
     from tenants
     left join unnest(?::text[], ?::text[], ?::text[]) seen (tenant_id, created_at, session_id)
       on seen.tenant_id = tenants.tenant_id
     cross join lateral (
       select cases.session_id, cases.tenant_id, cases.created_at from ${source}
       where ${HAS_UNREAD} and cases.tenant_id = tenants.tenant_id
         and (cases.created_at, cases.session_id) > (coalesce(seen.created_at, ''), coalesce(seen.session_id, ''))
       order by cases.created_at, cases.session_id limit 1
     ) oldest`,
    [
      after.map(({ tenant_id }) => tenant_id),
      after.map(({ created_at }) => created_at),
      after.map(({ session_id }) => session_id),
    ],
  );
  return rows;
}
