import type { Knex } from 'knex';
import { DatabaseError } from 'pg';
import type { Migration } from '../database/migrate.js';
import { facetOf, histogramOf, percentilesOf, totalOf, type Looked } from './postgresCounts.js';
import { conditionSql, type OwnColumns, type Sql } from './postgresConditions.js';
import { hitsOf } from './postgresHits.js';
import { SearchTooDear, type Found, type PageAsked, type Search, type SearchAsked, type SearchKind } from './search.js';
import type { TenantScope } from './tenantScope.js';

/**
 * Columns that a table of searched things has, whatever they are; beside them it may have some of its own, by which it is narrowed
 * fastest. `source` is the thing as it is shown.
 */
export const SEARCHED_COLUMNS = {
  id: 'text collate "C" not null',
  tenant_id: 'text not null',
  at: 'text collate "C" not null',
  source: 'json not null',
  text: 'text not null',
  terms: 'jsonb not null',
  fields: 'jsonb not null',
  nested: 'jsonb not null',
} as const;

/** Of what is still to be put into an index so much is read with every query: see `FACETS_INDEX`. */
const PENDING = 'with (gin_pending_list_limit = 256)';

/** Indexes that such a table has. */
export const SEARCHED_INDEXES: readonly string[] = [
  '(tenant_id, at desc, id desc)',
  '(at desc, id desc)',
  `using gin (terms jsonb_path_ops) ${PENDING}`,
];

/** The index that it has where conditions that are `contains` are asked of it: one of three signs in a row each is large. */
export const CONTAINS_INDEX = `using gin (text gin_trgm_ops) ${PENDING}`;

/** The extension that finds parts of words by an index. It comes with Postgres, and whoever may create in a database may create it there. */
export const searchMigrations: readonly Migration[] = [
  {
    name: 'search_trigrams_001',
    up: (knex) => knex.raw('create extension if not exists pg_trgm'),
  },
];

/** A table of searched things. */
export interface SearchedTable extends OwnColumns {
  /** The table for the `from` of a statement. */
  source(): Promise<string>;
}

/**
 * Search on the tables of the database. What is one statement is asked as one, without a transaction, whose begin, limit and end
 * took longer than the first page of a list: it may take as long as the connection lets a statement.
 * @param knex Whose connections limit the time of a statement
 */
export function createPostgresSearch(
  knex: Knex,
  tables: { readonly [Kind in SearchKind]: SearchedTable },
  { longestMs = LONGEST_MS } = {},
): Search {
  return {
    async newest<Thing extends object>(scope: TenantScope, { kind, where, limit, offset = 0, after }: PageAsked) {
      const { from, found } = await lookedAt(tables[kind], scope, where);
      const behind = after
        ? { text: ' and (at, id) < (?, ?)', values: [after.at, after.id] }
        : { text: '', values: [] };
      const { rows } = await understood(
        knex.raw<{ rows: { source: Thing }[] }>(
          `select source from ${from} where ${found.text}${behind.text} order by at desc, id desc limit ? offset ?`,
          [...found.values, ...behind.values, limit, offset],
        ),
      );
      return rows.map(({ source }) => source);
    },
    hits: async (scope, asked) =>
      understood(hitsOf(knex, await lookedAt(tables[asked.kind], scope, asked.where), asked)),
    search: async (scope, asked) => {
      const looked = await lookedAt(tables[asked.kind], scope, asked.where);
      // Of one moment, so that its counts are those of its hits.
      return understood(
        knex.transaction((transaction) => findAll(transaction, looked, asked, longestMs), {
          readOnly: true,
          isolationLevel: 'repeatable read',
        }),
      );
    },
  };
}

/** @throws SearchTooDear where the database ended it for what it costs */
async function understood<Answer>(asked: PromiseLike<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (isPatternTooLarge(error)) throw new SearchTooDear('has a pattern that is too large');
    if (isTooLong(error))
      throw new SearchTooDear('looks at too much to be answered in the time that a search may take');
    throw error;
  }
}

/** How long all statements of a search may take together. */
const LONGEST_MS = 5_000;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: `query_canceled` */
const isTooLong = (error: unknown): boolean => error instanceof DatabaseError && error.code === '57014';

/** The same page: `invalid_regular_expression`, which a pattern of our own is only where it is too large. */
const isPatternTooLarge = (error: unknown): boolean => error instanceof DatabaseError && error.code === '2201B';

/** Ends the next statements of a transaction after so long. */
const limitTime = (transaction: Knex, ms: number) =>
  transaction.raw(`select set_config('statement_timeout', ?, true)`, [String(ms)]);

async function findAll(knex: Knex, looked: Looked, asked: SearchAsked, longestMs: number): Promise<Found> {
  const until = performance.now() + longestMs;
  /** One of the statements, in what is left of the time. */
  const ask = async <Answer>(one: () => Promise<Answer>): Promise<Answer> => {
    await limitTime(knex, Math.max(1, Math.ceil(until - performance.now())));
    return one();
  };
  const hits = await ask(() => hitsOf(knex, looked, asked));
  const total = await ask(() => totalOf(knex, looked));
  const facets = new Map<string, Found['facets'] extends ReadonlyMap<string, infer One> ? One : never>();
  for (const field of asked.facets) facets.set(field, await ask(() => facetOf(knex, looked, field)));
  const { histogram: wanted } = asked;
  const histogram = wanted ? await ask(() => histogramOf(knex, looked, wanted)) : [];
  const percentiles = new Map<string, (number | null)[]>();
  for (const field of asked.percentiles) percentiles.set(field, await ask(() => percentilesOf(knex, looked, field)));
  return { total, hits, facets, histogram, percentiles };
}

/** The one place where conditions become those of a statement: never without whose things it may find. */
async function lookedAt(
  table: SearchedTable,
  { tenant }: TenantScope,
  where: Parameters<typeof conditionSql>[0],
): Promise<Looked> {
  const { text, values } = conditionSql(where, table);
  const found: Sql =
    tenant === null ? { text, values } : { text: `tenant_id = ? and ${text}`, values: [tenant, ...values] };
  return { from: await table.source(), found };
}
