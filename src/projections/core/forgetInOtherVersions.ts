import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Position } from '../../platform/eventStore/eventStore.js';
import { readBuilds } from './builds.js';
import { lockCheckpointIfAny, readCheckpoints, type Checkpoint } from './checkpoints.js';
import { dropLeftBuilds } from './leftBuilds.js';
import { ROW_KEY, type Projection } from './projection.js';
import { LEFT_AFTER_SECONDS } from './servedVersion.js';
import { setAsideErased } from './setAside.js';
import { SILENT_SECONDS } from './shares.js';

/** How long the projectors of other versions, if there are any, have to come past the erasure. */
const PATIENCE_MS = 5_000;
const ASK_EVERY_MS = 200;

/** How long nobody may have moved a rebuild until it counts as left: for longer than its threads may say nothing. */
const BUILD_LEFT_AFTER_SECONDS = SILENT_SECONDS + 30;

/** Something erased: its row, and the position of its erasure or one behind it. */
interface ErasedRow {
  rowKey: string;
  erased: Position;
}

/**
 * Deletes what something erased has left where nobody goes on, and the fact of the erasure therefore does not reach; `erased`
 * is a position at or behind it. Of tables of versions other than `own` these are its row and the rows that belong to
 * it: read by its id, it is there again, from its stream, and in the tables once that version goes on after all. A rebuild that
 * was left is dropped whole, and begins anew. What moves folds the erasure itself, and has `patienceMs` for it, all of them together.
 * @param own The read models whose rows go by its id
 * @returns whether that is all: false where something moves that has not come to the erasure, and may be gone before it does.
 *   It is to be asked again then.
 */
export async function forgetInOtherVersions(
  knex: Knex,
  own: readonly Projection[],
  rowKey: string,
  { erased, patienceMs = PATIENCE_MS }: { erased: Position; patienceMs?: number },
): Promise<boolean> {
  const late = await lateVersions(knex, own, { erased, patienceMs });
  let everywhere = true;
  for (const projection of own) {
    await dropLeftBuilds(knex, projection, { idleSeconds: BUILD_LEFT_AFTER_SECONDS, before: erased });
    for (const version of late.filter(({ name }) => name === projection.name)) {
      if (!(await forgetIn(knex, projection, version, { rowKey, erased }))) everywhere = false;
    }
  }
  const names = new Set(own.map(({ name }) => name));
  const builds = await readBuilds(knex);
  return everywhere && !builds.some(({ name, position }) => names.has(name) && (position ?? -1n) < erased);
}

/** The other versions that have not come past the erasure, once nobody moves any of them, or patience is over. */
async function lateVersions(
  knex: Knex,
  own: readonly Projection[],
  { erased, patienceMs }: { erased: Position; patienceMs: number },
): Promise<Checkpoint[]> {
  const versions = new Map(own.map(({ name, version }) => [name, version]));
  for (const until = performance.now() + patienceMs; ; await sleep(ASK_EVERY_MS)) {
    const late = (await readCheckpoints(knex)).filter(
      ({ name, version, position }) =>
        versions.has(name) && versions.get(name) !== version && (position ?? -1n) < erased,
    );
    if (late.every(isLeft) || performance.now() >= until) return late;
  }
}

/** Whether nobody moves it any more. */
const isLeft = ({ idle }: Pick<Checkpoint, 'idle'>): boolean => idle > LEFT_AFTER_SECONDS;

/**
 * Forgets a row in a version that nobody moves; false where somebody does. Whoever comes back to it, after a rollback, has its
 * stream to read from the beginning: what happened before would else be missing in what the erasure leaves. Where there was no
 * row all of the stream is still to come, or it is set aside by now: one version is kept for as long as there is a newer one,
 * and would else have something noted of all that is ever erased.
 */
const forgetIn = (knex: Knex, own: Projection, late: Checkpoint, { rowKey, erased }: ErasedRow): Promise<boolean> =>
  knex.transaction(async (transaction) => {
    const found = await lockCheckpointIfAny(transaction, late);
    if (!found) return true; // dropped just now, with all that was in it
    const { position, tables } = found;
    if ((position ?? -1n) >= erased) return true; // it has folded the erasure
    if (!isLeft(found)) return false;
    await transaction.raw('set local synchronous_commit to on'); // nobody moves it, and nothing would delete the row again
    let deleted = 0;
    for (const table of tables) {
      if (!(await transaction.schema.hasTable(table))) continue;
      // What belongs to it has a key `<its key>/…`; `0` is what comes behind a slash in the order of the column.
      deleted += await transaction(table)
        .where({ [ROW_KEY]: rowKey })
        .orWhereRaw('(?? >= ? and ?? < ?)', [ROW_KEY, `${rowKey}/`, ROW_KEY, `${rowKey}0`])
        .delete();
    }
    if (deleted === 0) return true;
    const streams = own.tables.flatMap(({ stream }) => stream?.(rowKey) ?? []);
    await setAsideErased(transaction, late, streams);
    return true;
  });
