import type { Knex } from 'knex';
import type { Migration } from '../../platform/database/migrate.js';
import { toPosition, type Position } from '../../platform/eventStore/eventStore.js';
import { createIndexes, createTable, tableName, type Projection } from './projection.js';

/** Channel on which every move of a checkpoint is announced, as `<projection>:<position>`. */
export const CHECKPOINT_CHANNEL = 'attest_checkpoint_moved';

/** How far a projection has come. */
export interface Checkpoint {
  name: string;
  /** Version of the projection that made the table. */
  version: number;
  /** Everything up to here is in the table; undefined before the first event. */
  position: Position | undefined;
  /** Why the projection stopped; null while it is well. */
  error: string | null;
}

/** The tables of the read models and their checkpoints. A later version of a projection makes its own table by a rebuild. */
export const projectionMigrations = (projections: readonly Projection[]): readonly Migration[] => [
  {
    name: 'projection_checkpoints_001',
    up: (knex) =>
      knex.schema.createTable('projection_checkpoints', (table) => {
        table.text('name').primary();
        table.integer('version').notNullable();
        table.bigInteger('position');
        table.text('error');
        table.timestamp('moved_at').notNullable().defaultTo(knex.fn.now());
      }),
  },
  ...projections.map((projection) => ({
    name: `projection_${projection.name}`,
    up: async (knex: Knex) => {
      const { name, version, tables } = projection;
      for (const table of tables) {
        await createTable(knex, table, tableName(projection, table));
        await createIndexes(knex, table, tableName(projection, table));
      }
      await knex('projection_checkpoints').insert({ name, version });
    },
  })),
];

interface CheckpointRow {
  name: string;
  version: number;
  position: string | null;
  error: string | null;
}

const toCheckpoint = ({ name, version, position, error }: CheckpointRow): Checkpoint => ({
  ...{ name, version, error },
  position: position === null ? undefined : toPosition(position),
});

/** All checkpoints, by the names of their projections. */
export async function readCheckpoints(knex: Knex): Promise<Map<string, Checkpoint>> {
  const rows = await knex<CheckpointRow>('projection_checkpoints').select('name', 'version', 'position', 'error');
  return new Map(rows.map((row) => [row.name, toCheckpoint(row)]));
}

/** The checkpoint of one projection. @throws Error when the projection was never migrated */
export async function readCheckpoint(knex: Knex, name: string): Promise<Checkpoint> {
  const found = (await readCheckpoints(knex)).get(name);
  if (!found) throw new Error(`The projection ${name} has no checkpoint: its migration has not run`);
  return found;
}

/**
 * Locks a checkpoint until the end of the transaction, so that only one process moves it. The commit need not reach the
 * disk before it is answered: rows and checkpoint are written together, and what a crash takes is projected again.
 */
export async function lockCheckpoint(transaction: Knex, name: string): Promise<Checkpoint> {
  const { rows } = await transaction.raw<{ rows: CheckpointRow[] }>(
    `select name, version, position, error, set_config('synchronous_commit', 'off', true)
     from projection_checkpoints where name = ? for update`,
    [name],
  );
  if (!rows[0]) throw new Error(`The projection ${name} has no checkpoint: its migration has not run`);
  return toCheckpoint(rows[0]);
}

/** Moves a checkpoint that this transaction has locked, and announces it with the commit. */
export async function moveCheckpoint(
  transaction: Knex,
  { name, version }: Pick<Projection, 'name' | 'version'>,
  position: Position,
): Promise<void> {
  await transaction.raw(
    `update projection_checkpoints set position = :position, version = :version, error = null, moved_at = now()
     where name = :name returning pg_notify('${CHECKPOINT_CHANNEL}', :payload)`,
    { name, version, position: position.toString(), payload: `${name}:${position}` },
  );
}

/** Notes why a projection stopped, for everyone who asks how it is. */
export async function noteStop(knex: Knex, name: string, error: string): Promise<void> {
  await knex<CheckpointRow>('projection_checkpoints').where({ name }).update({ error });
}

/** Resolves when no projection has stopped, in whichever process they run. @throws Error naming those that have */
export async function assertProjectionsRun(knex: Knex): Promise<void> {
  const stopped = [...(await readCheckpoints(knex)).values()].filter(({ error }) => error !== null);
  if (stopped.length > 0) throw new Error(`Stopped: ${stopped.map(({ name }) => name).join(', ')}`);
}
