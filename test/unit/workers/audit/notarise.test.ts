import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rootOf } from '../../../../src/domain/audit/index.js';
import type { RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { createExclusive } from '../../../../src/platform/exclusive/exclusive.js';
import { createLogTree, TreeMoved } from '../../../../src/projections/audit/logTree.js';
import { LogDiffers, treeHashing } from '../../../../src/projections/audit/notary.js';
import { assertSameLog, startNotary } from '../../../../src/workers/audit/notarise.js';
import { all, newEvent, newEvents } from '../../../contract/eventStore/events.js';
import { openNotarisedLog, type NotarisedLog } from '../../../support/notarisedLog.js';
import { until } from '../../../support/until.js';

describe('the notary', () => {
  let log: NotarisedLog;

  beforeEach(async () => {
    log = await openNotarisedLog();
  });
  afterEach(() => log.close());

  const append = (count: number): Promise<unknown> =>
    log.eventStore.append(`thing-${randomUUID()}`, newEvents('Noted', count), 'no_stream');
  async function stored(): Promise<RecordedEvent[]> {
    const { rows } = await log.database.knex.raw<{ rows: { stream: string }[] }>(
      'select stream from events group by stream order by min(position)',
    );
    const streams = await Promise.all(rows.map(({ stream }) => all(log.eventStore.readStream(stream))));
    return streams.flat();
  }
  const rootNow = async (): Promise<Uint8Array> => rootOf((await log.tree.read()).front, treeHashing);

  it('comes to the same tree however often it is broken off and goes on', async () => {
    for (const [count, size] of [
      [3, 3],
      [1, 4],
      [7, 11],
      [2, 13],
    ] as const) {
      await append(count);
      await log.follow(size);
    }
    const stepwise = await rootNow();
    for (const table of ['log_tree_leaves', 'log_tree_nodes']) await log.database.knex(table).delete();
    await log.database.knex('log_tree').update({ size: 0, position: null });
    await log.follow(13);
    expect(await rootNow()).toEqual(stepwise);
    expect((await log.verify()).differs).toBeUndefined();
  });

  it('takes events of types that this version does not know', async () => {
    await log.eventStore.append('thing-1', [newEvent('OfALaterVersion')], 'no_stream');
    await log.follow(1);
    expect((await log.tree.progress()).size).toBe(1);
  });

  it('takes an event with half of a surrogate pair, which no canonical form has', async () => {
    await log.eventStore.append('thing-1', [newEvent('Noted', { text: 'half \ud83d' })], 'no_stream');
    await log.follow(1);
    expect((await log.verify()).differs).toBeUndefined();
  });

  it('adds all of a step or nothing: what a kill leaves is gone on with', async () => {
    await append(5);
    const events = await stored();
    // The nodes come last: a tree that is torn there has no leaves, and is no larger.
    await log.database.knex('log_tree_nodes').insert({ level: 2, index: 0, hash: Buffer.alloc(32) });
    await expect(log.notary.take(await log.tree.read(), events)).rejects.toThrow();
    expect(await log.tree.progress()).toMatchObject({ size: 0, position: undefined });
    expect(await log.tree.leavesFrom(0, 5)).toEqual([]);
    await log.database.knex('log_tree_nodes').delete();
    await log.follow(5);
    expect((await log.verify()).differs).toBeUndefined();
  });

  it('lets one of two that think they are the only one add events, and refuses the other', async () => {
    await append(2);
    const [state, events] = [await log.tree.read(), await stored()];
    await log.notary.take(state, events);
    await expect(log.notary.take(state, events)).rejects.toThrow(TreeMoved);
    expect((await log.verify()).events).toBe(2);
  });

  it('is led by one of several processes, and makes one tree while they come and go', async () => {
    const exclusive = createExclusive(log);
    const start = () => startNotary({ ...log, tree: createLogTree(log.database.knex), exclusive, gatherMs: 0 });
    const [one, other] = [start(), start()];
    await append(4);
    await until(async () => ((await log.tree.progress()).size === 4 ? true : undefined));
    await one();
    await append(3);
    await until(async () => ((await log.tree.progress()).size === 7 ? true : undefined));
    await other();
    expect(await log.verify()).toMatchObject({ events: 7, differs: undefined });
  });

  it('stops, says so to everybody and signs nothing, where the log is another one than the tree is of', async () => {
    await append(3);
    await log.follow(3);
    await log.database.knex('events').where({ position: 3 }).delete();
    await append(4);
    await expect(log.follow(7)).rejects.toThrow(LogDiffers);
    expect((await log.tree.progress()).error).toContain('The event at position 3 is not in the log as it was');
    await expect(log.proofs.signHead()).rejects.toThrow(LogDiffers);
    expect((await log.tree.progress()).size).toBe(3);
  });

  it('goes on by itself once the log is what it was', async () => {
    await append(2);
    await log.follow(2);
    const move = (from: number, to: number) =>
      log.database.knex('events').where({ position: from }).update({ position: to });
    await move(2, 99);
    await expect(assertSameLog(log)).rejects.toThrow(LogDiffers);
    await move(99, 2);
    await append(1);
    await log.follow(3);
    expect(await log.tree.progress()).toMatchObject({ size: 3, error: null });
  });
});
