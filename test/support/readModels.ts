import type { Knex } from 'knex';
import type { Position } from '../../src/platform/eventStore/eventStore.js';
import { readCheckpoints } from '../../src/projections/core/checkpoints.js';
import type { Projection } from '../../src/projections/core/projection.js';
import { until } from './until.js';

/** All rows of a projection's live table, by key. */
export async function rowsOf(knex: Knex, projection: Projection): Promise<object[]> {
  return knex(projection.table.name).select<object[]>('*').orderBy('row_key');
}

/** Resolves when the projections have passed a position. */
export async function passed(knex: Knex, projections: readonly Projection[], position: Position): Promise<void> {
  await until(async () => {
    const checkpoints = await readCheckpoints(knex);
    return projections.every(({ name }) => (checkpoints.get(name)?.position ?? -1n) >= position) || undefined;
  }, 60_000);
}
