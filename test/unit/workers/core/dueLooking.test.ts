import { describe, expect, it } from 'vitest';
import { createLog } from '../../../../src/platform/log.js';
import { startDueLooking } from '../../../../src/workers/core/dueLooking.js';
import { until } from '../../../support/until.js';

const log = createLog('silent');

describe('looking for what is due', () => {
  it('asks once for all topics, and tells those in which something is', async () => {
    const asked: string[][] = [];
    const told = { a: 0, b: 0 };
    const look = (topics: readonly string[]) => {
      asked.push([...topics]);
      return Promise.resolve({ due: ['b'], full: new Map() });
    };
    const looking = startDueLooking({ due: { look }, log });
    looking.watch('a', () => told.a++);
    looking.watch('b', () => told.b++);
    await until(() => (asked.length > 1 ? true : undefined));
    await looking.stop();
    expect(asked[0]).toEqual(['a', 'b']);
    expect(told.a).toBe(1); // when it began to watch
    expect(told.b).toBeGreaterThan(1);
  });

  it('says so while it gets no answer, and goes on', async () => {
    let away = true;
    const look = () => (away ? Promise.reject(new Error('away')) : Promise.resolve({ due: [], full: new Map() }));
    const looking = startDueLooking({ due: { look }, log });
    looking.watch('a', () => undefined);
    const complaint = (): string | undefined => {
      try {
        return void looking.assertLooks();
      } catch (error) {
        return String(error);
      }
    };
    expect(await until(complaint)).toMatch(/What is due cannot be read/);
    away = false;
    await until(() => (complaint() === undefined ? true : undefined));
    await looking.stop();
  });

  it('knows of whom a topic has more than there is room for, as of when it was counted last, which is not each time', async () => {
    let full = new Map([['a', ['many']]]);
    const counted: boolean[] = [];
    const look = (_topics: readonly string[], counts = true) => {
      counted.push(counts);
      return Promise.resolve(counts ? { due: [], full } : { due: [] });
    };
    const looking = startDueLooking({ due: { look }, log });
    looking.watch('a', () => undefined);
    expect(looking.isFullOf('a', 'many')).toBe(false);
    await until(() => looking.isFullOf('a', 'many') || undefined);
    expect([looking.isFullOf('a', 'one'), looking.isFullOf('b', 'many')]).toEqual([false, false]);
    full = new Map();
    await until(() => counted.length > 2 || undefined);
    expect([counted, looking.isFullOf('a', 'many')]).toEqual([[true, false, false], true]);
    await until(() => !looking.isFullOf('a', 'many') || undefined);
    expect(counted.slice(3)).toEqual([false, false, true]);
    await looking.stop();
  });

  it('tells sooner where something is known to be due sooner than it looks again', async () => {
    let told = 0;
    const looking = startDueLooking({ due: { look: () => new Promise(() => undefined) }, log });
    looking.watch('a', () => told++);
    looking.dueIn('a', 5);
    await until(() => (told === 2 ? true : undefined));
    void looking.stop();
  });
});
