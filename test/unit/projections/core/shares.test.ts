import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executionStream } from '../../../../src/domain/executions/execution.js';
import type { EventStore, LogShare, Position } from '../../../../src/platform/eventStore/eventStore.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { FoldFailed } from '../../../../src/projections/core/applyEvents.js';
import { BuildLost, readBuilds } from '../../../../src/projections/core/builds.js';
import { forgetInOtherVersions } from '../../../../src/projections/core/forgetInOtherVersions.js';
import { dropLeftBuilds } from '../../../../src/projections/core/leftBuilds.js';
import type { Projection } from '../../../../src/projections/core/projection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { ShareFailed, type ShareThreads } from '../../../../src/projections/core/shares.js';
import { createTableSink } from '../../../../src/projections/core/tableSink.js';
import { openCore, type Core } from '../../../support/core.js';
import { eraseRun } from '../../../support/erasedRun.js';
import { recordRun } from '../../../support/executions.js';
import { inPages } from '../../../support/logInPages.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { rebuildersGone, rebuildProjection, shareThreadsHere } from '../../../support/rebuildProjection.js';
import { startRebuildProcess } from '../../../support/startRebuildProcess.js';
import { until } from '../../../support/until.js';

/** Runs in the log, and the events of all of them. */
const RUNS = 15;
const EVENTS = RUNS * 4;

let core: Core;
let projector: Projector;
const children = new Set<ChildProcess>();
beforeEach(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: [executionsProjection] });
  for (let index = 0; index < RUNS; index++) await recordRun(core.handler, `A${index}`);
  await caughtUp();
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await projector.stop();
  await core.close();
});

const head = async (): Promise<Position> => (await core.eventStore.head()) ?? expect.unreachable('the log is empty');
const caughtUp = async () => passed(core.database.knex, [executionsProjection], await head());
const rows = (projection: Projection = executionsProjection) => rowsOf(core.database.knex, projection);
const builds = () => readBuilds(core.database.knex);
const sink = () => createTableSink(core, executionsProjection);

/** A rebuild in pages of ten events, the first of them in one and then in shares, of which the threads are this one. */
function rebuildInShares(
  shares: number,
  { eventStore = inPages(core).eventStore, projection = executionsProjection, ...options }: RebuildSpec = {},
) {
  const parts = { ...core, eventStore };
  return rebuildProjection({ ...parts, threads: shareThreadsHere(parts, projection, { shares }) }, projection, options);
}

interface RebuildSpec {
  again?: number;
  eventStore?: EventStore;
  projection?: Projection;
  abort?: AbortSignal;
  onProgress?: (progress: { events: number; taken: number }) => void;
}

/** A log that tells in which shares it is read. */
function watched(store: EventStore = inPages(core).eventStore) {
  const asked: (LogShare | undefined)[] = [];
  const eventStore: EventStore = {
    ...store,
    subscribe(options) {
      asked.push(options?.share);
      return store.subscribe(options);
    },
  };
  return { asked, eventStore };
}

/** A rebuild that has taken a page in one and a page of each of three shares, and stands still. */
async function standingStill() {
  const { eventStore, goOn } = inPages(core, { most: 1 });
  let told = 0;
  const ended = rebuildInShares(3, { eventStore, onProgress: () => (told += 1) });
  ended.catch(() => undefined);
  await until(() => told >= 4 || undefined);
  return { ended, goOn };
}

describe('a rebuild in shares', () => {
  it.each([2, 3])('makes of the log what it is live, in %i', async (shares) => {
    const before = await rows();
    const { asked, eventStore } = watched();
    const seen: number[] = [];
    const onProgress = ({ events }: { events: number }) => seen.push(events);
    const done = await rebuildInShares(shares, { eventStore, onProgress });
    expect(done).toMatchObject({ events: EVENTS, taken: EVENTS, shares });
    expect(seen.at(-1)).toBe(EVENTS);
    expect(asked).toHaveLength(1 + shares);
    const all = Array.from({ length: shares }, (_, index) => ({ index, of: shares }));
    expect(new Set(asked)).toEqual(new Set([undefined, ...all]));
    expect(await rows()).toEqual(before);
    expect(await builds()).toEqual([]);
  });

  it('loses nothing and takes nothing twice of what comes meanwhile', async () => {
    const meanwhile = { recorded: Promise.resolve<unknown>(undefined), begun: false };
    const onProgress = (): void => {
      if (meanwhile.begun) return;
      meanwhile.begun = true;
      meanwhile.recorded = Promise.all(Array.from({ length: 10 }, (_, index) => recordRun(core.handler, `B${index}`)));
    };
    await rebuildInShares(3, { onProgress });
    await meanwhile.recorded;
    await caughtUp();
    const live = await rows();
    await rebuildProjection(core, executionsProjection);
    expect(live).toEqual(await rows());
  });

  it('holds nothing of what is erased while it goes on, whichever of it the shares had taken in the clear', async () => {
    const { ended, goOn } = await standingStill();
    const ids = await core.database.knex('executions_v1_rebuild').pluck<string[]>('row_key');
    const others = await core.database.knex('executions_v1').whereNotIn('row_key', ids).pluck<string[]>('row_key');
    for (const id of [...ids.slice(-3), ...others.slice(0, 3)]) await eraseRun(core, id);
    goOn();
    await ended;
    await caughtUp();
    const rebuilt = await rows();
    expect(rebuilt.filter((row) => (row as { erased?: boolean }).erased)).toHaveLength(6);
    await rebuildProjection(core, executionsProjection);
    expect(rebuilt).toEqual(await rows());
  });

  it.each([
    ['goes in shares again for what came meanwhile, where it took much', { again: 0, times: 2 }],
    ['takes in one what came meanwhile, where it took little', { again: EVENTS, times: 1 }],
  ])('%s', async (_how, { again, times }) => {
    const { asked, eventStore: paged } = watched();
    let meanwhile: Promise<unknown> | undefined;
    const record = () => Promise.all(Array.from({ length: 10 }, (_, index) => recordRun(core.handler, `B${index}`)));
    const eventStore: EventStore = {
      ...paged,
      async *subscribe(options) {
        if (options?.share) await (meanwhile ??= record());
        yield* paged.subscribe(options);
      },
    };
    expect(await rebuildInShares(3, { eventStore, again })).toMatchObject({ events: EVENTS + 40, shares: 3 });
    expect(asked.filter((share) => share?.of === 3)).toHaveLength(3 * times);
    await caughtUp();
    const rebuilt = await rows();
    await rebuildProjection(core, executionsProjection);
    expect(rebuilt).toEqual(await rows());
  });

  it('is gone into once it is long: what is short is taken in one', async () => {
    const threads = shareThreadsHere(core, executionsProjection, { after: EVENTS });
    const { asked, eventStore } = watched();
    await rebuildProjection({ ...core, eventStore, threads }, executionsProjection);
    expect(threads.loaded).toBe(0);
    expect(asked).toEqual([undefined]);
  });

  it('calls its threads once the first page is read, and does not wait until that is written', async () => {
    const before = await rows();
    const { eventStore: paged } = inPages(core);
    const threads = shareThreadsHere({ ...core, eventStore: paged }, executionsProjection, { after: 10 });
    const holding = await core.database.knex.transaction();
    const eventStore: EventStore = {
      ...paged,
      async *subscribe(options) {
        if (threads.loaded === 0) await holding('projection_builds').forUpdate().select();
        yield* paged.subscribe(options);
      },
    };
    const rebuilt = rebuildProjection({ ...core, eventStore, threads }, executionsProjection);
    await until(() => threads.loaded === 3 || undefined);
    expect(await builds()).toMatchObject([{ events: 0 }]);
    await holding.rollback();
    expect(await rebuilt).toMatchObject({ taken: EVENTS });
    expect(await rows()).toEqual(before);
  });

  it('goes on in one where there is one core', async () => {
    const { asked, eventStore } = watched();
    await rebuildInShares(1, { eventStore });
    expect(asked).toEqual([undefined]);
  });

  it('goes on in one where no thread can be had', async () => {
    const before = await rows();
    const none = { shares: 3, after: 0, start: () => Promise.reject(new Error('There is no thread')) };
    const { asked, eventStore } = watched();
    expect(await rebuildProjection({ ...core, eventStore, threads: none }, executionsProjection)).toMatchObject({
      taken: EVENTS,
    });
    expect(asked).toEqual([undefined]);
    expect(await rows()).toEqual(before);
  });

  it('is not gone into where rows are not said to be made by one stream each', async () => {
    const [table, ...others] = executionsProjection.tables.map(
      ({ stream: _stream, ofOneStream: _one, ...shape }) => shape,
    );
    const projection = { ...executionsProjection, tables: [table ?? expect.unreachable(), ...others] };
    const { asked, eventStore } = watched();
    await rebuildInShares(3, { eventStore, projection });
    expect(asked).toEqual([undefined]);
  });

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

    const { eventStore, asked } = watched();
    const done = await rebuildInShares(2, { eventStore });
    const { events = 0 } = left ?? {};
    expect(done).toMatchObject({ events: EVENTS, taken: EVENTS - events });
    expect(new Set(asked.map((share) => share?.of))).toEqual(new Set([3]));
    expect(await rows()).toEqual(before);
  });

  it('that is left is gone on with where each share was', async () => {
    const before = await rows();
    const leaving = new AbortController();
    const { eventStore } = inPages(core, { most: 1 });
    let told = 0;
    const onProgress = (): void => void ((told += 1) === 4 && leaving.abort());
    const left = rebuildInShares(3, { eventStore, abort: leaving.signal, onProgress });
    await expect(left).rejects.toThrow(/given up/);
    const { events } = (await builds())[0] ?? expect.unreachable();
    expect(await rows()).toEqual(before);
    expect(await rebuildInShares(3)).toMatchObject({ events: EVENTS, taken: EVENTS - events });
    expect(await rows()).toEqual(before);
  });

  it('that is gone on with is taken by no more at the same time than there are threads, or by one', async () => {
    const before = await rows();
    for (const threads of [1, 2]) {
      const leaving = new AbortController();
      let told = 0;
      const onProgress = (): void => void ((told += 1) === 4 && leaving.abort());
      const { eventStore: few } = inPages(core, { most: 1 });
      const left = rebuildInShares(3, { eventStore: few, abort: leaving.signal, onProgress });
      await expect(left).rejects.toThrow(/given up/);
      const { eventStore, read } = inPages(core);
      expect(await rebuildInShares(threads, { eventStore })).toMatchObject({ events: EVENTS, shares: 3 });
      expect(read.mostReaders).toBe(threads);
      expect(await rows()).toEqual(before);
    }
  });

  it('that is gone on with goes in shares, too, from where it was to end when it was split', async () => {
    const leaving = new AbortController();
    let told = 0;
    const onProgress = (): void => void ((told += 1) === 4 && leaving.abort());
    const { eventStore: few } = inPages(core, { most: 1 });
    const left = rebuildInShares(3, { eventStore: few, abort: leaving.signal, onProgress });
    await expect(left).rejects.toThrow(/given up/);
    for (let index = 0; index < 10; index++) await recordRun(core.handler, `B${index}`);
    const { asked, eventStore } = watched();
    expect(await rebuildInShares(2, { eventStore })).toMatchObject({ events: EVENTS + 40, shares: 2 });
    expect(asked.map((share) => share?.of)).toEqual([3, 3, 3, undefined, 2, 2]);
    await caughtUp();
    const rebuilt = await rows();
    await rebuildProjection(core, executionsProjection);
    expect(rebuilt).toEqual(await rows());
  });

  it('is done by one process at a time', async () => {
    const { eventStore, read } = inPages(core);
    const one = () => rebuildInShares(2, { eventStore });
    expect(await Promise.all([one(), one()])).toMatchObject([{ taken: EVENTS }, { taken: EVENTS }]);
    expect(read.mostReaders).toBe(2);
  });

  it('is written by nobody who was thought to be gone and comes back', async () => {
    const before = await rows();
    const gone = await sink().openBuild(1n);
    await gone.shares?.split(2, await head());
    const goneShare = (await sink().openShare?.(1n, 0)) ?? expect.unreachable();
    const next = await sink().openBuild(2n);
    expect(next.shares?.count).toBe(2);
    const step = { events: [], from: undefined, to: goneShare.until };
    await expect(goneShare.take(step)).rejects.toBeInstanceOf(BuildLost);
    await expect(sink().openShare?.(1n, 1)).rejects.toBeInstanceOf(BuildLost);
    await expect(gone.shares?.join()).rejects.toBeInstanceOf(BuildLost);
    const nextShare = (await sink().openShare?.(2n, 0)) ?? expect.unreachable();
    await nextShare.take(step);
    await expect(next.shares?.join()).rejects.toBeInstanceOf(BuildLost); // the other share is not at its end
    await Promise.all([gone, goneShare, next, nextShare].map((one) => one.close()));
    expect(await rows()).toEqual(before);
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

  it('that is cancelled ends, and leaves nothing but the live table', async () => {
    const before = await rows();
    const { ended, goOn } = await standingStill();
    expect(await sink().dropBuild()).toBe(true);
    goOn();
    await expect(ended).rejects.toThrow(BuildLost);
    expect(await rows()).toEqual(before);
    expect(await core.database.knex.schema.hasTable('executions_v1_rebuild')).toBe(false);
    expect(await core.database.knex('projection_build_shares')).toEqual([]);
  });

  it('ends when the database lost the last of a share, and does not go on as if it had not', async () => {
    const before = await rows();
    const { ended, goOn } = await standingStill();
    await core.database.knex('projection_build_shares').where({ share: 1 }).decrement('position', 1);
    goOn();
    await expect(ended).rejects.toThrow(BuildLost);
    expect(await rows()).toEqual(before);
  });

  it('is dropped where a fold fails in one of them, and the others end', async () => {
    const before = await rows();
    const { rows: keys } = await core.database.knex.raw<{ rows: { id: string }[] }>(
      'select execution_id as id from executions_v1 order by 1 limit 1',
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
    await expect(rebuildInShares(3, { projection })).rejects.toBeInstanceOf(FoldFailed);
    expect(await builds()).toEqual([]);
    expect(await rows()).toEqual(before);
  });

  it('is dropped where a fold fails in a thread', async () => {
    const threads = shareThreadsHere(core, executionsProjection);
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
    const { eventStore } = inPages(core);
    const ended = rebuildProjection({ ...core, eventStore, threads: failing }, executionsProjection);
    await expect(ended).rejects.toThrow('executions fails on ExecutionCompleted');
    expect(await builds()).toEqual([]);
  });

  it('holds nothing erased: it is dropped where something is erased that it may hold, unless somebody is at it', async () => {
    const { ended, goOn } = await standingStill();
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
