import { afterEach, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { BuildLost } from '../../../../src/projections/core/builds.js';
import { forgetInOtherVersions } from '../../../../src/projections/core/forgetInOtherVersions.js';
import { dropLeftBuilds } from '../../../../src/projections/core/leftBuilds.js';
import { recordRun } from '../../../support/executions.js';
import { inPages } from '../../../support/logInPages.js';
import { rebuildersGone, rebuildProjection } from '../../../support/rebuildProjection.js';
import {
  EVENTS,
  leaveInShares,
  recordedRunsOfEach,
  rebuildInShares,
  standingStill,
  watched,
} from '../../../support/rebuildInShares.js';
import { startRebuildProcess } from '../../../support/startRebuildProcess.js';
import { until } from '../../../support/until.js';

const runs = recordedRunsOfEach();
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

describe('a rebuild in shares', () => {
  it('goes on in as many when it was killed, and comes to what is live', async () => {
    const before = await runs.rows();
    const child = startRebuildProcess(runs.core, { pages: 1, shares: 3 });
    children.add(child);
    child.stdout.resume();
    await until(async () => {
      const [{ shares, events } = { shares: 0, events: 0 }] = await runs.builds();
      return (shares === 3 && events > 10) || undefined;
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await rebuildersGone(runs.core.database.knex);
    const [left] = await runs.builds();
    expect(left).toMatchObject({ name: 'executions', shares: 3 });
    expect(await runs.rows()).toEqual(before);

    const { eventStore, asked } = watched(runs.core);
    const done = await rebuildInShares(runs.core, 2, { eventStore });
    const { events = 0 } = left ?? {};
    expect(done).toMatchObject({ events: EVENTS, taken: EVENTS - events });
    expect(new Set(asked.map((share) => share?.of))).toEqual(new Set([3]));
    expect(await runs.rows()).toEqual(before);
  });

  it('that is left is gone on with where each share was', async () => {
    const before = await runs.rows();
    await leaveInShares(runs.core);
    const { events } = (await runs.builds())[0] ?? expect.unreachable();
    expect(await runs.rows()).toEqual(before);
    expect(await rebuildInShares(runs.core, 3)).toMatchObject({ events: EVENTS, taken: EVENTS - events });
    expect(await runs.rows()).toEqual(before);
  });

  it('that is gone on with is taken by no more at the same time than there are threads, or by one', async () => {
    const before = await runs.rows();
    for (const threads of [1, 2]) {
      await leaveInShares(runs.core);
      const { eventStore, read } = inPages(runs.core, { together: threads });
      expect(await rebuildInShares(runs.core, threads, { eventStore })).toMatchObject({ events: EVENTS, shares: 3 });
      expect(read.mostReaders).toBe(threads);
      expect(await runs.rows()).toEqual(before);
    }
  });

  it('that is gone on with goes in shares, too, from where it was to end when it was split', async () => {
    await leaveInShares(runs.core);
    for (let index = 0; index < 10; index++) await recordRun(runs.core.handler, `B${index}`);
    const { asked, eventStore } = watched(runs.core);
    expect(await rebuildInShares(runs.core, 2, { eventStore })).toMatchObject({ events: EVENTS + 40, shares: 2 });
    expect(asked.map((share) => share?.of)).toEqual([3, 3, 3, undefined, 2, 2]);
    await runs.caughtUp();
    const rebuilt = await runs.rows();
    await rebuildProjection(runs.core, executionsProjection);
    expect(rebuilt).toEqual(await runs.rows());
  });

  it('tells for how long the one of them has stood still that has longest, of those that are not at their end', async () => {
    const { knex } = runs.core.database;
    const build = await runs.sink().openBuild(1n);
    await build.shares?.split(3, await runs.head());
    await build.close();
    const ago = (hours: number) => ({ moved_at: knex.raw(`now() - ? * interval '1 hour'`, [hours]) });
    const shares = () => knex('projection_build_shares');
    await knex('projection_builds').update(ago(4));
    await shares().where({ share: 0 }).update(ago(1));
    await shares().where({ share: 1 }).update(ago(2));
    await shares()
      .where({ share: 2 })
      .update({ ...ago(3), position: knex.ref('until') });
    const idleHours = async () => ((await runs.builds())[0]?.idle ?? 0) / 3600;
    expect(await idleHours()).toBeCloseTo(2, 1);
    await shares().update({ position: knex.ref('until') });
    expect(await idleHours()).toBeCloseTo(1, 1);
  });

  it('begins anew where stores have come to share out streams in another way', async () => {
    const { knex } = runs.core.database;
    const left = await runs.sink().openBuild(1n);
    await left.shares?.split(2, await runs.head());
    await left.close();
    const { rowCount } = await knex.raw<{ rowCount: number }>(
      `update projection_builds set shape = replace(shape, '"split":1', '"split":0') where shape like '%"split":1,%'`,
    );
    expect(rowCount).toBe(1);
    const next = await runs.sink().openBuild(2n);
    expect(next.shares?.count).toBe(0);
    await next.close();
  });

  it('that was left for long is not dropped any more once somebody goes on with it', async () => {
    const { knex } = runs.core.database;
    const hourAgo = { moved_at: knex.raw(`now() - interval '1 hour'`) };
    const left = await runs.sink().openBuild(1n);
    await left.shares?.split(2, await runs.head());
    await left.close();
    await knex('projection_build_shares').update(hourAgo);
    const next = await runs.sink().openBuild(2n);
    await knex('projection_builds').update(hourAgo); // as it is when its shares are at work for an hour
    expect(await dropLeftBuilds(knex, executionsProjection, { idleSeconds: 60 })).toBe(0);
    expect(await runs.builds()).toMatchObject([{ shares: 2 }]);
    await next.close();
  });

  it('holds nothing erased: it is dropped where something is erased that it may hold, unless somebody is at it', async () => {
    const { ended, goOn } = await standingStill(runs.core);
    await runs
      .sink()
      .openBuild(1_000_000n)
      .then((build) => build.close()); // whoever was at it is thought to be gone
    goOn();
    await expect(ended).rejects.toThrow(BuildLost);
    const { knex } = runs.core.database;
    const erased = await runs.head();
    const forget = () => forgetInOtherVersions(knex, [executionsProjection], 'somebody', { erased, patienceMs: 0 });
    const hourAgo = { moved_at: knex.raw(`now() - interval '1 hour'`) };
    await knex('projection_builds').update(hourAgo);
    expect(await forget()).toBe(false); // its shares have moved since
    await knex('projection_build_shares').update(hourAgo);
    await knex.transaction(async (busy) => {
      await busy('projection_build_shares').where({ share: 2 }).forUpdate().select();
      expect(await dropLeftBuilds(knex, executionsProjection, { idleSeconds: 60 })).toBe(0);
    });
    expect(await forget()).toBe(true);
    expect(await runs.builds()).toEqual([]);
    expect(await knex.schema.hasTable('executions_v4_rebuild')).toBe(false);
  });
});
