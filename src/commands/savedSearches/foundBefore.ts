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

/** Stands for the last time that somebody set out to look for it, whatever came of that. No id of a thing is like it. */
const SET_OUT = '-';

/** Remembers what saved searches have found. */
export interface FoundBefore {
  /** When each of them was set out to be looked for last; those that never were are not in it. */
  setOutAt(view_ids: readonly string[]): Promise<Map<string, Date>>;
  /** Notes that it is looked for now. */
  setOut(view_id: string, at: Date): Promise<void>;
  /** Which of the ids it has not found before; undefined where it is looked for the first time. */
  unseen(view_id: string, ids: readonly string[]): Promise<string[] | undefined>;
  /** Notes that it has found them, now. What it finds still is not forgotten. */
  note(view_id: string, ids: readonly string[], at: Date): Promise<void>;
  /** Forgets what no saved search has found since: it would be new again. */
  forgetUntil(before: Date): Promise<void>;
}

/** Creates it. */
export function createFoundBefore({ knex }: Pick<Database, 'knex'>): FoundBefore {
  const keep = async (view_id: string, thing_ids: readonly string[], at: Date): Promise<void> => {
    const rows = thing_ids.map((thing_id) => ({ view_id, thing_id, seen_at: at }));
    await knex('search_found').insert(rows).onConflict(['view_id', 'thing_id']).merge(['seen_at']);
  };
  return {
    async setOutAt(view_ids) {
      const rows = await knex('search_found')
        .select<{ view_id: string; seen_at: Date }[]>('view_id', 'seen_at')
        .where({ thing_id: SET_OUT })
        .whereIn('view_id', view_ids);
      return new Map(rows.map(({ view_id, seen_at }) => [view_id, seen_at]));
    },

    setOut: (view_id, at) => keep(view_id, [SET_OUT], at),

    async unseen(view_id, ids) {
      const wanted = [BEGUN, ...ids];
      const rows = await knex('search_found')
        .select<{ thing_id: string }[]>('thing_id')
        .where({ view_id })
        .whereIn('thing_id', wanted);
      const seen = new Set(rows.map(({ thing_id }) => thing_id));
      return seen.has(BEGUN) ? ids.filter((id) => !seen.has(id)) : undefined;
    },

    note: (view_id, ids, at) => keep(view_id, [BEGUN, ...ids], at),

    async forgetUntil(before) {
      await knex('search_found').where('seen_at', '<', before).delete();
    },
  };
}
