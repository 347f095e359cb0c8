import type { Knex } from 'knex';
import type { Sql } from './postgresConditions.js';
import { fieldName } from './searchable.js';
import { MOST_BUCKETS, MOST_FACET_VALUES, PERCENTS, SearchTooDear, type Facet, type Interval } from './search.js';

/** Which rows of which table are looked at. */
export interface Looked {
  from: string;
  found: Sql;
}

/** How many there are. */
export async function totalOf(knex: Knex, { from, found }: Looked): Promise<number> {
  const { rows } = await knex.raw<{ rows: [{ count: number }] }>(
    `select count(*)::float8 as count from ${from} where ${found.text}`,
    found.values,
  );
  return rows[0].count;
}

/** Which values of a field there are, and how often. */
export async function facetOf(knex: Knex, { from, found }: Looked, field: string): Promise<Facet> {
  const name = fieldName(field);
  const { rows } = await knex.raw<{ rows: { value: string; count: number; all: number }[] }>(
    `select value, count(*)::float8 as count, (sum(count(*)) over ())::float8 as all
     from (
       select distinct id, value from ${from}
       cross join jsonb_array_elements_text(coalesce(fields -> ? -> 'v', '[]')) as value
       where ${found.text}
     ) as each
     group by value order by 2 desc, value collate "C" limit ?`,
    [name, ...found.values, MOST_FACET_VALUES],
  );
  const { rows: without } = await knex.raw<{ rows: [{ count: number }] }>(
    `select count(*)::float8 as count from ${from} where fields -> ? -> 'v' is null and ${found.text}`,
    [name, ...found.values],
  );
  const shown = rows.reduce((sum, { count }) => sum + count, 0);
  return {
    values: rows.map(({ value, count }) => ({ value, count })),
    missing: without[0].count,
    other: (rows[0]?.all ?? 0) - shown,
  };
}

/** How many things there are in each part of the time. @throws SearchTooDear where these are too many */
export async function histogramOf(
  knex: Knex,
  { from, found }: Looked,
  { field, interval }: { field: string; interval: Interval },
): Promise<{ at: string; count: number }[]> {
  const { rows } = await knex.raw<{ rows: { at: string; count: number }[] }>(
    `select to_char(part, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, count(*)::float8 as count
     from (
       select distinct id, date_trunc(?, value::timestamptz at time zone 'UTC') as part from ${from}
       cross join jsonb_array_elements_text(coalesce(fields -> ? -> 'd', '[]')) as value
       where ${found.text}
     ) as each
     group by part order by part limit ?`,
    [interval, fieldName(field), ...found.values, MOST_BUCKETS + 1],
  );
  if (rows.length > MOST_BUCKETS) throw new SearchTooDear(`has a histogram of more than ${MOST_BUCKETS} parts`);
  return rows;
}

/** The percentiles of the numbers of a field, between two numbers in proportion; null where there are none. */
export async function percentilesOf(knex: Knex, { from, found }: Looked, field: string): Promise<(number | null)[]> {
  const { rows } = await knex.raw<{ rows: [{ percentiles: number[] | null }] }>(
    `select percentile_cont(?::float8[]) within group (order by (value #>> '{}')::float8) as percentiles
     from ${from} cross join jsonb_path_query(fields -> ?, '$.n[*]') as value where ${found.text}`,
    [PERCENTS.map((percent) => percent / 100), fieldName(field), ...found.values] as never,
  );
  return rows[0].percentiles ?? PERCENTS.map(() => null);
}
