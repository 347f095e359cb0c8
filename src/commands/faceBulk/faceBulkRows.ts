import { DomainError } from '../../domain/core/decider.js';
import type { Mode } from '../../domain/core/mode.js';
import { addBounded } from '../../platform/bulkWork/boundedJobs.js';
import type { Database } from '../../platform/database/database.js';
import type { Migration } from '../../platform/database/migrate.js';

/** Searches for many faces: what they are asked, sealed, and what was found of each probe: ids and figures. */
export const faceBulkMigrations: readonly Migration[] = [
  {
    name: 'face_bulk_001',
    up: async (knex) => {
      await knex.schema.createTable('face_bulk_jobs', (table) => {
        table.uuid('id').primary().comment('Of its work over many too');
        table.text('tenant_id').notNullable().index();
        table.text('mode').notNullable();
        table.integer('probe_count').notNullable();
        table.text('sealed').notNullable().comment('What is asked, and where to');
        table.timestamp('created_at').notNullable().defaultTo(knex.fn.now()).index();
      });
      await knex.schema.createTable('face_bulk_results', (table) => {
        table.uuid('job_id').references('face_bulk_jobs.id').onDelete('CASCADE');
        table.integer('number').comment('Of the probe, from 0');
        table.json('found').notNullable();
        table.text('error');
        table.primary(['job_id', 'number']);
      });
    },
  },
];

/** A search for many faces as it is kept. */
export interface FaceBulkRow {
  id: string;
  tenant_id: string;
  mode: Mode;
  probe_count: number;
  sealed: string;
}

/** What was found of a probe. The faces are named by the ids of their numbers: one that is taken out is not told any more. */
export interface ProbeResult {
  /** Of the probe, from 0. */
  number: number;
  found: { vector_id: string; similarity: number }[];
  /** Why it could not be looked for; holds no personal value. */
  error: string | null;
}

/** Keeps searches for many faces. */
export interface FaceBulkRows {
  /**
   * Keeps a search; nothing where it is kept already. Of those of a tenant at most so many run: all who begin one take turns.
   * @throws DomainError `conflict` where as many run
   */
  add(row: FaceBulkRow, mostRunning: number): Promise<void>;
  find(id: string): Promise<FaceBulkRow | undefined>;
  /** What is kept of a probe already stays. */
  keep(id: string, result: ProbeResult): Promise<void>;
  /** By the number of the probe. */
  results(id: string): Promise<ProbeResult[]>;
  /** The numbers of these probes that are done. */
  done(id: string, numbers: readonly number[]): Promise<Set<number>>;
  /** Some that began four weeks ago, or whose work was never begun and a day is over. */
  old(limit: number): Promise<Pick<FaceBulkRow, 'id' | 'tenant_id' | 'probe_count'>[]>;
  forget(id: string): Promise<void>;
}

/** Searches in the database. */
export function createFaceBulkRows({ knex }: Pick<Database, 'knex'>): FaceBulkRows {
  const of = (id: string) => knex<ProbeResult & { job_id: string }>('face_bulk_results').where({ job_id: id });
  return {
    add: (row, most) => addBounded(knex, { table: 'face_bulk_jobs', row, most, full: () => tooMany(most) }),

    find: (id) =>
      knex<FaceBulkRow>('face_bulk_jobs').where({ id }).first('id', 'tenant_id', 'mode', 'probe_count', 'sealed'),

    async keep(id, { number, found, error }) {
      const row = { job_id: id, number, found: JSON.stringify(found), error };
      await knex('face_bulk_results').insert(row).onConflict(['job_id', 'number']).ignore();
    },

    results: async (id) =>
      (await of(id).orderBy('number')).map(({ number, found, error }) => ({ number, found, error })),

    done: async (id, numbers) =>
      new Set(
        await of(id)
          .whereIn('number', [...numbers])
          .pluck('number'),
      ),

    old: (limit) =>
      knex('face_bulk_jobs as one')
        .leftJoin('bulk_jobs as job', 'job.id', 'one.id')
        .whereRaw(`one.created_at < now() - interval '28 days'`)
        .orWhereRaw(`job.id is null and one.created_at < now() - interval '25 hours'`)
        .limit(limit)
        .select<Pick<FaceBulkRow, 'id' | 'tenant_id' | 'probe_count'>[]>('one.id', 'one.tenant_id', 'one.probe_count'),

    async forget(id) {
      await of(id).delete();
      await knex('face_bulk_jobs').where({ id }).delete();
    },
  };
}

const tooMany = (most: number): DomainError =>
  new DomainError(
    'conflict',
    `The tenant has ${most} bulk searches running, and runs no more at a time; wait for one to end, or cancel it`,
  );
