import type { Knex } from 'knex';

/** Most rows deleted in one statement, each of which is short: after an outage all that piled up is due to be deleted at once. */
const AT_ONCE = 5_000;

/** Rows of a table that are to go. */
export interface Condemned {
  table: string;
  /** Which of its rows, in SQL, with `?` for each binding. */
  where: string;
  bindings: readonly Knex.RawBinding[];
}

/** Deletes rows with as many statements as it takes; those that somebody else has locked stay for the next time. @param atOnce For tests: fewer rows in one statement */
export async function deleteLittleByLittle(
  knex: Knex,
  { table, where, bindings }: Condemned,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let deleted = atOnce; deleted === atOnce;) {
    ({ rowCount: deleted } = await knex.raw<{ rowCount: number }>(
      `delete from ${table} where ctid = any (array(
         select ctid from ${table} where ${where} limit ? for update skip locked))`,
      [...bindings, atOnce],
    ));
  }
}
