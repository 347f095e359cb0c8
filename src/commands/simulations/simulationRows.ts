import type { Knex } from 'knex';
import type { DifferenceReason, OutcomeDifference } from '../../domain/cases/index.js';
import { DomainError } from '../../domain/core/decider.js';
import { addBounded } from '../../platform/bulkWork/boundedJobs.js';
import type { Database } from '../../platform/database/database.js';
import { deleteLittleByLittle } from '../../platform/database/deleteLittleByLittle.js';
import type { Migration } from '../../platform/database/migrate.js';

/** What simulations were asked for, sealed, and what they found: ids, codes and outcomes, nothing that was read. */
export const simulationMigrations: readonly Migration[] = [
  {
    name: 'simulations_001',
    up: async (knex) => {
      await knex.schema.createTable('simulations', (table) => {
        table.uuid('id').primary().comment('Of its work over many too');
        table.text('tenant_id').notNullable().index();
        table.bigInteger('total').notNullable().comment('What the search found when it began');
        table.text('sealed').notNullable().comment('The draft and the search');
        table.timestamp('created_at').notNullable().defaultTo(knex.fn.now()).index();
      });
      await knex.schema.createTable('simulation_differences', (table) => {
        table.uuid('simulation_id').references('simulations.id').onDelete('CASCADE');
        table.uuid('session_id').index();
        table.text('doc_id').comment('Empty for the decision of the case');
        table.text('outcome_before').notNullable();
        table.text('outcome_after').notNullable();
        table.jsonb('why').notNullable();
        table.primary(['simulation_id', 'session_id', 'doc_id']);
      });
    },
  },
];

/** A simulation as it is kept. */
export interface SimulationRow {
  id: string;
  tenant_id: string;
  total: number;
  sealed: string;
}

/** Behind which difference a page begins. */
export type DifferenceEnd = Pick<OutcomeDifference, 'session_id' | 'doc_id'>;

/** Keeps simulations. */
export interface SimulationRows {
  /**
   * Keeps a simulation; nothing where it is kept already. Of those of a tenant at most so many run: all who begin one take turns.
   * @throws DomainError `conflict` where as many run
   */
  add(row: SimulationRow, mostRunning: number): Promise<void>;
  find(id: string): Promise<SimulationRow | undefined>;
  /** Keeps what differs; what is there already stays. */
  keep(id: string, differences: readonly OutcomeDifference[]): Promise<void>;
  /** By case and document, the document before the case. */
  differences(id: string, limit: number, after?: DifferenceEnd): Promise<OutcomeDifference[]>;
  count(id: string): Promise<number>;
  /** Forgets what was found of a case, by whichever simulation. */
  forget(session_id: string): Promise<void>;
}

type Stored = Omit<OutcomeDifference, 'from' | 'to' | 'doc_id'> & {
  simulation_id: string;
  doc_id: string;
  outcome_before: string;
  outcome_after: string;
  why: DifferenceReason[];
};

/** Simulations in the database. */
export function createSimulationRows({ knex }: Pick<Database, 'knex'>): SimulationRows {
  const found = (id: string) => knex<Stored>('simulation_differences').where({ simulation_id: id });
  return {
    add: (row, most) => addBounded(knex, { table: 'simulations', row, most, full: () => tooMany(most) }),

    async find(id) {
      const [row] = await knex<Omit<SimulationRow, 'total'> & { total: string }>('simulations').where({ id });
      return row && { ...row, total: Number(row.total) };
    },

    async keep(id, differences) {
      if (differences.length === 0) return;
      const rows = differences.map(({ session_id, doc_id, from, to, why }) => ({
        ...{ simulation_id: id, session_id, doc_id: doc_id ?? '', outcome_before: from, outcome_after: to },
        why: JSON.stringify(why),
      }));
      await knex('simulation_differences').insert(rows).onConflict().ignore();
    },

    async differences(id, limit, after) {
      const query = found(id).orderByRaw('session_id, doc_id').limit(limit);
      if (after) void query.whereRaw('(session_id, doc_id) > (?::uuid, ?)', [after.session_id, after.doc_id ?? '']);
      const rows = await query;
      return rows.map(({ session_id, doc_id, outcome_before: from, outcome_after: to, why }) => ({
        ...{ session_id, doc_id: doc_id === '' ? null : doc_id, from, to, why },
      }));
    },

    forget: (session_id) => forgetDifferencesOf(knex, session_id),

    async count(id) {
      const [row] = await found(id).count<{ count: string }[]>('* as count');
      return Number(row?.count ?? 0);
    },
  };
}

const tooMany = (most: number): DomainError =>
  new DomainError(
    'conflict',
    `The tenant has ${most} simulations running, and runs no more at a time; wait for one to end, or cancel it`,
  );

/** What is kept for so long after its beginning is forgotten; as long as what is known of its job. */
const KEPT_FOR = '28 days';

/** Forgets simulations that began four weeks ago, with all that they found. */
export async function forgetOldSimulations({ knex }: Pick<Database, 'knex'>): Promise<void> {
  const old = `created_at < now() - ?::interval`;
  await deleteLittleByLittle(knex, {
    table: 'simulation_differences',
    where: `simulation_id in (select id from simulations where ${old})`,
    bindings: [KEPT_FOR],
  });
  await deleteLittleByLittle(knex, { table: 'simulations', where: old, bindings: [KEPT_FOR] });
}

/** Forgets what simulations found of a case. */
export async function forgetDifferencesOf(knex: Knex, session_id: string): Promise<void> {
  await knex('simulation_differences').where({ session_id }).delete();
}
