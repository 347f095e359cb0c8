import { beforeAll, expect, it } from 'vitest';
import type { NewEvent, ReadOptions } from '../../../src/platform/eventStore/eventStore.js';
import type { StoreUnderTest } from '../eventStore.js';
import { all, ids, newEvent, newEvents, unique } from './events.js';

/** What reading one stream promises. */
export function readContract(tried: () => StoreUnderTest): void {
  const stream = unique('stream');
  const long = unique('stream');
  const events = newEvents('Noted', 10);
  const many = newEvents('Noted', 1203);
  const read = (options?: ReadOptions) => all(tried().store.readStream(stream, options));
  const numbers = async (options: ReadOptions) => (await read(options)).map(({ revision }) => Number(revision));

  beforeAll(async () => {
    await tried().store.append(stream, events, 'no_stream');
    await tried().store.append(long, many, 'no_stream');
  });

  it('finds nothing in a stream that does not exist', async () => {
    for (const direction of ['forwards', 'backwards'] as const) {
      expect(await all(tried().store.readStream(unique('stream'), { direction }))).toEqual([]);
    }
  });

  it('reads all of a stream, forwards by default', async () => {
    expect(ids(await read())).toEqual(ids(events));
  });

  it('reads backwards from the end', async () => {
    expect(ids(await read({ direction: 'backwards' }))).toEqual(ids(events).reverse());
  });

  it.each([
    [{ from: 7n }, [7, 8, 9]],
    [{ limit: 2 }, [0, 1]],
    [{ from: 3n, limit: 3 }, [3, 4, 5]],
    [{ from: 9n, limit: 3 }, [9]],
    [{ from: 10n }, []],
    [{ limit: 0 }, []],
    [{ direction: 'backwards', limit: 2 }, [9, 8]],
    [{ direction: 'backwards', from: 1n }, [1, 0]],
    [{ direction: 'backwards', from: 5n, limit: 3 }, [5, 4, 3]],
    [{ direction: 'backwards', from: 99n, limit: 1 }, [9]],
  ] as const)('reads the slice %o', async (options, revisions) => {
    expect(await numbers(options)).toEqual(revisions);
  });

  it.each(['forwards', 'backwards'] as const)('reads a stream of many pages %s without a gap', async (direction) => {
    const expected = direction === 'forwards' ? ids(many) : ids(many).reverse();
    expect(ids(await all(tried().store.readStream(long, { direction })))).toEqual(expected);
  });

  it('lets a reader leave early and read again', async () => {
    for (let n = 0; n < 20; n++) {
      for await (const event of tried().store.readStream(long)) {
        expect(event.id).toBe(many[0]?.id);
        break;
      }
    }
  });

  it('tells streams apart that differ in case or in one character', async () => {
    const name = unique('stream');
    const written = new Map<string, NewEvent>();
    for (const variant of [name, name.toUpperCase(), `${name}-`, `${name}:ü`]) {
      written.set(variant, newEvent('Noted'));
      await tried().store.append(variant, [written.get(variant)!], 'no_stream');
    }
    for (const [variant, event] of written) {
      expect(ids(await all(tried().store.readStream(variant)))).toEqual([event.id]);
    }
  });

  it('tells the last revision of each of many streams asked for at once, and that one does not exist', async () => {
    const { store } = tried();
    const asked = [stream, unique('stream'), long, stream];
    const revisions = await Promise.all(asked.map((name) => store.lastRevision(name)));
    expect(revisions).toEqual([9n, undefined, 1202n, 9n]);
    await store.append(stream, [newEvent('Noted')], 9n);
    expect(await store.lastRevision(stream)).toBe(10n);
  });

  it('names the newest event of the log as its head', async () => {
    const { position } = await tried().store.append(unique('stream'), newEvents('Noted', 3), 'no_stream');
    expect(await tried().store.head()).toBe(position);
  });
}
