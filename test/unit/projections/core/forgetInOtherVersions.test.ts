import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '../../../../src/platform/eventStore/eventStore.js';
import { casesProjection } from '../../../../src/projections/cases/casesProjection.js';
import { createCheckpointSignal } from '../../../../src/projections/core/checkpointSignal.js';
import { forgetInOtherVersions } from '../../../../src/projections/core/forgetInOtherVersions.js';
import type { Projection } from '../../../../src/projections/core/projection.js';
import { startProjector } from '../../../../src/projections/core/projector.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { eraseRun } from '../../../support/erasedRun.js';
import { recordRun } from '../../../support/executions.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { rebuildProjection } from '../../../support/rebuildProjection.js';
import { until } from '../../../support/until.js';

let core: Core;
beforeEach(async () => void (core = await openCore()));
afterEach(() => core.close());

const head = async (): Promise<Position> => (await core.eventStore.head()) ?? expect.unreachable('the log is empty');
const bringToEnd = async (projection: Projection): Promise<void> => {
  const projector = startProjector({ ...core, signal: createCheckpointSignal(), projections: [projection] });
  await passed(core.database.knex, [projection], await head());
  await projector.stop();
};
const leaveAll = (): PromiseLike<unknown> =>
  core.database.knex.raw(`update projection_checkpoints set moved_at = now() - interval '1 hour'`);
/** As a process with the next version of the read model asks. */
const forget = async (projection: Projection, id: string, patienceMs = 0): Promise<boolean> => {
  const next = { ...projection, version: projection.version + 1 };
  return forgetInOtherVersions(core.database.knex, [next], id, { erased: await head(), patienceMs });
};

describe('a version that was left', () => {
  it('has nothing noted of what is erased and it never had: one is kept for a rollback for good', async () => {
    const { knex } = core.database;
    await recordRun(core.handler, 'ABEL');
    await bringToEnd(executionsProjection);
    const later = await recordRun(core.handler, 'BERG');
    await leaveAll();
    await eraseRun(core, later);
    expect(await forget(executionsProjection, later)).toBe(true);
    expect(await forget(casesProjection, later)).toBe(true); // asked for every read model that has such ids
    expect(await knex('projection_set_aside')).toEqual([]);

    await bringToEnd(executionsProjection);
    const goneOn = await rowsOf(knex, executionsProjection);
    await rebuildProjection(core, executionsProjection);
    expect(await rowsOf(knex, executionsProjection)).toEqual(goneOn);
    expect(goneOn).toContainEqual(expect.objectContaining({ row_key: later, erased: true }));
  });

  it('is not waited for: whoever asks after a rollback has his answer at once', async () => {
    const run = await recordRun(core.handler, 'ABEL');
    await bringToEnd(executionsProjection);
    await leaveAll();
    await eraseRun(core, run);
    expect(await forget(executionsProjection, run, 3_600_000)).toBe(true);
    expect(await rowsOf(core.database.knex, executionsProjection)).toEqual([]);
  });

  it('has nothing left of what is erased where it is dropped just then', async () => {
    const { knex } = core.database;
    await recordRun(core.handler, 'ABEL');
    await leaveAll();
    const dropping = await knex.transaction();
    await dropping('projection_checkpoints').where({ name: executionsProjection.name }).delete();
    const forgotten = forget(executionsProjection, 'somebody');
    await until(async () => {
      const { rows } = await knex.raw<{ rows: unknown[] }>(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0 || undefined;
    });
    await dropping.commit();
    expect(await forgotten).toBe(true);
  });
});
