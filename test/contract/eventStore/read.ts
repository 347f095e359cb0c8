import { beforeAll, expect, it } from 'vitest';
import type { NewEvent, ReadOptions, RecordedEvent } from '../../../src/platform/eventStore/eventStore.js';
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

  it.each(['forwards', 'backwards'] as const)(
    'reads a large stream %s a page of so many bytes at a time',
    async (direction) => {
      const { store, direct, network } = tried();
      const large = unique('stream');
      const written = Array.from({ length: 60 }, () => newEvent('Noted', { text: 'x'.repeat(100_000) }));
      for (let n = 0; n < written.length; n += 5) {
        await direct.append(large, written.slice(n, n + 5), n === 0 ? 'no_stream' : BigInt(n - 1));
      }
      const before = network.sent();
      const read = store.readStream(large, { direction, pageBytes: 250_000 })[Symbol.asyncIterator]();
      const { value: first } = (await read.next()) as { value: RecordedEvent };
      const sentByThen = network.sent() - before;
      const rest = await all({ [Symbol.asyncIterator]: () => read });
      expect(ids([first, ...rest])).toEqual(direction === 'forwards' ? ids(written) : ids(written).reverse());
      // What a socket and the client's own buffers hold comes on top.
      expect(sentByThen).toBeLessThan(2_500_000);
    },
  );

  it('reads an event that is larger than a page', async () => {
    const large = unique('stream');
    const written = Array.from({ length: 3 }, () => newEvent('Noted', { text: 'x'.repeat(2_000) }));
    await tried().store.append(large, written, 'no_stream');
    expect(ids(await all(tried().store.readStream(large, { pageBytes: 1_000 })))).toEqual(ids(written));
    expect(ids(await all(tried().store.readStream(large, { pageBytes: 1_000, limit: 2 })))).toEqual(
      ids(written).slice(0, 2),
    );
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
