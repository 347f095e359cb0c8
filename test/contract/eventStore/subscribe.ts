import { expect, it } from 'vitest';
import type { ExpectedRevision, NewEvent, RecordedEvent } from '../../../src/platform/eventStore/eventStore.js';
import { until } from '../../support/until.js';
import type { StoreUnderTest } from '../eventStore.js';
import { A_TIME, follow, ids, newEvent, newEvents, unique } from './events.js';

/** What following the log promises. */
export function subscribeContract(tried: () => StoreUnderTest): void {
  const append = (events: NewEvent[], stream = unique('stream'), expected: ExpectedRevision = 'no_stream') =>
    tried().store.append(stream, events, expected);

  it('delivers everything from the beginning that matches, in log order and whole', async () => {
    const [type, stream] = [unique('Type'), unique('stream')];
    const events = newEvents(type, 3);
    await append(events, stream);
    await append([newEvent(unique('Other'))]);
    const later = newEvent(type);
    const { position } = await append([later], stream, 2n);
    const follower = follow(tried().store, { typePrefixes: [type] });
    const received = await follower.received(4);
    await follower.stop();
    expect(ids(received)).toEqual(ids([...events, later]));
    expect(received.at(-1)).toEqual({ ...later, stream, revision: 3n, position, recorded_at: A_TIME });
  });

  it('begins behind the given position', async () => {
    const type = unique('Type');
    const before = await append(newEvents(type, 2));
    const events = newEvents(type, 3);
    await append(events);
    const follower = follow(tried().store, { after: before.position });
    await follower.live();
    await follower.stop();
    expect(ids(follower.events)).toEqual(ids(events));
  });

  it('filters by the beginnings of types, taken literally', async () => {
    const name = unique('Type');
    const after = (await append([newEvent('Noted')])).position;
    const types = [`${name}.a`, `${name}.b`, `${name}.c`, `${name.toLowerCase()}.a`, `x${name}.a`, `${name}Xa`];
    await append(types.map((type) => newEvent(type)));
    const follower = follow(tried().store, { after, typePrefixes: [`${name}.a`, `${name}.b`] });
    const wildcards = follow(tried().store, {
      after,
      typePrefixes: ['%', '.*', `${name}_`, ''.padEnd(name.length, '_')],
    });
    await Promise.all([follower.live(), wildcards.live()]);
    await Promise.all([follower.stop(), wildcards.stop()]);
    expect(follower.events.map(({ type }) => type)).toEqual([`${name}.a`, `${name}.b`]);
    expect(wildcards.events).toEqual([]);
  });

  it('moves its position past events that it leaves out, so that one can wait for it', async () => {
    const after = await tried().store.head();
    const follower = follow(tried().store, { after, typePrefixes: [unique('Type')] });
    await follower.live();
    const { position } = await append(newEvents('Noted', 3));
    await until(() => ((follower.batches.at(-1)?.position ?? 0n) >= position ? true : undefined));
    await follower.stop();
    expect(follower.events).toEqual([]);
  });

  it('gives no position that lies behind the end of the log', async () => {
    const { store } = tried();
    const after = await store.head();
    const [one, none] = [follow(store, { after }), follow(store, { after, typePrefixes: [unique('Type')] })];
    const { position } = await append(newEvents('Noted', 3));
    for (const follower of [one, none]) {
      await until(() => ((follower.batches.at(-1)?.position ?? 0n) >= position ? true : undefined));
      await follower.stop();
    }
    const end = (await store.end()) ?? expect.unreachable();
    for (const { position: given } of [...one.batches, ...none.batches]) expect(given <= end).toBe(true);
  });

  it('loses nothing where its position may move late, and moves it all the same', async () => {
    const type = unique('Type');
    const after = (await append([newEvent(type)])).position;
    const follower = follow(tried().store, { after, typePrefixes: [type], movesLate: true });
    await follower.live();
    const events = newEvents(type, 4);
    for (const event of events) {
      await append(newEvents('Noted', 2));
      await append([event]);
    }
    await follower.received(events.length);
    const { position } = await append(newEvents('Noted', 2));
    await until(() => ((follower.batches.at(-1)?.position ?? 0n) >= position ? true : undefined));
    await follower.stop();
    expect(ids(follower.events)).toEqual(ids(events));
  });

  it('says when it has caught up, and goes on live', async () => {
    const type = unique('Type');
    const after = (await append([newEvent(type)])).position;
    const past = newEvents(type, 250);
    await append(past);
    const follower = follow(tried().store, { after, batchSize: 100 });
    await follower.live();
    expect(ids(follower.events)).toEqual(ids(past));
    const fresh = newEvents(type, 3);
    for (const event of fresh) await append([event]);
    await follower.received(253);
    await follower.live();
    await follower.stop();
    expect(ids(follower.events)).toEqual(ids([...past, ...fresh]));
  });

  it('keeps batches within their size and positions ascending', async () => {
    const type = unique('Type');
    const after = (await append([newEvent(type)])).position;
    await append(newEvents(type, 95));
    const follower = follow(tried().store, { after, batchSize: 10 });
    await follower.live();
    await follower.stop();
    expect(Math.max(...follower.batches.map(({ events }) => events.length))).toBeLessThanOrEqual(10);
    expect(follower.events).toHaveLength(95);
    for (const { events, position } of follower.batches) {
      expect(position).toBeGreaterThanOrEqual(events.at(-1)?.position ?? 0n);
    }
  });

  it('keeps batches within their bytes, but for a single event that is larger', async () => {
    const type = unique('Type');
    const after = (await append([newEvent(type)])).position;
    const sizes = [300, 300, 300, 5_000, 100, 9_000, 9_000, 100, 400, 400, 200, 5];
    const events = sizes.map((size) => newEvent(type, { text: 'x'.repeat(size) }));
    for (const event of events) await append([event, newEvent(unique('Other'), { text: 'y'.repeat(2_000) })]);
    const follower = follow(tried().store, { after, typePrefixes: [type], batchBytes: 1_000 });
    expect(ids(await follower.received(events.length))).toEqual(ids(events));
    await follower.live();
    await follower.stop();
    const weights = follower.batches.map((batch) => batch.events.map(({ data }) => JSON.stringify(data).length));
    const tooLarge = weights.filter((batch) => batch.length > 1 && batch.reduce((sum, size) => sum + size) > 1_000);
    expect(tooLarge).toEqual([]);
  });

  it('reads events of a megabyte a few at a time, however many it asked for', async () => {
    const type = unique('Type');
    const after = (await append([newEvent(type)])).position;
    const event = () => newEvent(type, { text: 'x'.repeat(1_000_000) });
    for (let n = 0; n < 60; n++) await append([event()]);
    let most = 0;
    let count = 0;
    for await (const { events, live } of tried().store.subscribe({ after, typePrefixes: [type] })) {
      most = Math.max(most, events.length);
      count += events.length;
      if (live) break;
    }
    expect(count).toBe(60);
    expect(most).toBeLessThanOrEqual(8);
  });

  it.each([2, 3])('is split by streams into %i shares, which together are all of it, each in log order', async (of) => {
    const type = unique('Type');
    const before = (await append([newEvent(type)])).position;
    const streams = Array.from({ length: 48 }, () => unique('stream'));
    for (const stream of streams) await append(newEvents(type, 2), stream);
    for (const stream of streams) await append(newEvents(type, 1), stream, 1n);
    const end = await append([newEvent(unique('Other'))]);
    const options = { after: before, typePrefixes: [type], batchSize: 7 };
    const whole = follow(tried().store, options);
    const shares = Array.from({ length: of }, (_, index) =>
      follow(tried().store, { ...options, share: { index, of } }),
    );
    const all = [whole, ...shares];
    // Each comes past what is not of it.
    await until(() => all.every(({ batches }) => (batches.at(-1)?.position ?? 0n) >= end.position) || undefined);
    await Promise.all(all.map((follower) => follower.stop()));
    const ordered = shares.flatMap(({ events }) => events).toSorted((a, b) => (a.position < b.position ? -1 : 1));
    expect(ids(ordered)).toEqual(ids(whole.events));
    expect(whole.events).toHaveLength(144);
    for (const { events } of shares) {
      expect(events).toEqual(whole.events.filter(({ stream }) => events.some((one) => one.stream === stream)));
    }
    const split = shares.map(({ events }) => [...new Set(events.map(({ stream }) => stream))].toSorted());
    expect(split.every((some) => some.length > 0)).toBe(true);
    const again = follow(tried().store, { ...options, share: { index: 0, of } });
    await again.received(shares[0]?.events.length ?? 0);
    await again.stop();
    expect(ids(again.events)).toEqual(ids(shares[0]?.events ?? []));
  });

  it('resumes from the position of any batch without a gap or a repetition', async () => {
    const type = unique('Type');
    const before = (await append([newEvent(type)])).position;
    const events = newEvents(type, 60);
    for (let n = 0; n < 60; n += 3) await append([newEvent('Noted'), ...events.slice(n, n + 3)]);
    const first = follow(tried().store, { after: before, typePrefixes: [type], batchSize: 7 });
    await first.live();
    await first.stop();
    for (const [index, { position }] of first.batches.entries()) {
      const seen = first.batches.slice(0, index + 1).flatMap((batch) => batch.events);
      const rest = follow(tried().store, { after: position, typePrefixes: [type] });
      await rest.live();
      await rest.stop();
      expect(ids([...seen, ...rest.events])).toEqual(ids(events));
    }
  });

  it('serves several subscribers, each at his own pace', async () => {
    const type = unique('Type');
    const after = (await append([newEvent(type)])).position;
    const followers = [1, 2, 3].map((batchSize) => follow(tried().store, { after, typePrefixes: [type], batchSize }));
    const events = newEvents(type, 12);
    for (const event of events) await append([event]);
    for (const follower of followers) {
      expect(ids(await follower.received(12))).toEqual(ids(events));
      await follower.stop();
    }
  });

  it('ends quietly when it is aborted, before, while and after catching up', async () => {
    await append(newEvents('Noted', 20));
    const aborted = AbortSignal.abort();
    for await (const batch of tried().store.subscribe({ signal: aborted })) expect(batch).toBeUndefined();
    const early = follow(tried().store, { batchSize: 1 });
    await early.received(2);
    await early.stop();
    const late = follow(tried().store, { after: await tried().store.head() });
    await late.live();
    await late.stop();
  });

  it('lets a subscriber leave in the middle', async () => {
    await append(newEvents('Noted', 20));
    for (let n = 0; n < 10; n++) {
      for await (const batch of tried().store.subscribe({ batchSize: 5 })) {
        expect(batch.events.length).toBeGreaterThan(0);
        break;
      }
    }
  });

  it('misses, doubles and swaps nothing while 16 writers append over two connections', async () => {
    const type = unique('Type');
    const after = (await append([newEvent(type)])).position;
    const live = follow(tried().store, { after, typePrefixes: [type] });
    const written = (
      await Promise.all(Array.from({ length: 16 }, (_, n) => write(type, 40, n % 2 ? 'store' : 'direct')))
    ).flat();
    const late = follow(tried().store, { after, typePrefixes: [type], batchSize: 50 });
    for (const follower of [live, late]) {
      const received = await follower.received(written.length);
      await follower.stop();
      expect(received).toHaveLength(written.length);
      expect(new Set(ids(received))).toEqual(new Set(ids(written)));
      expectAscending(received.map(({ position }) => position));
      for (const stream of streamsOf(received)) expectAscending(stream.map(({ revision }) => revision));
    }
  });

  /** Appends that many times one or two events, each writer to a stream of his own. */
  async function write(type: string, appends: number, by: 'store' | 'direct'): Promise<NewEvent[]> {
    const stream = unique('stream');
    const written: NewEvent[] = [];
    for (let n = 0; n < appends; n++) {
      const events = newEvents(type, 1 + (n % 2));
      await tried()[by].append(stream, events, written.length === 0 ? 'no_stream' : BigInt(written.length - 1));
      written.push(...events);
    }
    return written;
  }
}

function streamsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const names = new Set(events.map(({ stream }) => stream));
  return [...names].map((name) => events.filter(({ stream }) => stream === name));
}

function expectAscending(numbers: readonly bigint[]): void {
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => (a < b ? -1 : 1)));
}
