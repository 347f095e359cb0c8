import type { Knex } from 'knex';
import type { Migration } from '../../platform/database/migrate.js';
import { prepared } from '../../platform/database/prepared.js';
import { NotWell } from '../../platform/health.js';
import { searchMigrations } from '../../platform/search/postgresSearch.js';
import { toPosition, type Position } from '../../platform/eventStore/eventStore.js';
import { buildsMigration, progressMigration } from './builds.js';
import { buildSharesMigration } from './buildShares.js';
import { setAsideMigration } from './setAside.js';
import { BY_INDEX, createIndexes, createTable, tableName, type Projection, type VersionOf } from './projection.js';
import { ROW_SNAPSHOTS } from './rowSnapshots.js';

/** Channel on which every move of a checkpoint is announced, as `<projection>_v<version>:<position>`. */
export const CHECKPOINT_CHANNEL = 'attest_checkpoint_moved';

/** What the checkpoint of a version goes by, in the signal and on the channel. */
export const checkpointKey = ({ name, version }: VersionOf): string => `${name}_v${version}`;

/** How far a version of a projection has come. */
export interface Checkpoint extends VersionOf {
  /** Everything up to here is in the tables; undefined before the first event. */
  position: Position | undefined;
  /** Why the projection stopped; null while it is well. */
  error: string | null;
  /** Names of its tables in the database. */
  tables: readonly string[];
  /** Seconds since it moved last, by the database's clock. */
  idle: number;
}

const migrationName = ({ name, version }: VersionOf): string => `projection_${name}_v${version}`;

/** The tables of the read models and their checkpoints; each version of a projection has its own. */
export const projectionMigrations = (projections: readonly Projection[]): readonly Migration[] => [
  {
    name: 'projection_checkpoints_001',
    up: (knex) =>
      knex.schema.createTable('projection_checkpoints', (table) => {
        table.text('name').notNullable();
        table.integer('version').notNullable();
        table.primary(['name', 'version']);
        table.bigInteger('position');
        table.text('error');
        table.specificType('tables', 'text[]').notNullable();
        table.timestamp('moved_at').notNullable().defaultTo(knex.fn.now());
      }),
  },
  setAsideMigration,
  buildsMigration,
  buildSharesMigration,
  progressMigration,
  // Before the tables that have such indexes.
  ...searchMigrations,
  ...projections.map((projection) => ({
    name: migrationName(projection),
    up: async (knex: Knex) => {
      const { name, version, tables } = projection;
      for (const table of tables) {
        await createTable(knex, table, tableName(projection, table));
        await createIndexes(knex, table, tableName(projection, table));
      }
      const names = tables.map((table) => tableName(projection, table));
      await knex('projection_checkpoints').insert({ name, version, tables: names });
    },
  })),
];

interface CheckpointRow extends VersionOf {
  position: string | null;
  error: string | null;
  tables: string[];
  idle: number;
}

const COLUMNS = `name, version, position, error, tables, extract(epoch from now() - moved_at)::float8 as idle`;

const toCheckpoint = ({ position, ...row }: CheckpointRow): Checkpoint => ({
  ...row,
  position: position === null ? undefined : toPosition(position),
});

/** The checkpoints of all versions of all projections, the newest version of each first. */
export async function readCheckpoints(knex: Knex): Promise<Checkpoint[]> {
  const { rows } = await knex.raw<{ rows: CheckpointRow[] }>(
    `select ${COLUMNS} from projection_checkpoints order by name, version desc`,
  );
  return rows.map(toCheckpoint);
}

/** The checkpoint of one version. @throws Error when it was never migrated, or is dropped */
export async function readCheckpoint(knex: Knex, { name, version }: VersionOf): Promise<Checkpoint> {
  const found = (await readCheckpoints(knex)).find((one) => one.name === name && one.version === version);
  if (!found) throw new Error(`Version ${version} of the projection ${name} has no checkpoint`);
  return found;
}

/**
 * Locks a checkpoint until the end of the transaction, so that only one process moves it. What else is to be seen as it is
 * behind the lock must be read by a later statement. The commit need not reach the disk before it is answered: rows and
 * checkpoint are written together, and what a crash takes is projected again.
 */
export async function lockCheckpoint(transaction: Knex, of: VersionOf): Promise<Checkpoint> {
  const checkpoint = await lockCheckpointIfAny(transaction, of);
  if (!checkpoint) throw new Error(`Version ${of.version} of the projection ${of.name} has no checkpoint`);
  return checkpoint;
}

/** The same, of a version that may have been dropped (`dropOldVersions`): undefined then. */
export async function lockCheckpointIfAny(
  transaction: Knex,
  { name, version }: VersionOf,
): Promise<Checkpoint | undefined> {
  const { rows } = await prepared<CheckpointRow>(
    transaction,
    `select ${COLUMNS}, set_config('synchronous_commit', 'off', true), ${BY_INDEX}
     from projection_checkpoints where name = ? and version = ? for update`,
    [name, version],
  );
  return rows[0] && toCheckpoint(rows[0]);
}

/** Moves a checkpoint that this transaction has locked, and announces it with the commit. */
export async function moveCheckpoint(
  transaction: Knex,
  { name, version }: VersionOf,
  position: Position,
): Promise<void> {
  await prepared(
    transaction,
    `update projection_checkpoints set position = ?, error = null, moved_at = now()
     where name = ? and version = ? returning pg_notify('${CHECKPOINT_CHANNEL}', ?)`,
    [position.toString(), name, version, `${checkpointKey({ name, version })}:${position}`],
  );
}

/**
 * Locks a checkpoint and moves it, with one statement, where it lies between `from` and `to`; gives back where it was. Where that
 * is not between them it is locked and left there. Everything else as with `lockCheckpoint` and `moveCheckpoint`.
 */
export async function lockAndMove(
  transaction: Knex,
  { name, version }: VersionOf,
  { from, to }: Pick<IdleStep, 'from' | 'to'>,
): Promise<Position | undefined> {
  const { rows } = await prepared<{ position: string | null }>(
    transaction,
    `with was as (
       select name, version, position from projection_checkpoints where name = ? and version = ? for update
     ), moved as (
       update projection_checkpoints moving set position = ?, error = null, moved_at = now() from was
       where moving.name = was.name and moving.version = was.version
         and coalesce(was.position, -1) >= ? and coalesce(was.position, -1) < ?
       returning pg_notify('${CHECKPOINT_CHANNEL}', ?)
     )
     select was.position, (select count(*) from moved), set_config('synchronous_commit', 'off', true), ${BY_INDEX} from was`,
    [
      name,
      version,
      to.toString(),
      (from ?? -1n).toString(),
      to.toString(),
      `${checkpointKey({ name, version })}:${to}`,
    ],
  );
  if (!rows[0]) throw new Error(`Version ${version} of the projection ${name} has no checkpoint`);
  return rows[0].position === null ? undefined : toPosition(rows[0].position);
}

/** A checkpoint that is to be moved over events that do not concern its projection. */
export interface IdleStep {
  of: VersionOf;
  /** Where it was when it was last heard of. */
  from: Position | undefined;
  to: Position;
}

/**
 * Moves checkpoints with one statement, and announces it. Those are left where they are that somebody else is moving, or has
 * moved further, or that are behind where they were. Gives back which were moved.
 */
export async function moveOverNothing(knex: Knex, steps: readonly IdleStep[]): Promise<VersionOf[]> {
  const { rows } = await knex.raw<{ rows: VersionOf[] }>(
    `with free as (
       select name, version, step.to from projection_checkpoints checkpoint
       join unnest(?::text[], ?::int[], ?::bigint[], ?::bigint[]) as step (name, version, "from", "to") using (name, version)
       where coalesce(position, -1) >= step.from and coalesce(position, -1) < step.to
       for update of checkpoint skip locked
     )
     update projection_checkpoints moved set position = free.to, error = null, moved_at = now()
     from free where moved.name = free.name and moved.version = free.version
     returning moved.name, moved.version, set_config('synchronous_commit', 'off', true),
       pg_notify('${CHECKPOINT_CHANNEL}', format('%s_v%s:%s', moved.name, moved.version, moved.position))`,
    [
      steps.map(({ of }) => of.name),
      steps.map(({ of }) => of.version),
      steps.map(({ from }) => (from ?? -1n).toString()),
      steps.map(({ to }) => to.toString()),
    ],
  );
  return rows;
}

/**
 * Notes why a projection could not be brought to a position, for everyone who asks how it is. False where another process,
 * which knows more events, has brought it there meanwhile: nothing is noted then.
 */
export async function noteStop(
  knex: Knex,
  { name, version }: VersionOf,
  position: Position,
  error: string,
): Promise<boolean> {
  const noted = await knex('projection_checkpoints')
    .where({ name, version })
    .whereRaw('coalesce(position, -1) < ?', [position.toString()])
    .update({ error });
  return noted > 0;
}

/**
 * Resolves when none of these projections has stopped, in whichever process they run. Other versions are the business of
 * the processes that have them. @throws NotWell naming those that have, and at which event
 */
export async function assertProjectionsRun(knex: Knex, projections: readonly VersionOf[]): Promise<void> {
  const own = new Set(projections.map(checkpointKey));
  const stopped = (await readCheckpoints(knex)).filter((one) => one.error !== null && own.has(checkpointKey(one)));
  if (stopped.length > 0)
    throw new NotWell(`Stopped: ${stopped.map(({ name, error }) => `${name} (${error})`).join(', ')}`);
}

/** How long tables are kept that nobody has moved: what a rollback may still come back to, and what a rebuild was left with. */
export const KEEP_SECONDS = 7 * 24 * 3600;

/**
 * Drops the tables of versions that nobody has moved for a week, but for the one that was moved last: what an older process
 * finds gone it makes anew. To be called by who has brought `own` to the end of the log.
 */
export async function dropOldVersions(knex: Knex, own: VersionOf, keepSeconds = KEEP_SECONDS): Promise<VersionOf[]> {
  return knex.transaction(async (transaction) => {
    const { rows } = await transaction.raw<{ rows: CheckpointRow[] }>(
      `select ${COLUMNS} from projection_checkpoints where name = ? and version <> ? order by moved_at desc, version desc
       for update skip locked`,
      [own.name, own.version],
    );
    const old = rows.slice(1).filter(({ idle }) => idle > keepSeconds);
    for (const one of old) {
      for (const table of one.tables) await transaction.raw('drop table if exists ??', [table]);
      await transaction(ROW_SNAPSHOTS)
        .whereIn('row_table', [...one.tables])
        .delete();
      await transaction('projection_checkpoints').where({ name: one.name, version: one.version }).delete();
      await transaction('projection_set_aside').where({ name: one.name, version: one.version }).delete();
      await transaction('migrations')
        .where({ name: migrationName(one) })
        .delete();
    }
    return old.map(({ name, version }) => ({ name, version }));
  });
}
