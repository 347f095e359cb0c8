import { describe, expect, it } from 'vitest';
import { createByteRoom, type ByteRoomSize } from '../../../src/platform/byteRoom.js';

/** Work that ends when it is told to, or says that it holds less. */
function works(size: ByteRoomSize) {
  const room = createByteRoom(size);
  const begun: string[] = [];
  const under = new Map<string, { end(failure?: Error): void; holdsOnly(bytes: number): void }>();
  const hold = (name: string, bytes: number, tenant = 'acme'): Promise<string> =>
    room.hold(tenant, bytes, (holdsOnly) => {
      begun.push(name);
      return new Promise((resolve, reject) =>
        under.set(name, { holdsOnly, end: (failure) => (failure ? reject(failure) : resolve(name)) }),
      );
    });
  return { hold, begun, end: (name: string, failure?: Error) => under.get(name)?.end(failure), under };
}

const settled = (): Promise<void> => new Promise(setImmediate);

describe('room in memory', () => {
  it('lets in what there is room for, and the others in their order once there is', async () => {
    const { hold, begun, end } = works({ all: 10, forSmall: 0 });
    const all = [hold('a', 6), hold('b', 4), hold('c', 8), hold('d', 1)];
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await all[1];
    await settled();
    expect(begun).toEqual(['a', 'b']);
    end('a');
    await all[0];
    await settled();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    ['c', 'd'].forEach((name) => end(name));
    await Promise.all(all);
  });

  it('is given back by work that fails, and is all for what is larger than it', async () => {
    const { hold, begun, end } = works({ all: 10, forSmall: 0 });
    const large = hold('large', 100);
    const next = hold('next', 1);
    await settled();
    expect(begun).toEqual(['large']);
    end('large', new Error('failed'));
    await expect(large).rejects.toThrow('failed');
    await settled();
    end('next');
    expect(await next).toBe('next');
  });

  it('is had by tenants in turns', async () => {
    const { hold, begun, end } = works({ all: 10, forSmall: 0 });
    const all = [hold('a1', 10, 'a'), hold('a2', 10, 'a'), hold('a3', 10, 'a'), hold('b1', 10, 'b')];
    for (const name of ['a1', 'b1', 'a2', 'a3']) {
      await settled();
      expect(begun.at(-1)).toBe(name);
      end(name);
    }
    await Promise.all(all);
  });

  it('has a part in which small work passes by what does not fit, which comes in all the same', async () => {
    const { hold, begun, end } = works({ all: 10, forSmall: 2 });
    const all = [hold('large', 8, 'a'), hold('larger', 9, 'a'), hold('small', 2, 'b'), hold('smaller', 1, 'c')];
    await settled();
    expect(begun).toEqual(['large', 'small']);
    end('small');
    await settled();
    expect(begun).toEqual(['large', 'small', 'smaller']);
    end('large');
    await settled();
    expect(begun).toEqual(['large', 'small', 'smaller', 'larger']);
    ['larger', 'smaller'].forEach((name) => end(name));
    await Promise.all(all);
  });

  it('is given back as soon as work turns out to hold less', async () => {
    const { hold, begun, end, under } = works({ all: 10, forSmall: 0 });
    const all = [hold('archive', 10), hold('next', 9)];
    await settled();
    under.get('archive')?.holdsOnly(1);
    await settled();
    expect(begun).toEqual(['archive', 'next']);
    ['archive', 'next'].forEach((name) => end(name));
    await Promise.all(all);
    const last = hold('last', 10);
    await settled();
    expect(begun).toContain('last');
    end('last');
    await last;
  });
});
