import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { BuildLost, readBuilds } from '../../../../src/projections/core/builds.js';
import { forgetInOtherVersions } from '../../../../src/projections/core/forgetInOtherVersions.js';
import { dropLeftBuilds } from '../../../../src/projections/core/leftBuilds.js';
import { createTableSink } from '../../../../src/projections/core/tableSink.js';
import type { Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
import { inPages } from '../../../support/logInPages.js';
import { rowsOf } from '../../../support/readModels.js';
import type { Position } from '../../../../src/platform/eventStore/eventStore.js';
import { rebuildersGone, rebuildProjection } from '../../../support/rebuildProjection.js';
import {
  EVENTS,
  leaveInShares,
  openRecordedRuns,
  rebuildInShares,
  standingStill,
  watched,
  type RecordedRuns,
} from '../../../support/rebuildInShares.js';
import { startRebuildProcess } from '../../../support/startRebuildProcess.js';
import { until } from '../../../support/until.js';

let runs: RecordedRuns;
let core: Core;
const children = new Set<ChildProcess>();
beforeEach(async () => {
  runs = await openRecordedRuns();
  ({ core } = runs);
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await runs.close();
});

const rows = () => rowsOf(core.database.knex, executionsProjection);
const builds = () => readBuilds(core.database.knex);
const sink = () => createTableSink(core, executionsProjection);
const head = async (): Promise<Position> => (await core.eventStore.head()) ?? expect.unreachable('the log is empty');

describe('a rebuild in shares', () => {
  it('goes on in as many when it was killed, and comes to what is live', { timeout: 60_000 }, async () => {
    const before = await rows();
    const child = startRebuildProcess(core, { pages: 1, shares: 3 });
    children.add(child);
    child.stdout.resume();
    await until(async () => {
      const [{ shares, events } = { shares: 0, events: 0 }] = await builds();
      return (shares === 3 && events > 10) || undefined;
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await rebuildersGone(core.database.knex);
    const [left] = await builds();
    expect(left).toMatchObject({ name: 'executions', shares: 3 });
    expect(await rows()).toEqual(before);

    const { eventStore, asked } = watched(core);
    const done = await rebuildInShares(core, 2, { eventStore });
    const { events = 0 } = left ?? {};
    expect(done).toMatchObject({ events: EVENTS, taken: EVENTS - events });
    expect(new Set(asked.map((share) => share?.of))).toEqual(new Set([3]));
    expect(await rows()).toEqual(before);
  });

  it('that is left is gone on with where each share was', async () => {
    const before = await rows();
    await leaveInShares(core);
    const { events } = (await builds())[0] ?? expect.unreachable();
    expect(await rows()).toEqual(before);
    expect(await rebuildInShares(core, 3)).toMatchObject({ events: EVENTS, taken: EVENTS - events });
    expect(await rows()).toEqual(before);
  });

  it('that is gone on with is taken by no more at the same time than there are threads, or by one', async () => {
    const before = await rows();
    for (const threads of [1, 2]) {
      await leaveInShares(core);
      const { eventStore, read } = inPages(core);
      expect(await rebuildInShares(core, threads, { eventStore })).toMatchObject({ events: EVENTS, shares: 3 });
      expect(read.mostReaders).toBe(threads);
      expect(await rows()).toEqual(before);
    }
  });

  it('that is gone on with goes in shares, too, from where it was to end when it was split', async () => {
    await leaveInShares(core);
    for (let index = 0; index < 10; index++) await recordRun(core.handler, `B${index}`);
    const { asked, eventStore } = watched(core);
    expect(await rebuildInShares(core, 2, { eventStore })).toMatchObject({ events: EVENTS + 40, shares: 2 });
    expect(asked.map((share) => share?.of)).toEqual([3, 3, 3, undefined, 2, 2]);
    await runs.caughtUp();
    const rebuilt = await rows();
    await rebuildProjection(core, executionsProjection);
    expect(rebuilt).toEqual(await rows());
  });

  it('tells for how long the one of them has stood still that has longest, of those that are not at their end', async () => {
    const { knex } = core.database;
    const build = await sink().openBuild(1n);
    await build.shares?.split(3, await head());
    await build.close();
    const ago = (hours: number) => ({ moved_at: knex.raw(`now() - ? * interval '1 hour'`, [hours]) });
    const shares = () => knex('projection_build_shares');
    await knex('projection_builds').update(ago(4));
    await shares().where({ share: 0 }).update(ago(1));
    await shares().where({ share: 1 }).update(ago(2));
    await shares()
      .where({ share: 2 })
      .update({ ...ago(3), position: knex.ref('until') });
    const idleHours = async () => ((await builds())[0]?.idle ?? 0) / 3600;
    expect(await idleHours()).toBeCloseTo(2, 1);
    await shares().update({ position: knex.ref('until') });
    expect(await idleHours()).toBeCloseTo(1, 1);
  });

  it('begins anew where stores have come to share out streams in another way', async () => {
    const { knex } = core.database;
    const left = await sink().openBuild(1n);
    await left.shares?.split(2, await head());
    await left.close();
    const { rowCount } = await knex.raw<{ rowCount: number }>(
      `update projection_builds set shape = replace(shape, '"split":1', '"split":0') where shape like '%"split":1,%'`,
    );
    expect(rowCount).toBe(1);
    const next = await sink().openBuild(2n);
    expect(next.shares?.count).toBe(0);
    await next.close();
  });

  it('that was left for long is not dropped any more once somebody goes on with it', async () => {
    const { knex } = core.database;
    const hourAgo = { moved_at: knex.raw(`now() - interval '1 hour'`) };
    const left = await sink().openBuild(1n);
    await left.shares?.split(2, await head());
    await left.close();
    await knex('projection_build_shares').update(hourAgo);
    const next = await sink().openBuild(2n);
    await knex('projection_builds').update(hourAgo); // as it is when its shares are at work for an hour
    expect(await dropLeftBuilds(knex, executionsProjection, { idleSeconds: 60 })).toBe(0);
    expect(await builds()).toMatchObject([{ shares: 2 }]);
    await next.close();
  });

  it('holds nothing erased: it is dropped where something is erased that it may hold, unless somebody is at it', async () => {
    const { ended, goOn } = await standingStill(core);
    await sink()
      .openBuild(1_000_000n)
      .then((build) => build.close()); // whoever was at it is thought to be gone
    goOn();
    await expect(ended).rejects.toThrow(BuildLost);
    const { knex } = core.database;
    const erased = await head();
    const forget = () => forgetInOtherVersions(knex, executionsProjection, 'somebody', { erased, patienceMs: 0 });
    const hourAgo = { moved_at: knex.raw(`now() - interval '1 hour'`) };
    await knex('projection_builds').update(hourAgo);
    expect(await forget()).toBe(false); // its shares have moved since
    await knex('projection_build_shares').update(hourAgo);
    await knex.transaction(async (busy) => {
      await busy('projection_build_shares').where({ share: 2 }).forUpdate().select();
      expect(await dropLeftBuilds(knex, executionsProjection, { idleSeconds: 60 })).toBe(0);
    });
    expect(await forget()).toBe(true);
    expect(await builds()).toEqual([]);
    expect(await knex.schema.hasTable('executions_v1_rebuild')).toBe(false);
  });
});
