import type { Knex } from 'knex';
import type { DomainEvent } from '../../domain/core/event.js';
import type { Decoded } from '../../platform/eventStore/eventCodec.js';

/** An event as projections see it: in the clear, with where it was stored. */
export type StoredEvent = Decoded<DomainEvent>;

/** Said of an event that changes no row of a table: said and not left out, so that a new event cannot be forgotten. */
export const IGNORED = 'ignored';

/** What an event makes of its row; undefined: there is none (any more). Pure. */
export type Fold<Row, Event extends DomainEvent> = (row: Row | undefined, event: Decoded<Event>) => Row | undefined;

/** Columns of a table and what its queries need. Every table also has `row_key` and `revision`. */
interface TableShape<Row> {
  name: string;
  /** SQL types by column. JSON is kept as `json`, which preserves the order of keys. */
  columns: { readonly [Column in keyof Row & string]: string };
  /** What queries need beyond the row by its key, for example `(tenant_id, created_at desc)`. */
  indexes: readonly string[];
  /**
   * The stream that alone makes the row with a key, where the row is of one aggregate: the row can then be had as of the
   * last event of that stream. Events of it that are ignored make every read of the row a read of the stream, until the next
   * that is not.
   */
  stream?(key: string): string;
  /**
   * The type of the event that erases what the stream says of a person, the last one of it. What its rows were before is read with it, too.
   */
  erasedBy?: string;
  /** Types of events that may stand behind that one. */
  behindErasure?: readonly string[];
  /**
   * Types of events that change its rows, but by no sealed value of theirs: where a row is made of its stream, these values are not opened.
   */
  closed?: readonly string[];
  /**
   * That nothing of a row is personal and streams can be very long: of rows with a `stream` snapshots are kept for who reads the past, which no
   * erasure reaches.
   */
  snapshots?: true;
  /**
   * That the events of one stream alone make each row, where its key does not say which stream that is; said by `stream`
   * otherwise. A rebuild may then take streams in any order.
   */
  ofOneStream?: true;
}

/** Whole numbers by name, in groups: as such they add up to the same in whatever order they come. */
export interface Sums {
  [group: string]: { [name: string]: number };
}

/** What is added to the row of a tally that these columns mean. */
export interface Addition<By extends object = object> {
  by: By;
  sums: Sums;
}

/** A row of a tally: what it is of, and what was added up. */
export type TallyRow<By extends object = object> = By & { sums: Sums };

/** What changes of the rows of a table add to a tally, which is a table of the same projection. */
export interface Tallied<Row extends object, Event extends DomainEvent> {
  tally: Pick<ReadModelTable, 'name' | 'columns'>;
  /** What an event adds that made `after` of `before`. Pure. */
  adds(before: Row | undefined, after: Row | undefined, event: Decoded<Event>): readonly Addition[];
}

/** A table of rows that events of a feature make. */
export interface TableDeclaration<Row extends object, Event extends DomainEvent> extends TableShape<Row> {
  tallied?: Tallied<Row, Event>;
  /** Keys of the rows that an event concerns; asked for those alone that are not ignored. */
  keys(event: Decoded<Event>): readonly string[];
  /** What each event of the feature makes of each of its rows. */
  on: { readonly [Type in Event['type']]: Fold<Row, Extract<Event, { type: Type }>> | typeof IGNORED };
}

/** A table of a read model, whichever rows it has. */
export interface ReadModelTable<Row extends object = object> extends TableShape<Row> {
  /** Types of the events that change its rows. */
  eventTypes: readonly string[];
  keys(event: StoredEvent): readonly string[];
  fold(row: Row | undefined, event: StoredEvent): Row | undefined;
  /** A table of sums that its rows add to; none where left out. */
  tallied?: Tallied<Row, DomainEvent>;
}

/** Declares a table over the events of its feature, `Event`: to leave one out does not compile. */
export function declareTable<Row extends object, Event extends DomainEvent>(
  declaration: TableDeclaration<Row, Event>,
): ReadModelTable<Row> {
  const { on, keys, tallied, ...shape } = declaration;
  const folds = new Map(
    Object.entries(on as { [type: string]: Fold<Row, DomainEvent> | typeof IGNORED }).flatMap(([type, fold]) =>
      fold === IGNORED ? [] : [[type, fold]],
    ),
  );
  return {
    ...shape,
    eventTypes: [...folds.keys()],
    // What comes here is of the event's types: `eventTypes` says which these are.
    keys: (event) => (folds.has(event.type) ? keys(event as Decoded<Event>) : []),
    fold: (row, event) => folds.get(event.type)?.(row, event) ?? undefined,
    ...(tallied && { tallied }),
  };
}

/**
 * A read model: what follows the log under one checkpoint, so that its tables are always of one moment. When a table or
 * what makes its rows changes, it gets the next version and is built anew.
 */
export interface Projection {
  /** Stable for ever; its checkpoint goes by this name. */
  name: string;
  /** From 1. */
  version: number;
  tables: readonly ReadModelTable[];
  /** Types of the events that it takes: those that change a row of one of its tables. */
  eventTypes: readonly string[];
}

/** A read model as far as following the log goes, whether it is kept in tables or elsewhere: a projection, a sink. */
export type Follower = Pick<Projection, 'name' | 'version' | 'eventTypes'>;

/** A projection in one of its versions: each has its own tables and its own checkpoint. */
export type VersionOf = Pick<Projection, 'name' | 'version'>;

/** Declares a read model; the events it takes follow from its tables. */
export function declareProjection(declaration: Omit<Projection, 'eventTypes'>): Projection {
  return { ...declaration, eventTypes: [...new Set(declaration.tables.flatMap(({ eventTypes }) => eventTypes))] };
}

/** Whether streams make rows of their own alone, so that a rebuild may take shares of them side by side. */
export const isOfStreams = ({ tables }: Pick<Projection, 'tables'>): boolean =>
  tables.every(({ stream, ofOneStream }) => stream !== undefined || ofOneStream === true);

/** The column that every table of a read model has: the key of the row. */
export const ROW_KEY = 'row_key';

/** The column that every table has: the revision, in its stream, of the event that changed the row last. */
export const REVISION = 'revision';

/** A row as it is read. */
export type StoredRow<Row> = Row & {
  /** Revision, in its stream, of the event that changed the row last. */
  revision: number;
};

/** Creates a table under `name`, without its indexes: these are made once the rows are in. */
export async function createTable(knex: Knex, { columns }: ReadModelTable, name: string): Promise<void> {
  const definitions = Object.entries<string>(columns).map(([column, type]) => `${column} ${type}`);
  const own = [`${ROW_KEY} text collate "C" primary key`, `${REVISION} bigint not null`];
  await knex.raw(`create table ${name} (${[...own, ...definitions].join(', ')})`);
}

/** Creates the indexes of a table; Postgres names them, so that two tables never want the same name. */
export async function createIndexes(knex: Knex, { indexes }: ReadModelTable, name: string): Promise<void> {
  for (const index of indexes) await knex.raw(`create index on ${name} ${index}`);
}

/** The name that a table has in the database: it carries the version of its projection. */
export const tableName = ({ version }: Pick<Projection, 'version'>, { name }: Pick<ReadModelTable, 'name'>): string =>
  `${name}_v${version}`;

/**
 * Lets a transaction find rows by an index. A plan is kept with its connection, and one that was made while a table was empty
 * would read all of it, for each batch of events, until somebody analyses the table.
 */
export const BY_INDEX = `set_config('enable_seqscan', 'off', true)`;
