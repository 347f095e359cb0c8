import type { Knex } from 'knex';
import { DatabaseError } from 'pg';
import { LONG_STATEMENTS } from '../../platform/database/connectionOptions.js';
import type { Database } from '../../platform/database/database.js';
import type { Position } from '../../platform/eventStore/eventStore.js';
import { openPool } from '../../platform/database/openPool.js';
import {
  BuildLost,
  beginBuild,
  claimBuild,
  endBuild,
  finishBuild,
  forgetBuild,
  moveBuild,
  noteBuildStop,
  workOnBuild,
} from './builds.js';
import { claimShares, joinShares, moveShare, readShares, splitBuild, type StoredShare } from './buildShares.js';
import { lockCheckpoint, moveCheckpoint } from './checkpoints.js';
import { createIndexes, createTable, isOfStreams, ROW_KEY, tableName, type Projection } from './projection.js';
import { moveSetAside, unsetAside, type ReadAgain } from './setAside.js';
import type { Build, BuildShare } from './sink.js';
import { builtName, openTaking, targetOf, type Taking } from './tableTaking.js';

/** One to hold the live tables still and one to write. */
const CONNECTIONS = 2;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNDEFINED_TABLE = '42P01';

/**
 * How stores share out streams (`LogShare`): to be raised where one of them does it another way. What was split before would
 * else be gone on with in other shares, and lose what changes from one to another.
 */
const SPLIT = 1;

/**
 * How autovacuum goes about a table that is built. It would read all of it again and again, and gather statistics that are made at
 * the end: it is kept to taking away dead rows, where these are many and more than the others.
 */
const WHILE_BUILT: Readonly<Record<string, number>> = {
  autovacuum_vacuum_insert_threshold: -1,
  autovacuum_analyze_threshold: 2_147_483_647,
  autovacuum_vacuum_threshold: 50_000,
  autovacuum_vacuum_scale_factor: 1,
};

/** All that rows hang on but the events and the folds, which get another version where they change. */
const shapeOf = ({ tables }: Projection): string =>
  JSON.stringify({
    split: SPLIT,
    ofStreams: isOfStreams({ tables }),
    tables: tables.map(({ name, columns, indexes, eventTypes }) => ({ name, columns, indexes, eventTypes })),
  });

/** What the building of tables stands on. */
export interface TableBuildDeps extends ReadAgain {
  database: Pick<Database, 'url'>;
}

/** Opens tables beside those of a projection, made or gone on with, to take their place. @throws BuildLost */
export function openTableBuild(deps: TableBuildDeps, projection: Projection, fence: bigint): Promise<Build> {
  return withConnections(deps, CONNECTIONS, async (knex) => {
    const claimed = await knex.transaction((transaction) => claimTables(transaction, projection, fence));
    const taking = await openTaking(knex, projection, deps, {
      position: claimed.position,
      move: (transaction, move) => moveBuild(transaction, projection, { fence, ...move }),
    });
    return createTableBuild(knex, projection, { fence, claimed, taking });
  });
}

/** Opens one of the shares of such a build. @throws BuildLost */
export function openTableShare(
  deps: TableBuildDeps,
  projection: Projection,
  { fence, index }: { fence: bigint; index: number },
): Promise<BuildShare> {
  return withConnections(deps, 1, async (knex) => {
    const share = (await readShares(knex, projection, fence))[index];
    if (!share) throw new BuildLost(projection);
    const { take } = await openTaking(knex, projection, deps, {
      position: share.position,
      move: (transaction, move) => moveShare(transaction, projection, { fence, index, ...move }),
    });
    return { share: share.share, until: share.until, reached: share, take, close: () => knex.destroy() };
  });
}

/** Connections of its own: in the pool they could wait for the live projection, which waits for the swap. */
async function withConnections<Opened>(
  { database: { url } }: TableBuildDeps,
  max: number,
  open: (knex: Knex) => Promise<Opened>,
): Promise<Opened> {
  const knex = openPool({ url, name: 'attest-rebuild', limits: LONG_STATEMENTS, max });
  try {
    return await open(knex);
  } catch (error) {
    await knex.destroy();
    throw error;
  }
}

/** What is found of a build by who claims it. */
interface Claimed {
  position: Position | undefined;
  /** How many events it has taken, those of its shares among them. */
  events: number;
  shares: readonly StoredShare[];
}

async function claimTables(transaction: Knex, projection: Projection, fence: bigint): Promise<Claimed> {
  const tables = projection.tables.map((table) => builtName(projection, table));
  const claim = { fence, shape: shapeOf(projection), tables };
  const reached = await claimBuild(transaction, projection, claim);
  const shares = await claimShares(transaction, projection, fence);
  if (reached && (await allThere(transaction, tables))) {
    const events = shares.reduce((sum, share) => sum + share.events, reached.events);
    return { position: reached.position, events, shares };
  }
  await dropTables(transaction, projection, tables);
  for (const table of projection.tables) {
    const name = builtName(projection, table);
    await createTable(transaction, table, name);
    const options = Object.entries(WHILE_BUILT).map(([option, value]) => `${option} = ${value}`);
    await transaction.raw(`alter table ${name} set (${options.join(', ')})`);
  }
  await beginBuild(transaction, projection, claim);
  return { position: undefined, events: 0, shares: [] };
}

async function allThere(knex: Knex, tables: readonly string[]): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: unknown[] }>(
    'select from unnest(?::text[]) as name where to_regclass(name) is null',
    [[...tables]],
  );
  return rows.length === 0;
}

async function dropTables(transaction: Knex, projection: Projection, tables: readonly string[]): Promise<void> {
  await unsetAside(transaction, targetOf(projection));
  for (const table of tables) await transaction.raw('drop table if exists ??', [table]);
}

/** Drops the tables that are built, whoever is at it; false where there are none. */
export const dropTableBuild = (knex: Knex, projection: Projection): Promise<boolean> =>
  knex.transaction(async (transaction) => {
    const tables = await forgetBuild(transaction, projection);
    if (tables) await dropTables(transaction, projection, tables);
    return tables !== undefined;
  });

function createTableBuild(
  knex: Knex,
  projection: Projection,
  { fence, claimed, taking }: { fence: bigint; claimed: Claimed; taking: Taking },
): Build {
  let shareCount = claimed.shares.length;
  const shares: Build['shares'] = {
    get count() {
      return shareCount;
    },
    async split(count, until) {
      await knex.transaction((transaction) =>
        splitBuild(transaction, projection, { fence, from: taking.position(), until, shares: count }),
      );
      shareCount = count;
    },
    async join() {
      const from = taking.position();
      const position = await knex.transaction((transaction) => joinShares(transaction, projection, { fence, from }));
      shareCount = 0;
      await taking.goOnFrom(position);
      return position;
    },
  };
  return {
    reached: claimed,
    take: taking.take,
    ...(isOfStreams(projection) && { shares }),
    async finish() {
      const work = (step: (transaction: Knex) => Promise<void>): Promise<void> =>
        knex.transaction((transaction) => workOnBuild(transaction, projection, fence, () => step(transaction)));
      await work((transaction) => makeFit(transaction, projection, fence));
      await analyzeAll(projection, (name) => work((transaction) => analyze(transaction, name)));
    },
    swap: (catchUp) =>
      knex.transaction(async (transaction) => {
        const live = await lockCheckpoint(transaction, projection);
        await catchUp(live.position);
        await putInPlace(transaction, projection, { fence, position: taking.position() });
      }),
    noteStop: (error) => noteBuildStop(knex, projection, { fence, error }),
    close: () => knex.destroy(),
  };
}

async function makeFit(transaction: Knex, projection: Projection, fence: bigint): Promise<void> {
  if (!(await finishBuild(transaction, projection, fence))) return;
  for (const table of projection.tables) {
    // Its lock would hold up indexes and swap for a second each, until Postgres ends it.
    await transaction.raw(`alter table ${builtName(projection, table)} set (autovacuum_enabled = off)`);
    await createIndexes(transaction, table, builtName(projection, table));
  }
}

/** Statistics of the tables, side by side. @throws BuildLost where one of them has been dropped */
async function analyzeAll(projection: Projection, analyzeOne: (name: string) => Promise<void>): Promise<void> {
  const left = projection.tables.map((table) => builtName(projection, table));
  const work = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await analyzeOne(name);
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, work)); // more would wait for a connection, which is not for long
  } catch (error) {
    throw error instanceof DatabaseError && error.code === UNDEFINED_TABLE ? new BuildLost(projection) : error;
  }
}

/**
 * Statistics of what queries look for: the columns of the indexes, their conditions among them. Autovacuum adds the others once
 * the table is read, as it takes one whose columns were not all looked at for one that was not.
 */
async function analyze(knex: Knex, name: string): Promise<void> {
  const { rows } = await knex.raw<{ rows: { columns: string[] }[] }>(
    `select array_agg(distinct attname::text) as columns
     from pg_index i
     join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
     join pg_attribute on attrelid = i.indrelid and attrelid = d.refobjid and attnum = d.refobjsubid
     where i.indrelid = ?::regclass`,
    [name],
  );
  const columns = new Set([ROW_KEY, ...(rows[0]?.columns ?? [])]);
  await knex.raw(`analyze ${name} (${[...columns].map(() => '??').join(', ')})`, [...columns]);
}

async function putInPlace(
  transaction: Knex,
  projection: Projection,
  end: { fence: bigint; position: Position | undefined },
): Promise<void> {
  await endBuild(transaction, projection, end);
  for (const table of projection.tables) {
    const live = tableName(projection, table);
    await transaction.raw(`drop table if exists ${live}`); // somebody may have dropped it to have it made anew
    const options = ['autovacuum_enabled', ...Object.keys(WHILE_BUILT)].join(', ');
    await transaction.raw(`alter table ${builtName(projection, table)} reset (${options})`);
    await transaction.raw(`alter table ${builtName(projection, table)} rename to ${live}`);
  }
  await moveSetAside(transaction, projection);
  if (end.position !== undefined) await moveCheckpoint(transaction, projection, end.position);
  await transaction.raw('set local synchronous_commit to on'); // whoever is told that it is done may rely on it
}
