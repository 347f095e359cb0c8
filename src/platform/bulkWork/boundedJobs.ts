import type { Knex } from 'knex';

/**
 * Keeps the row of a job of a tenant, where not as many of that table run already: all who begin one of a tenant take turns. A job whose work is
 * not begun yet runs too, for a minute: by then it is, or nobody begins it.
 * @param table Its rows have the `id` of their job, a `tenant_id` and `created_at`
 * @throws what `full` makes where as many run; nothing where the row is kept already
 */
export async function addBounded(
  knex: Knex,
  {
    table,
    row,
    most,
    full,
  }: { table: string; row: { id: string; tenant_id: string }; most: number; full: () => Error },
): Promise<void> {
  await knex.transaction(async (transaction) => {
    await transaction.raw(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`${table} ${row.tenant_id}`]);
    if (await transaction(table).where({ id: row.id }).first()) return;
    if ((await runningOf(transaction, table, row.tenant_id)) >= most) throw full();
    await transaction(table).insert(row);
  });
}

async function runningOf(knex: Knex, table: string, tenant_id: string): Promise<number> {
  const { rows } = await knex.raw<{ rows: { count: string }[] }>(
    `select count(*) from ?? as one left join bulk_jobs as job on job.id = one.id
     where one.tenant_id = ? and (job.state = 'running' or (job.id is null and one.created_at > now() - interval '1 minute'))`,
    [table, tenant_id],
  );
  return Number(rows[0]?.count ?? 0);
}
