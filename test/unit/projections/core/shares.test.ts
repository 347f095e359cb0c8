import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../../src/platform/eventStore/eventStore.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { eraseRun } from '../../../support/erasedRun.js';
import { recordRun } from '../../../support/executions.js';
import { inPages } from '../../../support/logInPages.js';
import { rebuildProjection, shareThreadsHere } from '../../../support/rebuildProjection.js';
import {
  EVENTS,
  recordedRunsOfEach,
  rebuildInShares,
  standingStill,
  watched,
} from '../../../support/rebuildInShares.js';
import { until } from '../../../support/until.js';

const runs = recordedRunsOfEach();

describe('a rebuild in shares', () => {
  it.each([2, 3])('makes of the log what it is live, in %i', async (shares) => {
    const before = await runs.rows();
    const { asked, eventStore } = watched(runs.core);
    const seen: number[] = [];
    const onProgress = ({ events }: { events: number }) => seen.push(events);
    const done = await rebuildInShares(runs.core, shares, { eventStore, onProgress });
    expect(done).toMatchObject({ events: EVENTS, taken: EVENTS, shares });
    expect(seen.at(-1)).toBe(EVENTS);
    expect(asked).toHaveLength(1 + shares);
    const all = Array.from({ length: shares }, (_, index) => ({ index, of: shares }));
    expect(new Set(asked)).toEqual(new Set([undefined, ...all]));
    expect(await runs.rows()).toEqual(before);
    expect(await runs.builds()).toEqual([]);
  });

  it('loses nothing and takes nothing twice of what comes meanwhile', async () => {
    const meanwhile = { recorded: Promise.resolve<unknown>(undefined), begun: false };
    const onProgress = (): void => {
      if (meanwhile.begun) return;
      meanwhile.begun = true;
      meanwhile.recorded = Promise.all(
        Array.from({ length: 10 }, (_, index) => recordRun(runs.core.handler, `B${index}`)),
      );
    };
    await rebuildInShares(runs.core, 3, { onProgress });
    await meanwhile.recorded;
    await runs.caughtUp();
    const live = await runs.rows();
    await rebuildProjection(runs.core, executionsProjection);
    expect(live).toEqual(await runs.rows());
  });

  it('holds nothing of what is erased while it goes on, whichever of it the shares had taken in the clear', async () => {
    const { ended, goOn } = await standingStill(runs.core);
    const ids = await runs.core.database.knex('executions_v4_rebuild').pluck<string[]>('row_key');
    const others = await runs.core.database.knex('executions_v4').whereNotIn('row_key', ids).pluck<string[]>('row_key');
    for (const id of [...ids.slice(-3), ...others.slice(0, 3)]) await eraseRun(runs.core, id);
    goOn();
    await ended;
    await runs.caughtUp();
    const rebuilt = await runs.rows();
    expect(rebuilt.filter((row) => (row as { erased?: boolean }).erased)).toHaveLength(6);
    await rebuildProjection(runs.core, executionsProjection);
    expect(rebuilt).toEqual(await runs.rows());
  });

  it.each([
    ['goes in shares again for what came meanwhile, where it took much', { again: 0, times: 2 }],
    ['takes in one what came meanwhile, where it took little', { again: EVENTS, times: 1 }],
  ])('%s', async (_how, { again, times }) => {
    const { asked, eventStore: paged } = watched(runs.core);
    let meanwhile: Promise<unknown> | undefined;
    const record = () =>
      Promise.all(Array.from({ length: 10 }, (_, index) => recordRun(runs.core.handler, `B${index}`)));
    const eventStore: EventStore = {
      ...paged,
      async *subscribe(options) {
        if (options?.share) await (meanwhile ??= record());
        yield* paged.subscribe(options);
      },
    };
    expect(await rebuildInShares(runs.core, 3, { eventStore, again })).toMatchObject({
      events: EVENTS + 40,
      shares: 3,
    });
    expect(asked.filter((share) => share?.of === 3)).toHaveLength(3 * times);
    await runs.caughtUp();
    const rebuilt = await runs.rows();
    await rebuildProjection(runs.core, executionsProjection);
    expect(rebuilt).toEqual(await runs.rows());
  });

  it('is gone into once it is long: what is short is taken in one', async () => {
    const threads = shareThreadsHere(runs.core, executionsProjection, { after: EVENTS });
    const { asked, eventStore } = watched(runs.core);
    await rebuildProjection({ ...runs.core, eventStore, threads }, executionsProjection);
    expect(threads.loaded).toBe(0);
    expect(asked).toEqual([undefined]);
  });

  it('calls its threads once the first page is read, and does not wait until that is written', async () => {
    const before = await runs.rows();
    const { eventStore: paged } = inPages(runs.core);
    const threads = shareThreadsHere({ ...runs.core, eventStore: paged }, executionsProjection, { after: 10 });
    const holding = await runs.core.database.knex.transaction();
    const eventStore: EventStore = {
      ...paged,
      async *subscribe(options) {
        if (threads.loaded === 0) await holding('projection_builds').forUpdate().select();
        yield* paged.subscribe(options);
      },
    };
    const rebuilt = rebuildProjection({ ...runs.core, eventStore, threads }, executionsProjection);
    await until(() => threads.loaded === 3 || undefined);
    expect(await runs.builds()).toMatchObject([{ events: 0 }]);
    await holding.rollback();
    expect(await rebuilt).toMatchObject({ taken: EVENTS });
    expect(await runs.rows()).toEqual(before);
  });

  it('goes on in one where there is one core', async () => {
    const { asked, eventStore } = watched(runs.core);
    await rebuildInShares(runs.core, 1, { eventStore });
    expect(asked).toEqual([undefined]);
  });

  it('goes on in one where no thread can be had', async () => {
    const before = await runs.rows();
    const none = { shares: 3, after: 0, start: () => Promise.reject(new Error('There is no thread')) };
    const { asked, eventStore } = watched(runs.core);
    expect(await rebuildProjection({ ...runs.core, eventStore, threads: none }, executionsProjection)).toMatchObject({
      taken: EVENTS,
    });
    expect(asked).toEqual([undefined]);
    expect(await runs.rows()).toEqual(before);
  });

  it('is not gone into where rows are not said to be made by one stream each', async () => {
    const [table, ...others] = executionsProjection.tables.map(
      ({ stream: _stream, ofOneStream: _one, ...shape }) => shape,
    );
    const projection = { ...executionsProjection, tables: [table ?? expect.unreachable(), ...others] };
    const { asked, eventStore } = watched(runs.core);
    await rebuildInShares(runs.core, 3, { eventStore, projection });
    expect(asked).toEqual([undefined]);
  });

  it('is done by one process at a time', async () => {
    const { eventStore, read } = inPages(runs.core);
    const one = () => rebuildInShares(runs.core, 2, { eventStore });
    expect(await Promise.all([one(), one()])).toMatchObject([{ taken: EVENTS }, { taken: EVENTS }]);
    expect(read.mostReaders).toBe(2);
  });
});
