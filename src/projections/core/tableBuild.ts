import type { Knex } from 'knex';
import { LONG_STATEMENTS } from '../../platform/database/connectionOptions.js';
import type { Database } from '../../platform/database/database.js';
import type { Position } from '../../platform/eventStore/eventStore.js';
import { openPool } from '../../platform/database/openPool.js';
import { applyEvents } from './applyEvents.js';
import { beginBuild, claimBuild, endBuild, finishBuild, forgetBuild, moveBuild, type Reached } from './builds.js';
import { lockCheckpoint, moveCheckpoint } from './checkpoints.js';
import { copyRows } from './copyRows.js';
import {
  createIndexes,
  createTable,
  tableName,
  type Projection,
  type ReadModelTable,
  type StoredEvent,
} from './projection.js';
import {
  moveSetAside,
  readSetAside,
  setAside,
  sortOut,
  takeAgain,
  unsetAside,
  type ReadAgain,
  type SetAside,
  type Target,
} from './setAside.js';
import type { Build, Step } from './sink.js';

/** What a table is called while it is built. */
const builtName = (projection: Projection, table: ReadModelTable): string => `${tableName(projection, table)}_rebuild`;

const targetOf = ({ name, version }: Projection): Target => ({ name, version, building: true });

/** All that rows hang on but the events and the folds, which get another version where they change. */
const shapeOf = ({ tables }: Projection): string =>
  JSON.stringify(tables.map(({ name, columns, indexes, eventTypes }) => ({ name, columns, indexes, eventTypes })));

/** What the building of tables stands on. */
export interface TableBuildDeps extends ReadAgain {
  database: Pick<Database, 'url'>;
}

/** Opens tables beside those of a projection, made or gone on with, to take their place. @throws BuildLost */
export async function openTableBuild(
  { database: { url }, ...streams }: TableBuildDeps,
  projection: Projection,
  fence: bigint,
): Promise<Build> {
  // Connections of its own, one to hold the live tables still and one to write: in the pool they could wait for the live
  // projection, which waits for the swap.
  const knex = openPool({ url, name: 'attest-rebuild', limits: LONG_STATEMENTS, max: 2 });
  try {
    const reached = await knex.transaction((transaction) => claimTables(transaction, projection, fence));
    const asides = await readSetAside(knex, targetOf(projection));
    return createTableBuild(knex, projection, { fence, reached, asides, streams });
  } catch (error) {
    await knex.destroy();
    throw error;
  }
}

async function claimTables(transaction: Knex, projection: Projection, fence: bigint): Promise<Reached> {
  const tables = projection.tables.map((table) => builtName(projection, table));
  const claim = { fence, shape: shapeOf(projection), tables };
  const reached = await claimBuild(transaction, projection, claim);
  if (reached && (await allThere(transaction, tables))) return reached;
  await dropTables(transaction, projection, tables);
  for (const table of projection.tables) await createTable(transaction, table, builtName(projection, table));
  await beginBuild(transaction, projection, claim);
  return { position: undefined, events: 0 };
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

/** What is known of a build that is opened: nobody else changes it. */
interface Opened {
  fence: bigint;
  reached: Reached;
  asides: readonly SetAside[];
  streams: ReadAgain;
}

function createTableBuild(
  knex: Knex,
  projection: Projection,
  { fence, reached, asides: before, streams }: Opened,
): Build {
  const { tables, eventTypes: types } = projection;
  const target = targetOf(projection);
  let asides = before;
  let position = reached.position;

  const apply = async (transaction: Knex, events: readonly StoredEvent[]): Promise<void> => {
    for (const table of tables) await applyEvents(transaction, table, builtName(projection, table), events, copyRows);
  };

  const take = async ({ events, from, to }: Step): Promise<void> => {
    const { whole, added, goneOn } = sortOut(events, asides);
    const taken = await knex.transaction(async (transaction) => {
      await moveBuild(transaction, projection, { fence, from, to, events: events.length });
      await apply(transaction, whole);
      await setAside(transaction, target, added);
      // What was erased since must not come to be shown as it was before. No value is waited for: it needs none.
      const again = {
        target,
        types,
        until: to,
        patienceMs: 0,
        apply: (missed: readonly StoredEvent[]) => apply(transaction, missed),
      };
      return takeAgain(transaction, streams, goneOn, again);
    });
    asides = [...asides, ...added].filter(({ stream }) => !taken.includes(stream));
    position = to;
  };

  return {
    reached,
    take,
    finish: () => knex.transaction((transaction) => makeFit(transaction, projection, fence)),
    swap: (catchUp) =>
      knex.transaction(async (transaction) => {
        const live = await lockCheckpoint(transaction, projection);
        await catchUp(live.position);
        await putInPlace(transaction, projection, { fence, position });
      }),
    close: () => knex.destroy(),
  };
}

async function makeFit(transaction: Knex, projection: Projection, fence: bigint): Promise<void> {
  if (!(await finishBuild(transaction, projection, fence))) return;
  for (const table of projection.tables) {
    await createIndexes(transaction, table, builtName(projection, table));
    await transaction.raw(`analyze ${builtName(projection, table)}`);
  }
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
    await transaction.raw(`alter table ${builtName(projection, table)} rename to ${live}`);
  }
  await moveSetAside(transaction, projection);
  if (end.position !== undefined) await moveCheckpoint(transaction, projection, end.position);
  await transaction.raw('set local synchronous_commit to on'); // whoever is told that it is done may rely on it
}
