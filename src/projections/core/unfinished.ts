import type { Knex } from 'knex';

/** Work of one kind that was accepted and has not ended. */
export interface Unfinished {
  count: number;
  /** When the oldest of it was accepted, ISO 8601; null where there is none. */
  since: string | null;
}

/** Counts the rows of `source` for which `condition` holds, by their column of times `since`. */
export async function countUnfinished(
  knex: Knex,
  source: string,
  { condition, since }: { condition: string; since: string },
): Promise<Unfinished> {
  const { rows } = await knex.raw<{ rows: Unfinished[] }>(
    `select count(*)::int as count, min(${since}) as since from ${source} where ${condition}`,
  );
  return rows[0] ?? { count: 0, since: null };
}
