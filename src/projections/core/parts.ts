import { foldOne } from './applyEvents.js';
import type { ReadModelTable, StoredEvent } from './projection.js';

/**
 * Rows of another table of a read model that belong to a row, and what is read of them. Their keys begin with its key and a slash. They are read with the row in one
 * statement, so that all of it is of one moment.
 */
export interface Part<Row extends object = object, Column extends string = string> {
  table: ReadModelTable<Row>;
  /** The column that holds the key of the row to which they belong. */
  of: string;
  /** The column of numbers that they are in the order of. */
  orderBy: string;
  /** What is read of each of them. */
  columns: readonly Column[];
}

/** The parts of a row, by the name that they have in it. */
export type Parts = { readonly [name: string]: Part };

/** What parts add to a row. */
export type WithParts<Chosen extends Parts> = {
  [Name in keyof Chosen]: Chosen[Name] extends Part<infer Row, infer Column> ? Pick<Row, Column & keyof Row>[] : never;
};

/** An expression for the rows of a part, as they belong to the row of `owner` in a statement, out of `source`. */
export function selectPart({ of, orderBy, columns }: Part, source: string, owner: string): string {
  const shown = columns.map((column) => `'${column}', ${column}`).join(', ');
  return `(select coalesce(json_agg(json_build_object(${shown}) order by ${orderBy}), '[]'::json)
    from ${source} where ${of} = ${owner})`;
}

/** Folds the events of the stream that alone makes their owner into the rows of a part, as they come. */
export function createPartFold({ table, orderBy, columns }: Part): {
  take(event: StoredEvent): void;
  /** The rows as the last event that was taken left them, in their order. */
  rows(): object[];
} {
  const rows = new Map<string, object>();
  return {
    take(event) {
      for (const key of table.keys(event)) {
        const row = foldOne(table, rows.get(key), event);
        if (row) rows.set(key, row);
        else rows.delete(key);
      }
    },
    rows() {
      const inOrder = [...rows.values()].map((row) => row as { [column: string]: unknown });
      inOrder.sort((a, b) => Number(a[orderBy]) - Number(b[orderBy]));
      return inOrder.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
    },
  };
}
