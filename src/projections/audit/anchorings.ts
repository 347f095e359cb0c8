import type { Knex } from 'knex';
import type { Migration } from '../../platform/database/migrate.js';

/** What was given to each place outside, and what came of the last try. */
export const anchoringMigrations: readonly Migration[] = [
  {
    name: 'log_tree_anchors_001',
    up: (knex) =>
      knex.schema.createTable('log_tree_anchors', (table) => {
        table.text('target').primary();
        table.bigInteger('tree_size').comment('Of the last head that it took');
        table.timestamp('failing_since');
        table.text('error');
      }),
  },
];

/** How a place outside does. */
export interface Anchoring {
  target: string;
  /** Size of the last head that it took; -1 for none. */
  tree_size: number;
  /** For how many seconds it has taken none that it was given; 0 where it took the last one. */
  failing_s: number;
  error: string | null;
}

/** Keeps what places outside took. */
export interface Anchorings {
  all(): Promise<Anchoring[]>;
  took(target: string, tree_size: number): Promise<void>;
  /** @param error a sentence that everybody may read */
  failed(target: string, error: string): Promise<void>;
}

/** In the database, by its clock. */
export const createAnchorings = (knex: Knex): Anchorings => ({
  async all() {
    const { rows } = await knex.raw<{ rows: Anchoring[] }>(
      `select target, coalesce(tree_size, -1)::float8 as tree_size, error,
         coalesce(extract(epoch from now() - failing_since), 0)::float8 as failing_s
       from log_tree_anchors order by target`,
    );
    return rows;
  },
  async took(target, tree_size) {
    await knex('log_tree_anchors')
      .insert({ target, tree_size, failing_since: null, error: null })
      .onConflict('target')
      .merge();
  },
  async failed(target, error) {
    await knex.raw(
      `insert into log_tree_anchors as kept (target, failing_since, error) values (?, now(), ?)
       on conflict (target) do update set failing_since = coalesce(kept.failing_since, now()), error = excluded.error`,
      [target, error],
    );
  },
});
