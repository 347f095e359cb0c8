import type { Knex } from 'knex';
import type { DomainEvent } from '../../domain/core/event.js';
import type { Decoded } from '../../platform/eventStore/eventCodec.js';

/** An event as projections see it: in the clear, with where it was stored. */
export type StoredEvent = Decoded<DomainEvent>;

/** The table of a read model. */
export interface ReadModelTable<Row> {
  name: string;
  /** SQL types by column. JSON is kept as `json`, which preserves the order of keys. */
  columns: { readonly [Column in keyof Row & string]: string };
  /** What queries need beyond the row by its key, for example `(tenant_id, created_at desc)`. */
  indexes: readonly string[];
}

/**
 * A read model and how events make it: a pure fold of each row. Every event concerns one row.
 * A projection whose table or fold changes gets the next version; it then rebuilds itself.
 */
export interface Projection<Row extends object = object, Event extends DomainEvent = DomainEvent> {
  /** Stable for ever; its checkpoint goes by this name. */
  name: string;
  version: number;
  table: ReadModelTable<Row>;
  eventTypes: readonly Event['type'][];
  /** Key of the row that an event concerns. */
  key(event: Decoded<Event>): string;
  /** What an event makes of its row; undefined: there is none (any more). */
  apply(row: Row | undefined, event: Decoded<Event>): Row | undefined;
}

/** The column that every table of a read model has: the key of the row. */
export const ROW_KEY = 'row_key';

/** Creates the table of a projection under `name`, without its indexes: these are made once the rows are in. */
export async function createTable(knex: Knex, { columns }: ReadModelTable<object>, name: string): Promise<void> {
  const definitions = Object.entries<string>(columns).map(([column, type]) => `${column} ${type}`);
  await knex.raw(`create table ${name} (${[`${ROW_KEY} text collate "C" primary key`, ...definitions].join(', ')})`);
}

/** Creates the indexes of a projection's table; Postgres names them, so that two tables never want the same name. */
export async function createIndexes(knex: Knex, { indexes }: ReadModelTable<object>, name: string): Promise<void> {
  for (const index of indexes) await knex.raw(`create index on ${name} ${index}`);
}

/** A query over the rows of a projection's live table, in their columns alone. */
export function readRows<Row extends object>(
  knex: Knex,
  { table }: Pick<Projection<Row>, 'table'>,
): Knex.QueryBuilder<{ [column: string]: unknown }, Row[]> {
  const columns = Object.keys(table.columns).map((column) => `${table.name}.${column}`);
  return knex<{ [column: string]: unknown }, Row[]>(table.name).select(columns);
}
