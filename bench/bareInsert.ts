import { randomUUID } from 'node:crypto';
import type { Database } from '../src/platform/database/database.js';

/** Makes a table as simple as one for events can be; what it returns inserts one row of it, on disk when it resolves. */
export async function bareInsert({ knex }: Database): Promise<() => Promise<unknown>> {
  await knex.raw(`create table bench_rows (
    position bigserial primary key, stream text, revision bigint, id uuid, type text, data json, metadata json)`);
  const json = JSON.stringify({ text: 'x'.repeat(250) });
  return () =>
    knex.raw('insert into bench_rows (stream, revision, id, type, data, metadata) values (?, ?, ?, ?, ?, ?)', [
      ...['bench', 0, randomUUID(), 'RowInserted', json, json],
    ]);
}
