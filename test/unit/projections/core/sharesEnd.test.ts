import { describe, expect, it } from 'vitest';
import { executionStream } from '../../../../src/domain/executions/execution.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { FoldFailed } from '../../../../src/projections/core/applyEvents.js';
import { BuildLost } from '../../../../src/projections/core/builds.js';
import { ShareFailed, type ShareThreads } from '../../../../src/projections/core/shares.js';
import { inPages } from '../../../support/logInPages.js';
import { rebuildProjection, shareThreadsHere } from '../../../support/rebuildProjection.js';
import { recordedRunsOfEach, rebuildInShares, standingStill } from '../../../support/rebuildInShares.js';

const runs = recordedRunsOfEach();

describe('a rebuild in shares', () => {
  it('is written by nobody who was thought to be gone and comes back', async () => {
    const before = await runs.rows();
    const gone = await runs.sink().openBuild(1n);
    await gone.shares?.split(2, await runs.head());
    const goneShare = (await runs.sink().openShare?.(1n, 0)) ?? expect.unreachable();
    const next = await runs.sink().openBuild(2n);
    expect(next.shares?.count).toBe(2);
    const step = { events: [], from: undefined, to: goneShare.until };
    await expect(goneShare.take(step)).rejects.toBeInstanceOf(BuildLost);
    await expect(runs.sink().openShare?.(1n, 1)).rejects.toBeInstanceOf(BuildLost);
    await expect(gone.shares?.join()).rejects.toBeInstanceOf(BuildLost);
    const nextShare = (await runs.sink().openShare?.(2n, 0)) ?? expect.unreachable();
    await nextShare.take(step);
    await expect(next.shares?.join()).rejects.toBeInstanceOf(BuildLost); // the other share is not at its end
    await Promise.all([gone, goneShare, next, nextShare].map((one) => one.close()));
    expect(await runs.rows()).toEqual(before);
  });

  it('that is cancelled ends, and leaves nothing but the live table', async () => {
    const before = await runs.rows();
    const { ended, goOn } = await standingStill(runs.core);
    expect(await runs.sink().dropBuild()).toBe(true);
    goOn();
    await expect(ended).rejects.toThrow(BuildLost);
    expect(await runs.rows()).toEqual(before);
    expect(await runs.core.database.knex.schema.hasTable('executions_v4_rebuild')).toBe(false);
    expect(await runs.core.database.knex('projection_build_shares')).toEqual([]);
  });

  it('ends when the database lost the last of a share, and does not go on as if it had not', async () => {
    const before = await runs.rows();
    const { ended, goOn } = await standingStill(runs.core);
    await runs.core.database.knex('projection_build_shares').where({ share: 1 }).decrement('position', 1);
    goOn();
    await expect(ended).rejects.toThrow(BuildLost);
    expect(await runs.rows()).toEqual(before);
  });

  it('is dropped where a fold fails in one of them, and the others end', async () => {
    const before = await runs.rows();
    const { rows: keys } = await runs.core.database.knex.raw<{ rows: { id: string }[] }>(
      'select execution_id as id from executions_v4 order by 1 limit 1',
    );
    const [table, ...others] = executionsProjection.tables;
    if (!table) expect.unreachable();
    const mistaken: typeof table = {
      ...table,
      fold(row, event) {
        if (event.stream === executionStream(keys[0]?.id ?? '')) throw new Error('It cannot be taken');
        return table.fold(row, event);
      },
    };
    const projection = { ...executionsProjection, tables: [mistaken, ...others] };
    await expect(rebuildInShares(runs.core, 3, { projection })).rejects.toBeInstanceOf(FoldFailed);
    expect(await runs.builds()).toEqual([]);
    expect(await runs.rows()).toEqual(before);
  });

  it('is dropped where a fold fails in a thread', async () => {
    const threads = shareThreadsHere(runs.core, executionsProjection);
    const failing: ShareThreads = {
      ...threads,
      start: async (...asked) => {
        const take = await threads.start(...asked);
        return async (...share) => {
          await take(...share);
          throw new ShareFailed('executions fails on ExecutionCompleted', 'FoldFailed');
        };
      },
    };
    const { eventStore } = inPages(runs.core);
    const ended = rebuildProjection({ ...runs.core, eventStore, threads: failing }, executionsProjection);
    await expect(ended).rejects.toThrow('executions fails on ExecutionCompleted');
    expect(await runs.builds()).toEqual([]);
  });
});
