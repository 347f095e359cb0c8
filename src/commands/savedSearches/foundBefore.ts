import type { Database } from '../../platform/database/database.js';
import type { Migration } from '../../platform/database/migrate.js';

/** What saved searches have found already: ids, nothing of what they are of. */
export const foundBeforeMigrations: readonly Migration[] = [
  {
    name: 'search_found_001',
    up: async (knex) => {
      await knex.schema.createTable('search_found', (table) => {
        table.specificType('view_id', 'text collate "C"');
        table.specificType('thing_id', 'text collate "C"').comment('Empty: that it was looked for at all');
        table.timestamp('seen_at').notNullable().index();
        table.primary(['view_id', 'thing_id']);
      });
    },
  },
];

/** Stands for a saved search that was looked for once: what it found then is not new. */
const BEGUN = '';

/** Remembers what saved searches have found. */
export interface FoundBefore {
  /** Which of the ids it has not found before; undefined where it is looked for the first time. */
  unseen(view_id: string, ids: readonly string[]): Promise<string[] | undefined>;
  /** Notes that it has found them, now. What it finds still is not forgotten. */
  note(view_id: string, ids: readonly string[], at: Date): Promise<void>;
  /** Forgets what no saved search has found since: it would be new again. */
  forgetUntil(before: Date): Promise<void>;
}

/** Creates it. */
export function createFoundBefore({ knex }: Pick<Database, 'knex'>): FoundBefore {
  return {
    async unseen(view_id, ids) {
      const wanted = [BEGUN, ...ids];
      const rows = await knex('search_found')
        .select<{ thing_id: string }[]>('thing_id')
        .where({ view_id })
        .whereIn('thing_id', wanted);
      const seen = new Set(rows.map(({ thing_id }) => thing_id));
      return seen.has(BEGUN) ? ids.filter((id) => !seen.has(id)) : undefined;
    },

    async note(view_id, ids, at) {
      const rows = [BEGUN, ...ids].map((thing_id) => ({ view_id, thing_id, seen_at: at }));
      await knex('search_found').insert(rows).onConflict(['view_id', 'thing_id']).merge(['seen_at']);
    },

    async forgetUntil(before) {
      await knex('search_found').where('seen_at', '<', before).delete();
    },
  };
}
