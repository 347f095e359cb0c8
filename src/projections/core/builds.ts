import type { Knex } from 'knex';
import type { Migration } from '../../platform/database/migrate.js';
import { toPosition, type Position } from '../../platform/eventStore/eventStore.js';
import { BY_INDEX, type VersionOf } from './projection.js';

/** What is built to take the place of a version of a projection, and how far it has come. */
export const buildsMigration: Migration = {
  name: 'projection_builds_001',
  up: (knex) =>
    knex.schema.createTable('projection_builds', (table) => {
      table.text('name').notNullable();
      table.integer('version').notNullable();
      table.primary(['name', 'version']);
      table.bigInteger('fence').notNullable().comment('Of who builds: a greater one takes it over');
      table.text('shape').notNullable().comment('Of what is built: begun in another one it is begun anew');
      table.specificType('tables', 'text[]').notNullable();
      table.bigInteger('position');
      table.bigInteger('events').notNullable().defaultTo(0);
      table.boolean('finished').notNullable().defaultTo(false);
      table.timestamp('moved_at').notNullable().defaultTo(knex.fn.now());
    }),
};

/** When each was begun, since when it goes on and from where, and why it does not. What was there before says nothing of it. */
export const progressMigration: Migration = {
  name: 'projection_builds_002',
  up: async (knex) => {
    for (const [table, columns] of [
      ['projection_builds', ['begun_at', 'gone_on_at']],
      ['projection_checkpoints', ['begun_at']],
    ] as const) {
      for (const column of columns) {
        // In two steps, as one would give the default to the rows that are there.
        await knex.raw('alter table ?? add column ?? timestamptz', [table, column]);
        await knex.raw('alter table ?? alter column ?? set default now()', [table, column]);
      }
    }
    await knex.schema.alterTable('projection_builds', (table) => {
      table.bigInteger('gone_on_from');
      table.text('error');
    });
  },
};

/** How far a build has come, whoever brought it there. */
export interface Reached {
  /** Everything up to here is in it; undefined before the first event. */
  position: Position | undefined;
  /** How many events it has taken. */
  events: number;
}

/** A build as everybody may see it. */
export interface BuildOf extends VersionOf, Reached {
  tables: readonly string[];
  /** In how many shares it goes along the log just now; 0 where it goes in one. `position` is then where it was split. */
  shares: number;
  /** Seconds since it moved last, by the database's clock; in shares, since the one of them did that has stood still for longest. */
  idle: number;
}

/** Somebody else builds now, or the build was cancelled, or the database lost the last of it: whoever built must stop. */
export class BuildLost extends Error {
  override readonly name = 'BuildLost';
  constructor({ name }: Pick<VersionOf, 'name'>) {
    super(`The rebuild of ${name} was cancelled, or is another process's now`);
  }
}

interface Row extends VersionOf {
  position: string | null;
  events: string;
  tables: string[];
  shares: number;
  shape: string;
  idle: number;
}

const toReached = ({ position, events }: Pick<Row, 'position' | 'events'>): Reached => ({
  position: position === null ? undefined : toPosition(position),
  events: Number(events),
});

/** All builds that have not ended. */
export async function readBuilds(knex: Knex): Promise<BuildOf[]> {
  const { rows } = await knex.raw<{ rows: Omit<Row, 'shape'>[] }>(
    `select name, version, position, build.events + shared.events as events, tables, shared.shares,
       extract(epoch from now() - greatest(build.moved_at, shared.moved_at))::float8 as idle
     from projection_builds build, lateral (
       select count(*)::int as shares, coalesce(sum(events), 0) as events,
         coalesce(min(moved_at) filter (where share.position is distinct from until), max(moved_at)) as moved_at
       from projection_build_shares share where share.name = build.name and share.version = build.version
     ) shared order by name, version`,
  );
  return rows.map(({ position, events, ...row }) => ({ ...toReached({ position, events }), ...row }));
}

/** What is to be built, and by whom. */
export interface Claim {
  /** Greater than that of who built before. */
  fence: bigint;
  /** Says all that it hangs on but the events: what was begun in another shape cannot be gone on with. */
  shape: string;
  /** Names of its tables in the database. */
  tables?: readonly string[];
}

/**
 * Makes a build this process's own: nobody with a smaller fence moves it any more. Waits for the step that another is at.
 * Undefined where there is none in this shape, and everything is to be begun anew. @throws BuildLost
 */
export async function claimBuild(
  transaction: Knex,
  of: VersionOf,
  { fence, shape, tables = [] }: Claim,
): Promise<Reached | undefined> {
  const { rows } = await transaction.raw<{ rows: (Row & { begun: boolean })[] }>(
    `insert into projection_builds as build (name, version, fence, shape, tables) values (?, ?, ?, ?, ?)
     on conflict (name, version) do update set fence = excluded.fence, moved_at = now(), gone_on_at = now(), error = null,
       gone_on_from = (
         select coalesce(avg(coalesce(share.position, 0))::bigint, build.position) from projection_build_shares share
         where share.name = build.name and share.version = build.version
       )
     where build.fence < excluded.fence
     returning *, xmax = 0 as begun`,
    [of.name, of.version, fence.toString(), shape, [...tables]],
  );
  const [found] = rows;
  if (!found) throw new BuildLost(of);
  if (found.begun) return undefined;
  return found.shape === shape ? toReached(found) : undefined;
}

/** Begins a claimed build anew. */
export async function beginBuild(
  transaction: Knex,
  of: VersionOf,
  { fence, shape, tables = [] }: Claim,
): Promise<void> {
  const { name, version } = of;
  const now = transaction.fn.now();
  await transaction('projection_build_shares').where({ name, version }).delete();
  await transaction('projection_builds')
    .where({ name, version, fence: fence.toString() })
    .update({ shape, tables: [...tables], position: null, events: 0, finished: false, moved_at: now })
    .update({ begun_at: now, gone_on_at: now, gone_on_from: null, error: null });
}

/** A move of a build by who has claimed it. */
export interface BuildMove {
  fence: bigint;
  /** Where it was, as far as who moves it knows. */
  from: Position | undefined;
  to: Position;
  /** How many events it has taken on the way. */
  events: number;
}

/**
 * Moves a build, and locks it until the end of the transaction. The commit need not reach the disk before it is answered:
 * what is built moves with it, and what a crash takes of both is missed by the next move. @throws BuildLost
 */
export async function moveBuild(transaction: Knex, of: VersionOf, move: BuildMove): Promise<void> {
  const { rows } = await transaction.raw<{ rows: unknown[] }>(
    `update projection_builds set position = ?, events = events + ?, moved_at = now()
     where name = ? and version = ? and fence = ? and position is not distinct from ?::bigint
     returning set_config('synchronous_commit', 'off', true), ${BY_INDEX}`,
    [move.to.toString(), move.events, ...[of.name, of.version, move.fence.toString(), move.from?.toString() ?? null]],
  );
  if (rows.length === 0) throw new BuildLost(of);
}

/**
 * Does a step of a build that moves it nowhere, and may take long: it is not taken for left (`dropLeftBuilds`) meanwhile, as its
 * row is locked, nor right after, as it has just moved then. Such steps do not wait for each other. @throws BuildLost
 */
export async function workOnBuild(
  transaction: Knex,
  of: VersionOf,
  fence: bigint,
  step: () => Promise<void>,
): Promise<void> {
  const { name, version } = of;
  const own = { name, version, fence: fence.toString() };
  const found = await transaction<VersionOf>('projection_builds').where(own).forKeyShare().first('name');
  if (!found) throw new BuildLost(of);
  await step();
  // By `now()` it would have moved when the transaction began.
  const now = transaction.raw('clock_timestamp()');
  const moved = await transaction('projection_builds').where(own).update({ moved_at: now });
  if (moved === 0) throw new BuildLost(of);
}

/** Notes that a build is ready to be read, where it is not yet; false where it was, or is another process's now. */
export async function finishBuild(transaction: Knex, { name, version }: VersionOf, fence: bigint): Promise<boolean> {
  const own = { name, version, fence: fence.toString(), finished: false };
  return (await transaction('projection_builds').where(own).update({ finished: true })) > 0;
}

/** Notes why a build does not go on, until somebody claims it; nothing where another process has it by now. */
export async function noteBuildStop(
  knex: Knex,
  { name, version }: VersionOf,
  { fence, error }: Pick<Claim, 'fence'> & { error: string },
): Promise<void> {
  await knex('projection_builds').where({ name, version, fence: fence.toString() }).update({ error });
}

/** Ends a build that takes the place of what it was built beside, and is where its builder believes it to be. @throws BuildLost */
export async function endBuild(
  transaction: Knex,
  { name, version }: VersionOf,
  { fence, position }: { fence: bigint; position: Position | undefined },
): Promise<void> {
  const ended = await transaction('projection_builds')
    .where({ name, version, fence: fence.toString() })
    .whereRaw('position is not distinct from ?::bigint', [position?.toString() ?? null])
    .delete();
  if (ended === 0) throw new BuildLost({ name });
}

/** Forgets a build, whoever is at it: their next move fails. Gives back the names of its tables; undefined where there is none. */
export async function forgetBuild(
  transaction: Knex,
  { name, version }: VersionOf,
): Promise<readonly string[] | undefined> {
  const [forgotten] = await transaction<Row>('projection_builds').where({ name, version }).delete().returning('tables');
  return forgotten?.tables;
}
