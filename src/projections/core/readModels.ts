import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { REVISION, ROW_KEY, tableName, type Projection, type ReadModelTable, type StoredRow } from './projection.js';

/** A query over the rows of a table. */
export type RowsQuery = Knex.QueryBuilder<{ [column: string]: unknown }>;

/** Reads the rows of one table of a read model. */
export interface Rows<Row> {
  /** The row with a key; those asked for in the same turn of the event loop are read with one statement. */
  find(key: string): Promise<StoredRow<Row> | undefined>;
  /** The rows that a query asks for: `narrow` says which and in what order, and may join and select `More` columns. */
  list<More extends object = object>(narrow: (query: RowsQuery) => RowsQuery): Promise<(StoredRow<Row> & More)[]>;
  /** The table for the `from` of a statement, under its own name: `cases_v1 as cases`. */
  source(): Promise<string>;
}

/** Reads what projections made of the log. */
export interface ReadModels {
  of<Row extends object>(projection: Projection, table: ReadModelTable<Row>): Rows<Row>;
  /** For statements of another shape than `Rows` has. */
  readonly knex: Knex;
}

const MOST_AT_ONCE = 100;

/** Reads the read models in the database. */
export const createReadModels = ({ knex }: { knex: Knex }): ReadModels => ({
  knex,
  of: (projection, table) => readRows(knex, table, () => Promise.resolve(tableName(projection, table))),
});

/** Reads the rows of the table that is called what `nameNow` says. */
function readRows<Row extends object>(
  knex: Knex,
  { name, columns }: ReadModelTable<Row>,
  nameNow: () => Promise<string>,
): Rows<Row> {
  const selected = Object.keys(columns).map((column) => `${name}.${column}`);
  const all = [...selected, `${name}.${REVISION}::float8 as ${REVISION}`].join(', ');
  const source = async (): Promise<string> => `${await nameNow()} as ${name}`;
  const findAll = async (keys: readonly string[]): Promise<(StoredRow<Row> | undefined)[]> => {
    const { rows } = await knex.raw<{ rows: { [ROW_KEY]: string }[] }>(
      `select ${ROW_KEY}, ${all} from ${await source()} where ${ROW_KEY} = any(?::text[])`,
      [[...keys]],
    );
    const found = new Map(rows.map(({ [ROW_KEY]: key, ...row }) => [key, row as StoredRow<Row>]));
    return keys.map((key) => found.get(key));
  };
  const loader = new DataLoader(findAll, {
    cache: false,
    maxBatchSize: MOST_AT_ONCE,
    batchScheduleFn: setImmediate,
  });
  return {
    find: (key) => loader.load(key),
    async list<More extends object>(narrow: (query: RowsQuery) => RowsQuery) {
      const query = knex<{ [column: string]: unknown }>(knex.raw(await source())).select(knex.raw(all));
      return (await narrow(query)) as (StoredRow<Row> & More)[];
    },
    source,
  };
}
