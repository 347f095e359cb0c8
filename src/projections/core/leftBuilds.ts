import type { Knex } from 'knex';
import type { Position } from '../../platform/eventStore/eventStore.js';
import { lockIdleShares } from './buildShares.js';
import type { VersionOf } from './projection.js';

/** Which builds are dropped that nobody goes on with. */
interface Left {
  /** For how long nobody has moved them, by the database's clock. */
  idleSeconds: number;
  /** Those alone that have not come to this position. */
  before?: Position;
}

/** Drops what was begun of builds of a projection, whichever version, that nobody is at. How many these were. */
export const dropLeftBuilds = (
  knex: Knex,
  { name }: Pick<VersionOf, 'name'>,
  { idleSeconds, before }: Left,
): Promise<number> =>
  knex.transaction(async (transaction) => {
    // One whose row is locked, or that of a share, is at work.
    const { rows } = await transaction.raw<{ rows: { version: number; tables: string[] }[] }>(
      `select version, tables from projection_builds
       where name = ? and moved_at < now() - ? * interval '1 second' and coalesce(position, -1) < coalesce(?::bigint, position + 1, 0)
       for update skip locked`,
      [name, idleSeconds, before?.toString() ?? null],
    );
    let dropped = 0;
    for (const { version, tables } of rows) {
      if (!(await lockIdleShares(transaction, { name, version }, idleSeconds))) continue;
      for (const table of tables) await transaction.raw('drop table if exists ??', [table]);
      await transaction('projection_set_aside').where({ name, version, building: true }).delete();
      await transaction('projection_builds').where({ name, version }).delete();
      dropped += 1;
    }
    return dropped;
  });
