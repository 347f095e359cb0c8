import type { Knex } from 'knex';
import { REVISION, ROW_KEY, type Addition, type ReadModelTable, type Sums, type TallyRow } from './projection.js';

/** What a tally is declared with. */
interface TallyShape<By extends object> {
  name: string;
  /** SQL types of the columns that rows are told apart by; null in one of them is a value as any other. */
  by: { readonly [Column in keyof By & string]: string };
  indexes: readonly string[];
}

/**
 * Declares a table of sums that rows of another table of its projection add to (`tallies`). Its rows are made by many streams, and no event
 * changes them but by what it changes there: the same batch that writes a row writes what it adds.
 */
export function declareTally<By extends object>({ name, by, indexes }: TallyShape<By>): ReadModelTable<TallyRow<By>> {
  const columns = { ...by, sums: 'json not null' } as ReadModelTable<TallyRow<By>>['columns'];
  return { ...{ name, columns, indexes, eventTypes: [] }, keys: () => [], fold: (row) => row };
}

/** How rows are read and written. */
export interface RowAccess {
  load(keys: readonly string[]): Promise<Map<string, { row: object | undefined }>>;
  write(written: { rows: readonly { [column: string]: unknown }[]; stored: readonly string[] }): Promise<void>;
}

/**
 * Adds to the rows of a tally that is called `name` in the database, each of which is read and written once. A row of which nothing is left
 * is deleted, and what is zero is left out: the same sums are then the same row, whatever came before them.
 */
export async function addUp(
  transaction: Knex,
  tally: Pick<ReadModelTable, 'columns'>,
  name: string,
  additions: readonly Addition[],
  { load, write }: RowAccess,
): Promise<void> {
  const added = byRow(tally, additions);
  if (added.size === 0) return;
  const stored = await load([...added.keys()]);
  const rows: { [column: string]: unknown }[] = [];
  const gone: string[] = [];
  for (const [key, { by, sums }] of added) {
    const before = stored.get(key)?.row as { sums: Sums } | undefined;
    const after = inOrder(before ? [before.sums, ...sums] : sums);
    if (Object.keys(after).length > 0) rows.push({ ...by, sums: after, [ROW_KEY]: key, [REVISION]: '0' });
    else if (before) gone.push(key);
  }
  if (rows.length > 0) await write({ rows, stored: [...stored.keys()] });
  if (gone.length > 0) await transaction(name).whereIn(ROW_KEY, gone).delete();
}

/** What is added, by the key of the row: the values of its columns as JSON, which no two rows share. */
function byRow(
  { columns }: Pick<ReadModelTable, 'columns'>,
  additions: readonly Addition[],
): Map<string, { by: { [column: string]: unknown }; sums: Sums[] }> {
  const names = Object.keys(columns).filter((column) => column !== 'sums');
  const rows = new Map<string, { by: { [column: string]: unknown }; sums: Sums[] }>();
  for (const { by: given, sums } of additions) {
    const by = given as { [column: string]: unknown };
    const key = JSON.stringify(names.map((column) => by[column] ?? null));
    const row = rows.get(key) ?? { by, sums: [] };
    row.sums.push(sums);
    rows.set(key, row);
  }
  return rows;
}

/** The sum of several, by name and without what is zero. Names are those of callers too, so that they are no keys of an object meanwhile. */
function inOrder(all: readonly Sums[]): Sums {
  const groups = new Map<string, Map<string, number>>();
  for (const sums of all) {
    for (const [group, numbers] of Object.entries(sums)) {
      const sum = groups.get(group) ?? new Map<string, number>();
      for (const [name, number] of Object.entries(numbers)) sum.set(name, (sum.get(name) ?? 0) + number);
      groups.set(group, sum);
    }
  }
  const sorted = <Value>(entries: Iterable<[string, Value]>): [string, Value][] =>
    [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const left = sorted(groups).map(([group, numbers]): [string, { [name: string]: number }] => [
    group,
    Object.fromEntries(sorted(numbers).filter(([, number]) => number !== 0)),
  ]);
  return Object.fromEntries(left.filter(([, numbers]) => Object.keys(numbers).length > 0));
}

/** The same with its sign turned: what an addition is taken back with. */
export const lessOf = <By extends object>({ by, sums }: Addition<By>): Addition<By> => ({
  by,
  sums: Object.fromEntries(
    Object.entries(sums).map(([group, numbers]) => [
      group,
      Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, -number])),
    ]),
  ),
});
