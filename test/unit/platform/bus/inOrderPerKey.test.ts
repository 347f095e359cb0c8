import { describe, expect, it } from 'vitest';
import { inOrderPerKey } from '../../../../src/platform/bus/inOrderPerKey.js';
import { until } from '../../../support/until.js';

const wanted = (): boolean => true;

describe('items of keys', () => {
  it('are handled in order within a key, each again until it is handled, and other keys go on meanwhile', async () => {
    const seen: string[] = [];
    let failures = 2;
    const queue = inOrderPerKey<string>(
      1,
      (item) => {
        seen.push(item);
        return Promise.resolve(item !== 'a1' || failures-- <= 0);
      },
      20,
    );
    const added = ['a1', 'a2', 'b1'].map((item) => queue.add(item.charAt(0), item, wanted));
    expect(await Promise.all(added)).toEqual([true, true, true]);
    expect(seen).toEqual(['a1', 'b1', 'a1', 'a1', 'a2']);
  });

  it('are given up when they are closed, but for what is under way', async () => {
    let release: (handled: boolean) => void = () => undefined;
    const seen: string[] = [];
    const queue = inOrderPerKey<string>(1, (item) => {
      seen.push(item);
      return new Promise<boolean>((resolve) => (release = resolve));
    });
    const added = ['a1', 'a2', 'b1'].map((item) => queue.add(item.charAt(0), item, wanted));
    await until(() => seen[0]);
    queue.close();
    release(true);
    expect(await Promise.all(added)).toEqual([true, false, false]);
    expect(seen).toEqual(['a1']);
  });

  it('that pause are given up at once when they are closed', async () => {
    let tries = 0;
    const queue = inOrderPerKey<string>(1, () => Promise.resolve(++tries < 0), 3_600_000);
    const added = queue.add('a', 'a1', wanted);
    await until(() => tries || undefined);
    queue.close();
    expect(await added).toBe(false);
  });

  it('that are not wanted any more are passed over', async () => {
    const seen: string[] = [];
    const queue = inOrderPerKey<string>(1, (item) => Promise.resolve(seen.push(item) > 0));
    const added = [queue.add('a', 'a1', () => false), queue.add('a', 'a2', wanted)];
    expect(await Promise.all(added)).toEqual([false, true]);
    expect(seen).toEqual(['a2']);
  });
});
