import type { Database } from '../src/platform/database/database.js';

/** What of a copied row is its own; all else is as in the row that it is copied from. */
const OWN: { readonly [column: string]: string } = {
  row_key: "kept.row_key || '/' || n",
  id: 'gen_random_uuid()::text',
  at: "to_char(now() at time zone 'UTC' - n * interval '5 minutes', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')",
};

/** Fills the table that documents are searched in with copies of those that are there: as many rows as so many documents would have. */
export async function manyDocuments({ knex }: Database, count: number): Promise<void> {
  const { rows } = await knex.raw<{ rows: { table: string; columns: string[] }[] }>(
    `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
     where table_name like 'searched\\_documents%' group by table_name order by table_name desc limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('There is no table that documents are searched in');
  const columns = found.columns.map((column) => OWN[column] ?? `kept."${column}"`).join(', ');
  const names = found.columns.map((column) => `"${column}"`).join(', ');
  await knex.raw(
    `insert into "${found.table}" (${names})
     select ${columns} from (select * from "${found.table}" limit 1) as kept, generate_series(1, ?::int) as n`,
    [count],
  );
  await knex.raw(`analyze "${found.table}"`);
}
