import type { Knex } from 'knex';
import { batchedQuery } from '../../platform/database/batchedQuery.js';
import type { Database } from '../../platform/database/database.js';
import { asTheService } from '../../platform/database/onBehalfOf.js';
import { readCheckpoints, type Checkpoint } from './checkpoints.js';
import { latestRow, type Streams } from './latestRow.js';
import { selectPart, type Parts, type WithParts } from './parts.js';
import {
  REVISION,
  ROW_KEY,
  tableName,
  type Projection,
  type ReadModelTable,
  type StoredRow,
  type VersionOf,
} from './projection.js';
import type { AsOf } from './asOf.js';
import { rowAsOf } from './rowAsOf.js';
import { createRowSnapshots, SNAPSHOT_EVERY, type RowSnapshots } from './rowSnapshots.js';
import { chooseServed } from './servedVersion.js';

/** A query over the rows of a table. */
export type RowsQuery = Knex.QueryBuilder<{ [column: string]: unknown }>;

/** Whether whoever asks may see what belongs to a tenant. */
export type MaySee = (tenantId: string) => boolean;

/** Reads the rows of one table of a read model. */
export interface Rows<Row> {
  /**
   * The row with a key; those asked for in the same turn of the event loop are read with one statement. Where the table says
   * of which stream its rows are, the row is as of the last event of its stream, however late the projection is; nothing of a
   * stream is opened for whom `maySee` keeps from its tenant. With `asOf` it is the row as it was then, which such a table alone can say.
   */
  find(key: string, maySee?: MaySee, asOf?: AsOf): Promise<StoredRow<Row> | undefined>;
  /** The rows that a query asks for: `narrow` says which and in what order, and may join and select `More` columns. */
  list<More extends object = object>(narrow: (query: RowsQuery) => RowsQuery): Promise<(StoredRow<Row> & More)[]>;
  /** The same, of which only some columns are read. */
  listOnly<Column extends keyof Row & string>(
    columns: readonly Column[],
    narrow: (query: RowsQuery) => RowsQuery,
  ): Promise<Pick<Row, Column>[]>;
  /** The table for the `from` of a statement, under its own name: `cases_v1 as cases`. */
  source(): Promise<string>;
}

/** Reads what projections made of the log, in the version that is served. */
export interface ReadModels {
  of<Row extends object>(projection: Projection, table: ReadModelTable<Row>): Rows<Row>;
  /** The same, with what of the projection's other tables belongs to each row. */
  withParts<Row extends object, Chosen extends Parts>(
    projection: Projection,
    table: ReadModelTable<Row>,
    parts: Chosen,
  ): Rows<Row & WithParts<Chosen>>;
  /** The version of a projection that is served here. */
  served(projection: VersionOf): Promise<number>;
  /** For statements of another shape than `Rows` has. */
  readonly knex: Knex;
}

/** What reading stands on. */
export interface ReadModelsDeps extends Streams {
  database: Pick<Database, 'knex'>;
}

const MOST_AT_ONCE = 100;
/** How old the knowledge of how far the versions are may be until it is looked up again, behind the answers. */
const LOOK_EVERY_MS = 1_000;

/** Knowledge that is older is not used any more, and the answer waits for the look. */
const TRUSTED_MS = 10_000;

/** Reads the read models in the database. */
export function createReadModels(
  { database: { knex }, ...streams }: ReadModelsDeps,
  { lookEveryMs = LOOK_EVERY_MS, snapshotEvery = SNAPSHOT_EVERY } = {},
): ReadModels {
  const looks = createLooks(() => readCheckpoints(knex), lookEveryMs);
  const served = new Map<string, number>();
  const chooseNow = async (projection: VersionOf): Promise<number> => {
    const version = chooseServed(projection, served.get(projection.name), await looks.latest());
    served.set(projection.name, version);
    return version;
  };
  const sourceOf = async (projection: Projection, table: ReadModelTable): Promise<string> => {
    const version = await chooseNow(projection);
    const name = tableName({ version }, table);
    if (version === projection.version) return `${name} as ${table.name}`;
    return `(${selectFromOther(name, table, await looks.columnsOf(knex, name))}) as ${table.name}`;
  };
  return {
    knex,
    served: chooseNow,
    of(projection, table) {
      const snapshots = table.snapshots && createRowSnapshots(knex, tableName(projection, table), snapshotEvery);
      return readRows(knex, streams, { table, parts: {}, snapshots }, (one) => sourceOf(projection, one));
    },
    withParts<Row extends object, Chosen extends Parts>(
      projection: Projection,
      table: ReadModelTable<Row>,
      parts: Chosen,
    ) {
      const asked = { table: table as ReadModelTable<Row & WithParts<Chosen>>, parts };
      return readRows(knex, streams, asked, (one) => sourceOf(projection, one));
    },
  };
}

/** What is known of the versions: looked up at first, and again behind the answers when it is old; as the service, since all wait for it. */
function createLooks(look: () => Promise<Checkpoint[]>, everyMs: number) {
  const columns = new Map<string, Promise<Set<string>>>();
  let known: { checkpoints: Checkpoint[]; asOf: number } | undefined;
  let looking: Promise<Checkpoint[]> | undefined;
  const lookAgain = async (): Promise<Checkpoint[]> => {
    const asOf = performance.now();
    const checkpoints = await look();
    known = { checkpoints, asOf };
    return checkpoints;
  };
  return {
    async latest(): Promise<Checkpoint[]> {
      const before = known;
      const age = before ? performance.now() - before.asOf : Infinity;
      if (before && age < everyMs) return before.checkpoints;
      looking ??= asTheService(lookAgain).finally(() => (looking = undefined));
      if (!before || age >= TRUSTED_MS) return looking;
      looking.catch(() => undefined); // the next who asks looks again
      return before.checkpoints;
    },
    columnsOf(knex: Knex, table: string): Promise<Set<string>> {
      const found = columns.get(table) ?? asTheService(() => readColumns(knex, table));
      columns.set(table, found);
      found.catch(() => columns.delete(table));
      return found;
    },
  };
}

async function readColumns(knex: Knex, table: string): Promise<Set<string>> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select attname as name from pg_attribute where attrelid = to_regclass(?) and attnum > 0 and not attisdropped`,
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * The rows of another version's table in the columns of this one; what it lacks is null, also where a column is declared
 * `not null`, and there are no rows where there is no table.
 */
function selectFromOther(name: string, { columns }: ReadModelTable, there: ReadonlySet<string>): string {
  const own = { [ROW_KEY]: 'text', [REVISION]: 'bigint', ...columns };
  const selected = Object.entries<string>(own).map(([column, type]) =>
    there.has(column) ? column : `null::${type.replace(/ (not null|collate "C")/g, '')} as ${column}`,
  );
  return there.size > 0 ? `select ${selected.join(', ')} from ${name}` : `select ${selected.join(', ')} where false`;
}

/** Reads the rows of what `sourceOf` says. */
function readRows<Row extends object>(
  knex: Knex,
  streams: Streams,
  { table, parts, snapshots }: { table: ReadModelTable<Row>; parts: Parts; snapshots?: RowSnapshots | undefined },
  sourceOf: (table: ReadModelTable) => Promise<string>,
): Rows<Row> {
  const { name } = table;
  /** Expressions for columns of the table and for parts of its rows. */
  const select = async (columns: readonly string[]): Promise<string> => {
    const expressions = columns.map(async (column) => {
      const part = parts[column];
      if (!part) return `${name}.${column}`;
      return `${selectPart(part, await sourceOf(part.table), `${name}.${ROW_KEY}`)} as ${column}`;
    });
    return (await Promise.all(expressions)).join(', ');
  };
  const allColumns = [...Object.keys(table.columns), ...Object.keys(parts)];
  const selectAll = async (): Promise<string> =>
    `${await select(allColumns)}, ${name}.${REVISION}::float8 as ${REVISION}`;
  const findAll = async (keys: readonly string[]): Promise<(StoredRow<Row> | undefined)[]> => {
    const { rows } = await knex.raw<{ rows: { [ROW_KEY]: string }[] }>(
      `select ${ROW_KEY}, ${await selectAll()} from ${await sourceOf(table)} where ${ROW_KEY} = any(?::text[])`,
      [[...keys]],
    );
    const found = new Map(rows.map(({ [ROW_KEY]: key, ...row }) => [key, row as StoredRow<Row>]));
    return keys.map((key) => found.get(key));
  };
  const listed = async (selected: string, narrow: (query: RowsQuery) => RowsQuery): Promise<unknown> =>
    narrow(knex<{ [column: string]: unknown }>(knex.raw(await sourceOf(table))).select(knex.raw(selected)));
  const findOne = batchedQuery(findAll, MOST_AT_ONCE);
  return {
    find: (key, maySee, asOf) => {
      if (!table.stream) {
        if (asOf) throw new Error(`Nothing tells what rows of ${name} were`);
        return findOne(key);
      }
      const asked = { table, parts, key, stream: table.stream(key), maySee };
      const latest = () => latestRow(streams, { ...asked, stored: findOne(key) });
      return asOf ? rowAsOf(streams, { ...asked, snapshots }, asOf, latest) : latest();
    },
    async list<More extends object>(narrow: (query: RowsQuery) => RowsQuery) {
      return (await listed(await selectAll(), narrow)) as (StoredRow<Row> & More)[];
    },
    async listOnly<Column extends keyof Row & string>(
      columns: readonly Column[],
      narrow: (query: RowsQuery) => RowsQuery,
    ) {
      return (await listed(await select(columns), narrow)) as Pick<Row, Column>[];
    },
    source: () => sourceOf(table),
  };
}
