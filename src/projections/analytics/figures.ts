import type { Knex } from 'knex';
import type { Addition, Sums } from '../core/projection.js';

/** Whose figures, and of which day. */
export interface OfDay {
  /** Null for the figures of all tenants together, so that nobody has to add these up. */
  tenant_id: string | null;
  /** The UTC day on which it began: `2026-03-02`. All that becomes of it later counts there too. */
  day: string;
}

/** The columns of `OfDay` in a tally. */
export const OF_DAY = { tenant_id: 'text', day: 'text collate "C" not null' } as const;

/** The index that finds the days of one tenant, or of all together. */
export const BY_DAY = '(tenant_id, day)';

/** The UTC day of a time in ISO 8601. */
export const dayOf = (at: string): string => new Date(at).toISOString().slice(0, 10);

/** What is added for a tenant, and for all tenants together. */
export const forBoth = <By extends OfDay>(additions: readonly Addition<By>[]): Addition<By>[] =>
  additions.flatMap((one) => [one, { ...one, by: { ...one.by, tenant_id: null } }]);

/** Days that figures are asked of, both of them in it. */
export interface Days {
  /** Of all tenants together where left out. */
  tenant_id?: string | undefined;
  first: string;
  last: string;
}

/** Sums of what a column says, or of all where none is asked for (`''` then). */
export interface SumsOf {
  value: string;
  sums: Sums;
}

/** Most values of a column that are told apart: those that come first. */
export const MOST_VALUES = 1_000;

/** What rows of a tally are added up, and by which of its columns they are told apart. */
export interface AddedUp<Column extends string> {
  days: Days;
  /** What columns must say. */
  where: { readonly [Name in Column]?: string | null };
  /** Columns that must say something. */
  named?: readonly Column[];
  by?: Column | 'day' | undefined;
}

/** Adds up rows of a tally: by the day at most 365 for what is asked of one tenant or of all together, and those of each value. */
export async function addedUp<Column extends string>(
  knex: Knex,
  source: string,
  { days: { tenant_id, first, last }, where, named = [], by }: AddedUp<Column>,
): Promise<SumsOf[]> {
  const wanted = Object.entries<string | null | undefined>(where).filter(([, value]) => value !== undefined);
  const conditions = [
    tenant_id === undefined ? 'tenant_id is null' : 'tenant_id = ?',
    'day >= ?',
    'day <= ?',
    ...wanted.map(([column, value]) => (value === null ? `${column} is null` : `${column} = ?`)),
    ...named.map((column) => `${column} is not null`),
  ];
  const bindings = [tenant_id, first, last, ...wanted.map(([, value]) => value)].filter(
    (one) => typeof one === 'string',
  );
  const value = by === undefined ? `''` : `coalesce(${by}, '')`;
  const { rows } = await knex.raw<{ rows: { value: string; name: string; sums: { [name: string]: number } }[] }>(
    `select value, name, json_object_agg(number, sum) as sums
     from (
       select ${value} as value, sums_of.key as name, numbers.key as number, sum(numbers.value::float8) as sum
       from ${source} cross join lateral json_each(sums) sums_of cross join lateral json_each_text(sums_of.value) numbers
       where ${conditions.join(' and ')}
       group by 1, 2, 3
     ) added group by value, name order by value`,
    bindings,
  );
  const found = new Map<string, SumsOf>();
  for (const { value: of, name, sums } of rows) {
    const one = found.get(of) ?? { value: of, sums: {} };
    one.sums[name] = sums;
    found.set(of, one);
  }
  return [...found.values()].slice(0, MOST_VALUES);
}

/** What was counted under a name. */
export const counted = (sums: Sums, group: string, name: string): number => sums[group]?.[name] ?? 0;
