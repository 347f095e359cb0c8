import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventStore } from '../../../../src/platform/eventStore/eventStore.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { readBuilds } from '../../../../src/projections/core/builds.js';
import type { Core } from '../../../support/core.js';
import { eraseRun } from '../../../support/erasedRun.js';
import { recordRun } from '../../../support/executions.js';
import { inPages } from '../../../support/logInPages.js';
import { rowsOf } from '../../../support/readModels.js';
import { rebuildProjection, shareThreadsHere } from '../../../support/rebuildProjection.js';
import {
  EVENTS,
  openRecordedRuns,
  rebuildInShares,
  standingStill,
  watched,
  type RecordedRuns,
} from '../../../support/rebuildInShares.js';
import { until } from '../../../support/until.js';

let runs: RecordedRuns;
let core: Core;
beforeEach(async () => {
  runs = await openRecordedRuns();
  ({ core } = runs);
});
afterEach(() => runs.close());

const rows = () => rowsOf(core.database.knex, executionsProjection);
const builds = () => readBuilds(core.database.knex);

describe('a rebuild in shares', () => {
  it.each([2, 3])('makes of the log what it is live, in %i', async (shares) => {
    const before = await rows();
    const { asked, eventStore } = watched(core);
    const seen: number[] = [];
    const onProgress = ({ events }: { events: number }) => seen.push(events);
    const done = await rebuildInShares(core, shares, { eventStore, onProgress });
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
    await rebuildInShares(core, 3, { onProgress });
    await meanwhile.recorded;
    await runs.caughtUp();
    const live = await rows();
    await rebuildProjection(core, executionsProjection);
    expect(live).toEqual(await rows());
  });

  it('holds nothing of what is erased while it goes on, whichever of it the shares had taken in the clear', async () => {
    const { ended, goOn } = await standingStill(core);
    const ids = await core.database.knex('executions_v1_rebuild').pluck<string[]>('row_key');
    const others = await core.database.knex('executions_v1').whereNotIn('row_key', ids).pluck<string[]>('row_key');
    for (const id of [...ids.slice(-3), ...others.slice(0, 3)]) await eraseRun(core, id);
    goOn();
    await ended;
    await runs.caughtUp();
    const rebuilt = await rows();
    expect(rebuilt.filter((row) => (row as { erased?: boolean }).erased)).toHaveLength(6);
    await rebuildProjection(core, executionsProjection);
    expect(rebuilt).toEqual(await rows());
  });

  it.each([
    ['goes in shares again for what came meanwhile, where it took much', { again: 0, times: 2 }],
    ['takes in one what came meanwhile, where it took little', { again: EVENTS, times: 1 }],
  ])('%s', async (_how, { again, times }) => {
    const { asked, eventStore: paged } = watched(core);
    let meanwhile: Promise<unknown> | undefined;
    const record = () => Promise.all(Array.from({ length: 10 }, (_, index) => recordRun(core.handler, `B${index}`)));
    const eventStore: EventStore = {
      ...paged,
      async *subscribe(options) {
        if (options?.share) await (meanwhile ??= record());
        yield* paged.subscribe(options);
      },
    };
    expect(await rebuildInShares(core, 3, { eventStore, again })).toMatchObject({ events: EVENTS + 40, shares: 3 });
    expect(asked.filter((share) => share?.of === 3)).toHaveLength(3 * times);
    await runs.caughtUp();
    const rebuilt = await rows();
    await rebuildProjection(core, executionsProjection);
    expect(rebuilt).toEqual(await rows());
  });

  it('is gone into once it is long: what is short is taken in one', async () => {
    const threads = shareThreadsHere(core, executionsProjection, { after: EVENTS });
    const { asked, eventStore } = watched(core);
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
    const { asked, eventStore } = watched(core);
    await rebuildInShares(core, 1, { eventStore });
    expect(asked).toEqual([undefined]);
  });

  it('goes on in one where no thread can be had', async () => {
    const before = await rows();
    const none = { shares: 3, after: 0, start: () => Promise.reject(new Error('There is no thread')) };
    const { asked, eventStore } = watched(core);
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
    const { asked, eventStore } = watched(core);
    await rebuildInShares(core, 3, { eventStore, projection });
    expect(asked).toEqual([undefined]);
  });

  it('is done by one process at a time', async () => {
    const { eventStore, read } = inPages(core);
    const one = () => rebuildInShares(core, 2, { eventStore });
    expect(await Promise.all([one(), one()])).toMatchObject([{ taken: EVENTS }, { taken: EVENTS }]);
    expect(read.mostReaders).toBe(2);
  });
});
