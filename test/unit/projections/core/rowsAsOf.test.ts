import { describe, expect, it } from 'vitest';
import { MOST_LOOKED_AT, newestFirst, rowsAsOf } from '../../../../src/projections/core/rowsAsOf.js';

const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}`);

describe('a list as of a moment', () => {
  it('looks at each thing once, and leaves out what was not there', async () => {
    const asked: string[] = [];
    const find = (key: string) => {
      asked.push(key);
      return Promise.resolve(key === 'gone' ? undefined : key);
    };
    expect(await rowsAsOf(['a', 'gone', 'a', 'b'], find)).toEqual(['a', 'b']);
    expect(asked).toEqual(['a', 'gone', 'b']);
  });

  it('is refused where there were more than it looks at, before any is read', async () => {
    const find = () => expect.unreachable();
    await expect(rowsAsOf(keys(MOST_LOOKED_AT + 1), find)).rejects.toMatchObject({ reason: 'invalid' });
    expect(await rowsAsOf(keys(MOST_LOOKED_AT), (key) => Promise.resolve(key))).toHaveLength(MOST_LOOKED_AT);
  });

  it('reads a few at a time, and no more once one cannot be read', async () => {
    let reading = 0;
    let most = 0;
    let read = 0;
    const find = async (key: string) => {
      most = Math.max(most, ++reading);
      read += 1;
      await Promise.resolve();
      reading -= 1;
      if (key === 'k5') throw new Error('cannot be read');
      return key;
    };
    await expect(rowsAsOf(keys(100), find)).rejects.toThrow('cannot be read');
    expect(most).toBe(2);
    expect(read).toBeLessThan(20);
  });

  it('goes from the newest to the oldest, and by ids where these are as new', () => {
    const rows = [
      { id: 'a', created_at: '2026-01-01' },
      { id: 'c', created_at: '2026-01-02' },
      { id: 'B', created_at: '2026-01-02' },
    ];
    expect(rows.sort(newestFirst(({ id }) => id)).map(({ id }) => id)).toEqual(['c', 'B', 'a']);
  });
});
