import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Position } from '../../platform/eventStore/eventStore.js';
import { readCheckpoints, type Checkpoint } from './checkpoints.js';
import { ROW_KEY, type VersionOf } from './projection.js';
import { LEFT_AFTER_SECONDS } from './servedVersion.js';

/** How long the projectors of other versions, if there are any, have to come past the erasure. */
const PATIENCE_MS = 5_000;
const ASK_EVERY_MS = 200;

/**
 * Deletes the row of something erased, and the rows that belong to it, from the tables of versions other than `own` that nobody moves any more, and that the
 * fact of the erasure therefore does not reach; `erased` is a position at or behind it. A version that moves folds the
 * erasure itself. Read by its id, the row is there again, from its stream.
 */
export async function forgetInOtherVersions(
  knex: Knex,
  own: VersionOf,
  rowKey: string,
  { erased, patienceMs = PATIENCE_MS }: { erased: Position; patienceMs?: number },
): Promise<void> {
  const leftBehind = async (): Promise<Checkpoint[]> =>
    (await readCheckpoints(knex)).filter(
      ({ name, version, position, idle }) =>
        name === own.name && version !== own.version && (position ?? -1n) < erased && idle > LEFT_AFTER_SECONDS,
    );
  const until = performance.now() + patienceMs;
  let left = await leftBehind();
  while (left.length > 0 && performance.now() < until) {
    await sleep(ASK_EVERY_MS);
    left = await leftBehind();
  }
  for (const table of left.flatMap(({ tables }) => tables)) {
    if (!(await knex.schema.hasTable(table))) continue;
    // What belongs to it has a key `<its key>/…`; `0` is what comes behind a slash in the order of the column.
    await knex(table)
      .where({ [ROW_KEY]: rowKey })
      .orWhereRaw('(?? >= ? and ?? < ?)', [ROW_KEY, `${rowKey}/`, ROW_KEY, `${rowKey}0`])
      .delete();
  }
}
