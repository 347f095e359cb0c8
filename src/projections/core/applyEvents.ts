import type { Knex } from 'knex';
import { prepared } from '../../platform/database/prepared.js';
import { REVISION, ROW_KEY, type Addition, type ReadModelTable, type StoredEvent } from './projection.js';
import { addUp } from './tally.js';

/** A fold failed on an event: a mistake in the projection, which must not go on. */
export class FoldFailed extends Error {
  override readonly name = 'FoldFailed';
  constructor(table: string, event: StoredEvent, cause: unknown) {
    super(`${table} fails on ${event.type} at revision ${event.revision} of stream ${event.stream}`, { cause });
  }
}

/** A row with the revision of the event that changed it last; without it there is none (any more). */
interface Folded {
  row: object | undefined;
  revision: string;
}

/** Writes rows into the table that is called `name` in the database; of `stored` there is one already. */
export type WriteRows = (
  transaction: Knex,
  table: Pick<ReadModelTable, 'columns'>,
  name: string,
  written: { rows: readonly { [column: string]: unknown }[]; stored: readonly string[] },
) => Promise<void>;

/** How events are applied. */
interface Applying {
  write?: WriteRows;
  /** Streams of which the table has no row yet: what they make is not looked for. */
  begun?: ReadonlySet<string>;
}

/** A row that an event concerns. */
interface Concerned {
  key: string;
  event: StoredEvent;
}

/** Most rows that are looked for at once: each may hold a large document, and all of them are in memory together. */
const MOST_ROWS = 250;

/** What a table is called in the database. */
export type NameOf = (table: Pick<ReadModelTable, 'name'>) => string;

/**
 * Applies events to the rows of a table: loads the rows they concern with one statement, folds in memory, and writes what came of it with
 * one statement (and one for rows that went). Where there are many rows to be loaded, these are as many times as it takes. What the rows
 * add to a tally is added to it likewise, all of a batch at once.
 */
export async function applyEvents(
  transaction: Knex,
  table: ReadModelTable,
  nameOf: NameOf,
  events: readonly StoredEvent[],
  { write = insertRows, begun = new Set() }: Applying = {},
): Promise<void> {
  const concerned = events.flatMap((event) => table.keys(event).map((key) => ({ key, event })));
  const additions: Addition[] = [];
  for (const { run, looked } of inRuns(concerned, begun))
    additions.push(...(await applyRun(transaction, table, nameOf(table), { run, looked, write })));
  if (!table.tallied) return;
  const { tally } = table.tallied;
  const name = nameOf(tally);
  await addUp(transaction, tally, name, additions, {
    load: (keys) => loadRows(transaction, name, keys),
    write: (written) => write(transaction, tally, name, written),
  });
}

/** Cuts what is concerned into runs of so few rows to be looked for, which is done when what came before is written. */
function* inRuns(
  concerned: readonly Concerned[],
  begun: ReadonlySet<string>,
): Generator<{ run: Concerned[]; looked: Set<string> }> {
  let next = { run: [] as Concerned[], looked: new Set<string>() };
  const written = new Set<string>();
  for (const one of concerned) {
    const isLooked = !begun.has(one.event.stream) || written.has(one.key);
    if (isLooked && next.looked.size >= MOST_ROWS && !next.looked.has(one.key)) {
      yield next;
      for (const { key } of next.run) written.add(key);
      next = { run: [], looked: new Set() };
    }
    next.run.push(one);
    if (isLooked) next.looked.add(one.key);
  }
  if (next.run.length > 0) yield next;
}

async function applyRun(
  transaction: Knex,
  table: ReadModelTable,
  name: string,
  { run, looked, write }: { run: readonly Concerned[]; looked: ReadonlySet<string>; write: WriteRows },
): Promise<Addition[]> {
  const stored = await loadRows(transaction, name, [...looked]);
  const folded = new Map<string, Folded>();
  const additions: Addition[] = [];
  for (const { key, event } of run) {
    const before = (folded.get(key) ?? stored.get(key))?.row;
    const after = foldOne(table, before, event);
    folded.set(key, { row: after, revision: event.revision.toString() });
    additions.push(...addedBy(table, { before, after, event }));
  }
  const written = [...folded].flatMap(([key, { row, revision }]) =>
    row === undefined ? [] : [{ ...row, [ROW_KEY]: key, [REVISION]: revision }],
  );
  const gone = [...folded].flatMap(([key, { row }]) => (row === undefined && stored.has(key) ? [key] : []));
  if (written.length > 0) await write(transaction, table, name, { rows: written, stored: [...stored.keys()] });
  if (gone.length > 0) await transaction(name).whereIn(ROW_KEY, gone).delete();
  return additions;
}

/** What an event makes of a row. @throws FoldFailed */
export function foldOne(
  table: Pick<ReadModelTable, 'name' | 'fold'>,
  row: object | undefined,
  event: StoredEvent,
): object | undefined {
  try {
    return table.fold(row, event);
  } catch (error) {
    throw new FoldFailed(table.name, event, error);
  }
}

/** What a change of a row adds to the tally of its table. @throws FoldFailed */
function addedBy(
  { name, tallied }: ReadModelTable,
  { before, after, event }: { before: object | undefined; after: object | undefined; event: StoredEvent },
): readonly Addition[] {
  try {
    return tallied?.adds(before, after, event) ?? [];
  } catch (error) {
    throw new FoldFailed(name, event, error);
  }
}

/** Rows as they were written, by key. */
async function loadRows(transaction: Knex, name: string, keys: readonly string[]): Promise<Map<string, Folded>> {
  if (keys.length === 0) return new Map();
  const { rows } = await prepared<{ [ROW_KEY]: string; [REVISION]: string }>(
    transaction,
    `select * from ${name} where ${ROW_KEY} = any(?::text[])`,
    [[...keys]],
  );
  return new Map(rows.map(({ [ROW_KEY]: key, [REVISION]: revision, ...row }) => [key, { row, revision }]));
}

const insertRows: WriteRows = async (transaction, { columns: own }, name, { rows, stored }) => {
  const changing = [REVISION, ...Object.keys(own)];
  const columns = [ROW_KEY, ...changing].join(', ');
  const changes = changing.map((column) => `${column} = excluded.${column}`);
  // Looking out for conflicts costs a third more.
  const onConflict = stored.length > 0 ? `on conflict (${ROW_KEY}) do update set ${changes.join(', ')}` : '';
  await prepared(
    transaction,
    `insert into ${name} (${columns})
     select ${columns} from json_populate_recordset(null::${name}, ?::json) ${onConflict}`,
    [storableJson(rows)],
  );
};

/**
 * JSON text that Postgres takes in full: NUL and lone surrogates, which it refuses, become U+FFFD. `JSON.stringify`
 * escapes exactly these as `\u0000` and `\ud800` to `\udfff`; the second alternative skips other escapes, `\\` above all.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\u')) return json; // as nearly always, and much quicker to find out
  return json.replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (escape) => (escape.length > 2 ? '\\ufffd' : escape));
}
