import type { Knex } from 'knex';
import { ROW_KEY, type Projection, type StoredEvent } from './projection.js';

/** A fold failed on an event: a mistake in the projection, which must not go on. */
export class FoldFailed extends Error {
  override readonly name = 'FoldFailed';
  constructor(projection: string, event: StoredEvent, cause: unknown) {
    super(`${projection} fails on ${event.type} at revision ${event.revision} of stream ${event.stream}`, { cause });
  }
}

/**
 * Applies events to the rows of a projection's table: loads the rows they concern with one statement, folds in memory,
 * and writes what came of it with one statement (and one for rows that went). `events` are of the projection's types.
 */
export async function applyEvents<Row extends object>(
  transaction: Knex,
  projection: Projection<Row>,
  tableName: string,
  events: readonly StoredEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const touched = new Map<string, Row | undefined>(events.map((event) => [projection.key(event), undefined]));
  const stored = new Set<string>();
  for (const { key, row } of await loadRows(transaction, tableName, [...touched.keys()])) {
    touched.set(key, row as Row); // as it was written
    stored.add(key);
  }
  for (const event of events) {
    const key = projection.key(event);
    touched.set(key, applyOne(projection, touched.get(key), event));
  }
  const written = [...touched].flatMap(([key, row]) => (row === undefined ? [] : [{ [ROW_KEY]: key, ...row }]));
  const gone = [...touched].flatMap(([key, row]) => (row === undefined && stored.has(key) ? [key] : []));
  if (written.length > 0) await writeRows(transaction, projection, tableName, written, stored.size > 0);
  if (gone.length > 0) await transaction(tableName).whereIn(ROW_KEY, gone).delete();
}

function applyOne<Row extends object>(
  projection: Projection<Row>,
  row: Row | undefined,
  event: StoredEvent,
): Row | undefined {
  try {
    return projection.apply(row, event);
  } catch (error) {
    throw new FoldFailed(projection.name, event, error);
  }
}

async function loadRows(
  transaction: Knex,
  tableName: string,
  keys: readonly string[],
): Promise<{ key: string; row: object }[]> {
  const { rows } = await transaction.raw<{ rows: { [ROW_KEY]: string }[] }>(
    `select * from ${tableName} where ${ROW_KEY} = any(?::text[])`,
    [[...keys]],
  );
  return rows.map(({ [ROW_KEY]: key, ...row }) => ({ key, row }));
}

async function writeRows(
  transaction: Knex,
  { table }: Pick<Projection, 'table'>,
  tableName: string,
  rows: readonly object[],
  someStored: boolean,
): Promise<void> {
  const columns = [ROW_KEY, ...Object.keys(table.columns)].join(', ');
  const changes = Object.keys(table.columns).map((column) => `${column} = excluded.${column}`);
  // Looking out for conflicts costs a third more.
  const onConflict = someStored ? `on conflict (${ROW_KEY}) do update set ${changes.join(', ')}` : '';
  await transaction.raw(
    `insert into ${tableName} (${columns})
     select ${columns} from json_populate_recordset(null::${tableName}, ?::json) ${onConflict}`,
    [storableJson(rows)],
  );
}

/**
 * JSON text that Postgres takes in full: NUL and lone surrogates, which it refuses, become U+FFFD. `JSON.stringify`
 * escapes exactly these as `\u0000` and `\ud800` to `\udfff`; the second alternative skips other escapes, `\\` above all.
 */
function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\u')) return json; // as nearly always, and much quicker to find out
  return json.replace(/\\(?:u(?:0000|d[89a-f][0-9a-f]{2})|.)/g, (escape) => (escape.length > 2 ? '\\ufffd' : escape));
}
