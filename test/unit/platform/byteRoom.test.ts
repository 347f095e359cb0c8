import { describe, expect, it } from 'vitest';
import { createByteRoom } from '../../../src/platform/byteRoom.js';

/** Work that ends when it is told to. */
function works(most: number) {
  const room = createByteRoom(most);
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const hold = (name: string, bytes: number): Promise<string> =>
    room.hold(bytes, () => {
      begun.push(name);
      return new Promise((resolve, reject) => ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))));
    });
  return { hold, begun, end: (name: string, failure?: Error) => ends.get(name)?.(failure) };
}

describe('room in memory', () => {
  it('lets in what there is room for, and the others in their order once there is', async () => {
    const { hold, begun, end } = works(10);
    const all = [hold('a', 6), hold('b', 4), hold('c', 8), hold('d', 1)];
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await all[1];
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
    end('a');
    await all[0];
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    ['c', 'd'].forEach((name) => end(name));
    await Promise.all(all);
  });

  it('is given back by work that fails, and is all for what is larger than it', async () => {
    const { hold, begun, end } = works(10);
    const large = hold('large', 100);
    const next = hold('next', 1);
    await new Promise(setImmediate);
    expect(begun).toEqual(['large']);
    end('large', new Error('failed'));
    await expect(large).rejects.toThrow('failed');
    await new Promise(setImmediate);
    end('next');
    expect(await next).toBe('next');
  });
});
