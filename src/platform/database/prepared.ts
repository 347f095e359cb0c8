import type { Knex } from 'knex';

/** Names by text: what is prepared is a fixed set of statements, each once for each of the tables or sizes it is written for. */
const names = new Map<string, string>();

function nameOf(sql: string): string {
  const name = names.get(sql) ?? `attest_${names.size + 1}`;
  names.set(sql, name);
  return name;
}

/**
 * A statement that is asked with every command or event. Each connection reads and plans it once and not every time, which is a
 * quarter of what Postgres has to do for it. Not for statements whose text goes by their values, or whose best plan does; and one
 * that reads a table whose columns may change names those it reads: what was prepared before is refused afterwards.
 *
 * Postgres keeps a plan only where it takes one made for the values at hand for no cheaper; of an array it knows how long it is, and
 * plans every time. Where the plan is the same however long it is, the array is bound as `unnest((select ?::text[]))`: that hides it.
 * @param sql With `?` for each binding
 */
export const prepared = <Row>(
  knex: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Knex.Raw<{ rows: Row[] }> => {
  const statement = knex.raw<{ rows: Row[] }>(sql, bindings);
  statement.options({ name: nameOf(sql) });
  return statement;
};
