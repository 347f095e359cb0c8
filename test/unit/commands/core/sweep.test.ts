import { describe, expect, it } from 'vitest';
import { sweep, type Sweep } from '../../../../src/commands/core/sweep.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';
import { createLog } from '../../../../src/platform/log.js';

const named = { name: 'test', log: createLog('silent'), idOf: (id: string) => id };

/** Finds, two at a time, what stands behind the last one. */
const finder =
  (all: readonly string[]): Sweep<string>['next'] =>
  (after) => {
    const begin = after === undefined ? 0 : all.indexOf(after) + 1;
    return Promise.resolve(all.slice(begin, begin + 2));
  };

describe('a sweep', () => {
  it('does the others where some are broken, also when these come first and fill all that is found in one go', async () => {
    const done: string[] = [];
    const work = (id: string): Promise<unknown> =>
      id.startsWith('broken') ? Promise.reject(new Error('it cannot be read')) : Promise.resolve(done.push(id));
    const all = ['broken 1', 'broken 2', 'broken 3', 'good 1', 'good 2'];
    expect(await sweep({ ...named, next: finder(all), work })).toBe(3);
    expect(done).toEqual(['good 1', 'good 2']);
  });

  it('comes to those behind however many that others are at, and looks at each once', async () => {
    const looked: string[] = [];
    const all = [...Array.from({ length: 2_000 }, (_, n) => `held ${n}`), 'left'];
    await sweep({ ...named, next: finder(all), work: (id) => Promise.resolve(looked.push(id)) });
    expect(looked).toEqual(all);
  });

  it.each([1, 4])(
    'ends where the event store is out of reach: it is so for all, of %i side by side',
    async (sideBySide) => {
      const worked: string[] = [];
      const work = (id: string): Promise<void> => {
        worked.push(id);
        return Promise.reject(new EventStoreUnavailable('away'));
      };
      const next = finder(Array.from({ length: 100 }, (_, n) => `${n}`));
      await expect(sweep({ ...named, next, work, sideBySide })).rejects.toThrow(EventStoreUnavailable);
      expect(worked.length).toBeLessThanOrEqual(sideBySide);
    },
  );

  it('looks at as many side by side as it may, and ends when all of these have', async () => {
    const inHand: { id: string; end: () => void }[] = [];
    const work = (id: string): Promise<void> => new Promise((end) => inHand.push({ id, end }));
    let isOver = false;
    const swept = sweep({ ...named, next: finder(['a', 'b', 'c', 'd']), work, sideBySide: 3 });
    void swept.then(() => (isOver = true));
    await new Promise(setImmediate);
    expect(inHand.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    inHand[1]?.end();
    await new Promise(setImmediate);
    expect(inHand.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    for (const n of [0, 3]) inHand[n]?.end();
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    inHand[2]?.end();
    expect(await swept).toBe(0);
  });

  it('begins nothing more once it is to stop', async () => {
    const stopping = new AbortController();
    const looked: string[] = [];
    const work = (id: string): Promise<void> => {
      looked.push(id);
      if (id === 'b') stopping.abort();
      return Promise.resolve();
    };
    await sweep({ ...named, next: finder(['a', 'b', 'c', 'd']), work, stopping: stopping.signal });
    expect(looked).toEqual(['a', 'b']);
  });
});
