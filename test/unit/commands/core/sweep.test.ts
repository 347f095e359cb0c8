import { describe, expect, it } from 'vitest';
import { sweep } from '../../../../src/commands/core/sweep.js';
import { EventStoreUnavailable } from '../../../../src/platform/eventStore/eventStore.js';
import { createLog } from '../../../../src/platform/log.js';

const log = createLog('silent');

/** Finds, two at a time, what is neither done nor left out. */
const finder =
  (all: readonly string[], done: ReadonlySet<string>) =>
  (except: readonly string[]): Promise<string[]> =>
    Promise.resolve(all.filter((id) => !done.has(id) && !except.includes(id)).slice(0, 2));

describe('a sweep', () => {
  it('does the others where some are broken, also when these come first and fill all that is found in one go', async () => {
    const done = new Set<string>();
    const work = (id: string): Promise<void> => {
      if (id.startsWith('broken')) return Promise.reject(new Error('it cannot be read'));
      done.add(id);
      return Promise.resolve();
    };
    const all = ['broken 1', 'broken 2', 'broken 3', 'good 1', 'good 2'];
    expect(await sweep({ name: 'test', log, next: finder(all, done), work })).toBe(3);
    expect([...done]).toEqual(['good 1', 'good 2']);
  });

  it('looks at each once, although what finds them does not see yet that they are done', async () => {
    const worked: string[] = [];
    const next = (): Promise<string[]> => Promise.resolve(['one', 'other']);
    await sweep({ name: 'test', log, next, work: (id) => Promise.resolve(worked.push(id)) });
    expect(worked).toEqual(['one', 'other']);
  });

  it('ends at once where the event store is out of reach: it is so for all', async () => {
    const worked: string[] = [];
    const work = (id: string): Promise<void> => {
      worked.push(id);
      return Promise.reject(new EventStoreUnavailable('away'));
    };
    const swept = sweep({ name: 'test', log, next: finder(['one', 'other'], new Set()), work });
    await expect(swept).rejects.toThrow(EventStoreUnavailable);
    expect(worked).toEqual(['one']);
  });
});
