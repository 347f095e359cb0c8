import type { Knex } from 'knex';

/** How many entries of a table and of its indexes Postgres reads for some work, which is undone: a count, the same on every machine. */
export async function rowsRead(knex: Knex, table: string, work: (knex: Knex) => PromiseLike<unknown>): Promise<number> {
  const transaction = await knex.transaction();
  const soFar = async (): Promise<number> => {
    const { rows } = await transaction.raw<{ rows: { read: number }[] }>(
      `select sum(pg_stat_get_xact_tuples_returned(relation))::int as read from (
         select ?::regclass::oid as relation union all select indexrelid from pg_index where indrelid = ?::regclass
       ) relations`,
      [table, table],
    );
    return rows[0]!.read;
  };
  try {
    const before = await soFar();
    await work(transaction);
    return (await soFar()) - before;
  } finally {
    await transaction.rollback();
  }
}
