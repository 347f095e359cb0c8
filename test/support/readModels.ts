import type { Knex } from 'knex';
import type { Position } from '../../src/platform/eventStore/eventStore.js';
import { checkpointKey, readCheckpoints } from '../../src/projections/core/checkpoints.js';
import { tableName, type Projection } from '../../src/projections/core/projection.js';
import { until } from './until.js';

/** The tables of projections, as they are called in the database. */
export const tableNames = (projections: readonly Projection[]): string[] =>
  projections.flatMap((projection) => projection.tables.map((table) => tableName(projection, table)));

/** All rows of a projection's tables, table by table, by key. */
export async function rowsOf(knex: Knex, projection: Projection): Promise<object[]> {
  const rows: object[] = [];
  for (const name of tableNames([projection]))
    rows.push(...(await knex(name).select<object[]>('*').orderBy('row_key')));
  return rows;
}

/** Resolves when the projections have passed a position. */
export async function passed(knex: Knex, projections: readonly Projection[], position: Position): Promise<void> {
  await until(async () => {
    const checkpoints = await readCheckpoints(knex);
    const at = new Map(checkpoints.map((one) => [checkpointKey(one), one.position ?? -1n]));
    return projections.every((projection) => (at.get(checkpointKey(projection)) ?? -1n) >= position) || undefined;
  }, 60_000);
}
