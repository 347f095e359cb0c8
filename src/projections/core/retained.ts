import type { Knex } from 'knex';

/** It is kept for a time. An index that has it as its condition serves statements that say the same. */
export const RETAINED = 'retained_until is not null and not erased';

/** Something that was kept for as long as it was to be. */
export interface Retained {
  id: string;
  tenant_id: string;
}

/** Which of them are asked for. */
export interface RetainedAsked {
  /** Kept until then, or a time before. */
  until: Date;
  limit: number;
  /** Left out. */
  except: readonly string[];
}

/** Most that are named of one tenant in one go: what is read goes by the number of tenants, and not by how much of them is left. */
const MOST_OF_A_TENANT = 10;

/**
 * What was kept for as long as it was to be: of each tenant the one that was kept too long for the longest time, then of each its next, so
 * that one with very many keeps no other waiting. @param source The table, as a statement's `from` has it; `id` its column of ids
 */
export async function readRetained(
  knex: Knex,
  source: string,
  id: string,
  { until, limit, except }: RetainedAsked,
): Promise<Retained[]> {
  const { rows } = await knex.raw<{ rows: Retained[] }>(
    `with recursive tenants as (
       (select tenant_id from ${source} where ${RETAINED} order by tenant_id limit 1)
       union all
       select (select tenant_id from ${source} where ${RETAINED} and tenant_id > before.tenant_id order by tenant_id limit 1)
       from tenants before where before.tenant_id is not null
     )
     select found.id, tenants.tenant_id from tenants
     cross join lateral (
       select ${id} as id, row_number() over (order by retained_until, ${id}) as turn
       from ${source} where ${RETAINED} and tenant_id = tenants.tenant_id and retained_until <= ? and ${id} <> all(?::text[])
       order by retained_until, ${id} limit ${MOST_OF_A_TENANT}
     ) found
     where tenants.tenant_id is not null
     order by found.turn, tenants.tenant_id limit ?`,
    [until.toISOString(), [...except], limit],
  );
  return rows;
}
