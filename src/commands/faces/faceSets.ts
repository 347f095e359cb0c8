import type { Knex } from 'knex';
import type { Database } from '../../platform/database/database.js';
import type { Migration } from '../../platform/database/migrate.js';

/**
 * With which networks an installation makes numbers of faces, and with which those of each register are compared. It is no read model: it
 * belongs to the sealed numbers, and comes with the database that these are in.
 */
export const faceSetMigrations: readonly Migration[] = [
  {
    name: 'face_sets_001',
    up: async (knex) => {
      await knex.schema.createTable('face_sets', (table) => {
        table.boolean('is_set').primary().defaultTo(true).comment('There is one row');
        table.text('vectors').notNullable().comment('What numbers are to be made with');
        table.timestamp('chosen_at').notNullable().defaultTo(knex.fn.now());
        table.boolean('cancelled').notNullable().defaultTo(false).comment('Nothing is made anew until somebody asks');
        table.uuid('job_id').comment('Of the work over all registers that began last');
      });
      await knex.schema.createTable('face_spaces', (table) => {
        table.text('space').primary().comment('Of a register');
        table.text('vectors').notNullable().comment('What the numbers were made with that are compared');
        table.timestamp('since').notNullable().defaultTo(knex.fn.now());
      });
    },
  },
];

/** What an installation makes numbers of faces with. */
export interface ChosenSet {
  vectors: string;
  chosen_at: Date;
  cancelled: boolean;
  job_id: string | null;
}

/** Keeps which networks are meant. */
export interface FaceSets {
  chosen(): Promise<ChosenSet | undefined>;
  /** From now on numbers are made with these; nothing changes where they were before. */
  choose(vectors: string): Promise<void>;
  /** Notes the work that is about to begin, where these networks are meant still and no other began it since. False otherwise. */
  begin(vectors: string, job: { id: string; after: string | null }): Promise<boolean>;
  /** Nothing is made anew until somebody asks, or until other networks are chosen. */
  setCancelled(cancelled: boolean): Promise<void>;
  /** What the numbers were made with that are compared in a register; undefined where that was not settled yet. */
  servedIn(space: string): Promise<string | undefined>;
  /** From now on those are compared: all at once, for all processes. */
  serve(space: string, vectors: string): Promise<void>;
  /**
   * Forgets the numbers that earlier networks made of faces of which there are others, where those have been compared for so many seconds.
   * @param there where the numbers are that are compared
   */
  forgetEarlier(space: string, there: { vectors: string; vectorSpace: string; seconds: number }): Promise<number>;
}

interface SpaceRow {
  space: string;
  vectors: string;
  since: Date;
}

/** In the database. */
export function createFaceSets({ knex }: Pick<Database, 'knex'>): FaceSets {
  const sets = () => knex<ChosenSet>('face_sets');
  return {
    chosen: () => sets().first('vectors', 'chosen_at', 'cancelled', 'job_id'),

    async choose(vectors) {
      await knex.raw(
        `insert into face_sets (vectors) values (?) on conflict (is_set) do update
         set vectors = excluded.vectors, chosen_at = now(), cancelled = false, job_id = null
         where face_sets.vectors <> excluded.vectors`,
        [vectors],
      );
    },

    async begin(vectors, { id, after }) {
      return (await sets().where({ vectors, job_id: after }).update({ job_id: id })) > 0;
    },

    async setCancelled(cancelled) {
      await sets().update({ cancelled });
    },

    async servedIn(space) {
      return (await knex<SpaceRow>('face_spaces').where({ space }).first('vectors'))?.vectors;
    },

    async serve(space, vectors) {
      await knex<SpaceRow>('face_spaces')
        .insert({ space, vectors })
        .onConflict('space')
        .merge({ vectors, since: knex.fn.now() as never });
    },

    forgetEarlier: (space, there) => forgetEarlier(knex, space, there),
  };
}

async function forgetEarlier(
  knex: Knex,
  space: string,
  { vectors, vectorSpace, seconds }: { vectors: string; vectorSpace: string; seconds: number },
): Promise<number> {
  const { rowCount } = await knex.raw<{ rowCount: number }>(
    `delete from sealed_vectors as earlier using sealed_vectors as compared
     where compared.space = ? and earlier.subject = compared.subject and earlier.space <> compared.space
     and exists (select from face_spaces where space = ? and vectors = ? and since <= now() - ? * interval '1 second')`,
    [vectorSpace, space, vectors, seconds],
  );
  return rowCount;
}
