import { expect, it } from 'vitest';
import {
  EventTooLarge,
  MAX_APPEND_BYTES,
  WrongExpectedRevision,
  type ExpectedRevision,
  type NewEvent,
} from '../../../src/platform/eventStore/eventStore.js';
import type { StoreUnderTest } from '../eventStore.js';
import { A_TIME, all, ids, newEvent, newEvents, unique } from './events.js';

/** What an append promises. */
export function appendContract(tried: () => StoreUnderTest): void {
  const append = (stream: string, events: NewEvent[], expected: ExpectedRevision) =>
    tried().store.append(stream, events, expected);
  const stored = (stream: string) => all(tried().store.readStream(stream));

  it('starts a stream and gives back exactly what was stored', async () => {
    const stream = unique('stream');
    const event = newEvent('Noted', {
      text: 'Zürich 東京 "quoted" \\ \n\u0000 😀',
      nested: { list: [1, -2.5, 1e21, true, null, {}], empty: '' },
    });
    event.metadata.subject = 'execution-1';
    const result = await append(stream, [event], 'no_stream');
    expect(result.revision).toBe(0n);
    expect(await stored(stream)).toEqual([
      { ...event, stream, revision: 0n, position: result.position, recorded_at: A_TIME },
    ]);
  });

  it('keeps the events of one append together and answers with the place of the last', async () => {
    const stream = unique('stream');
    const events = newEvents('Noted', 5);
    const result = await append(stream, events, 'no_stream');
    const read = await stored(stream);
    expect(ids(read)).toEqual(ids(events));
    expect(read.map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n, 4n]);
    expect(read.at(-1)).toMatchObject(result);
  });

  it('gives every event a position of its own, ascending over all streams', async () => {
    const positions: bigint[] = [];
    for (let n = 0; n < 6; n++) {
      const stream = unique('stream');
      await append(stream, newEvents('Noted', 2), 'no_stream');
      positions.push(...(await stored(stream)).map(({ position }) => position));
    }
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)));
  });

  it('says by its own clock when it took an event, whatever the writer takes for the time', async () => {
    const DAY_MS = 86_400_000;
    const stream = unique('stream');
    const before = Date.now();
    const events = [-DAY_MS, DAY_MS].map((off) => {
      const event = newEvent('Noted');
      return { ...event, metadata: { ...event.metadata, occurred_at: new Date(before + off).toISOString() } };
    });
    await append(stream, events, 'no_stream');
    const read = await stored(stream);
    expect(read.map(({ metadata }) => metadata.occurred_at)).toEqual(
      events.map(({ metadata }) => metadata.occurred_at),
    );
    for (const { recorded_at } of read) {
      expect(recorded_at).toEqual(A_TIME);
      expect(Math.abs(Date.parse(recorded_at) - before)).toBeLessThan(DAY_MS / 2);
    }
  });

  it('never goes back in time from one event of a writer to his next', async () => {
    const times: string[] = [];
    for (let n = 0; n < 20; n++) {
      const stream = unique('stream');
      await append(stream, newEvents('Noted', 2), 'no_stream');
      times.push(...(await stored(stream)).map(({ recorded_at }) => recorded_at));
    }
    expect(times).toEqual(times.toSorted());
  });

  it('continues a stream at its exact revision', async () => {
    const stream = unique('stream');
    await append(stream, newEvents('Noted', 2), 'no_stream');
    expect((await append(stream, newEvents('Noted', 2), 1n)).revision).toBe(3n);
  });

  it.each([
    ['no stream where there is one', 2, 'no_stream', 1n],
    ['a revision behind the stream', 3, 1n, 2n],
    ['a revision ahead of the stream', 2, 5n, 1n],
    ['a revision of a stream that does not exist', 0, 0n, undefined],
  ] as const)('refuses an append that expects %s, and writes nothing', async (_, existing, expected, actual) => {
    const stream = unique('stream');
    if (existing > 0) await append(stream, newEvents('Noted', existing), 'no_stream');
    const refused = await append(stream, newEvents('Noted', 2), expected).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongExpectedRevision);
    expect(refused).toMatchObject({ stream, expected, actual });
    expect(await stored(stream)).toHaveLength(existing);
  });

  it('lets exactly one of many writers win a revision', async () => {
    const stream = unique('stream');
    await append(stream, [newEvent('Noted')], 'no_stream');
    const { store, direct } = tried();
    const racing = Array.from({ length: 16 }, (_, n) =>
      (n % 2 ? store : direct).append(stream, [newEvent('Noted')], 0n),
    );
    const outcomes = await Promise.allSettled(racing);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const losers = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(losers.every((reason) => reason instanceof WrongExpectedRevision)).toBe(true);
    expect(await stored(stream)).toHaveLength(2);
  });

  it.each(['no_stream', 1n] as const)(
    'answers the same ids again, expecting %s, with where they are, though others have been appended since',
    async (expected) => {
      const stream = unique('stream');
      if (expected !== 'no_stream') await append(stream, newEvents('Noted', 2), 'no_stream');
      const events = newEvents('Noted', 3);
      const first = await append(stream, events, expected);
      await append(stream, newEvents('Noted', 2), first.revision);
      expect(await append(stream, events, expected)).toEqual(first);
      expect(await stored(stream)).toHaveLength(Number(first.revision) + 3);
    },
  );

  it('refuses an append of which only the first ids are known', async () => {
    const stream = unique('stream');
    const events = newEvents('Noted', 2);
    await append(stream, events, 'no_stream');
    const more = [...events, newEvent('Noted')];
    await expect(append(stream, more, 'no_stream')).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await stored(stream)).toHaveLength(2);
  });

  it('refuses known ids where they would not have been put', async () => {
    const stream = unique('stream');
    const events = newEvents('Noted', 3);
    await append(stream, events, 'no_stream');
    for (const moved of [events.slice(1), events.toReversed()]) {
      await expect(append(stream, moved, 'no_stream')).rejects.toBeInstanceOf(WrongExpectedRevision);
    }
    expect(await stored(stream)).toHaveLength(3);
  });

  it('writes known ids again at the current revision, since there the writer means it', async () => {
    const stream = unique('stream');
    const events = newEvents('Noted', 2);
    await append(stream, events, 'no_stream');
    expect((await append(stream, events, 1n)).revision).toBe(3n);
  });

  it('takes the same ids in another stream', async () => {
    const events = newEvents('Noted', 2);
    for (const stream of [unique('stream'), unique('stream')]) {
      expect((await append(stream, events, 'no_stream')).revision).toBe(1n);
    }
  });

  it('takes an append of exactly the largest size', async () => {
    const stream = unique('stream');
    const result = await append(stream, eventsOfSize(MAX_APPEND_BYTES), 'no_stream');
    expect(result.revision).toBe(1n);
  });

  it('refuses an append that is a byte larger, says by how much, and writes nothing', async () => {
    const stream = unique('stream');
    const refused = await append(stream, eventsOfSize(MAX_APPEND_BYTES + 1), 'no_stream').catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(EventTooLarge);
    expect(refused).toMatchObject({ stream, bytes: MAX_APPEND_BYTES + 1, limit: MAX_APPEND_BYTES });
    expect(String(refused)).toContain('1048577 bytes');
    expect(await stored(stream)).toEqual([]);
  });

  it('refuses an append without events', async () => {
    await expect(append(unique('stream'), [], 'no_stream')).rejects.toBeInstanceOf(RangeError);
  });
}

/** Two events that count for that many bytes: data and metadata as JSON, and two for each character of the type. */
function eventsOfSize(bytes: number): NewEvent[] {
  const events = [newEvent('Noted', { text: 'é' }), newEvent('Noted', { text: '' })];
  const counted = ({ type, data, metadata }: NewEvent): number =>
    2 * type.length + Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata));
  const missing = bytes - events.reduce((sum, event) => sum + counted(event), 0);
  return [...events.slice(0, 1), { ...newEvent('Noted'), data: { text: 'x'.repeat(missing) } }];
}
