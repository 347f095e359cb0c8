import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineEvent } from '../../../../src/domain/core/event.js';
import {
  createEventCodec,
  sealedBlobKeys,
  withoutSealed,
  type KnownKeys,
} from '../../../../src/platform/eventStore/eventCodec.js';
import {
  MAX_APPEND_BYTES,
  toPosition,
  type NewEvent,
  type RecordedEvent,
} from '../../../../src/platform/eventStore/eventStore.js';
import { createMasterKeys } from '../../../../src/platform/sealing/masterKeys.js';
import { openCore, type Core } from '../../../support/core.js';

const MeterRead = defineEvent(
  'MeterRead',
  z.object({ meter: z.string(), reading: z.unknown(), remark: z.string().nullable() }),
  { sealed: ['reading', 'remark'] },
);
const MeterMoved = defineEvent('MeterMoved', z.object({ place: z.object({ street: z.string(), town: z.string() }) }), {
  upcasters: [
    // 1 → 2: `to` became `address`
    (data) => ({ address: (data as { to: string }).to }),
    // 2 → 3: the address in parts
    (data) => {
      const [street, town] = (data as { address: string }).address.split(', ');
      return { place: { street, town } };
    },
  ],
});

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

const codecOf = () =>
  createEventCodec({ definitions: [MeterRead, MeterMoved], subjectKeys: core.subjectKeys, blobs: core.blobs });
const metadata = {
  ...{ tenant_id: 'acme', actor: 'system', correlation_id: 'c', causation_id: 'c' },
  mode: 'live' as const,
  occurred_at: '2026-03-02T09:00:00.000Z',
};
const recorded = (stream: string, events: readonly NewEvent[]): RecordedEvent[] =>
  events.map((event, index) => ({
    ...(JSON.parse(JSON.stringify(event)) as NewEvent),
    ...{ stream, revision: BigInt(index), position: toPosition(index + 1), recorded_at: '2026-03-02T09:00:00.012Z' },
  }));
const stored = (type: string, schema_version: number, data: RecordedEvent['data']): RecordedEvent => ({
  ...{ id: randomUUID(), type, data, stream: 'meter-1', revision: 7n, position: toPosition(9) },
  recorded_at: '2026-03-02T09:00:00.012Z',
  metadata: { ...metadata, schema_version },
});
const read = (reading: unknown, remark: string | null = null) => ({
  type: 'MeterRead' as const,
  data: { meter: 'm1', reading, remark },
});

it('gives events ids that sort by when they were made, so that the index of ids grows at its end', async () => {
  const codec = codecOf();
  const ids: string[] = [];
  for (let n = 0; n < 50; n++) {
    const encoded = await codec.encode(`meter-${n}`, [read(null), read(null)], metadata);
    ids.push(...encoded.map(({ id }) => id));
  }
  expect(ids).toEqual([...new Set(ids)].sort());
});

describe('sealed fields', () => {
  it('are stored unreadable and come back as they were', async () => {
    const stream = `meter-${randomUUID()}`;
    const encoded = await codecOf().encode(stream, [read({ kwh: 4711 }, 'by the red cellar door')], metadata);
    expect(JSON.stringify(encoded)).not.toMatch(/"kwh"|red cellar/);
    expect(encoded[0]).toMatchObject({ data: { meter: 'm1' }, metadata: { subject: stream, schema_version: 1 } });
    const [decoded] = await codecOf().decodeBatch(recorded(stream, encoded));
    expect(decoded).toMatchObject(read({ kwh: 4711 }, 'by the red cellar door'));
  });

  it('come with where and when the store took them', async () => {
    const stream = `meter-${randomUUID()}`;
    const [event] = recorded(stream, await codecOf().encode(stream, [read(4711)], metadata));
    const [decoded] = await codecOf().decodeBatch([event!]);
    expect(decoded).toEqual({ ...event, ...read(4711) });
  });

  it('that are null stay null and need no key', async () => {
    const stream = `meter-${randomUUID()}`;
    const [encoded] = await codecOf().encode(stream, [read(null)], metadata);
    expect(encoded?.data).toEqual({ meter: 'm1', reading: null, remark: null });
    expect((await core.subjectKeys.find([stream])).size).toBe(0);
  });

  it('are null once the key of their subject was erased, and the rest is still there', async () => {
    const stream = `meter-${randomUUID()}`;
    const encoded = await codecOf().encode(stream, [read(4711, 'x')], metadata);
    await core.subjectKeys.erase(stream);
    const [decoded] = await codecOf().decodeBatch(recorded(stream, encoded));
    expect(decoded?.data).toEqual({ meter: 'm1', reading: null, remark: null });
  });

  it('do not open in another place', async () => {
    const stream = `meter-${randomUUID()}`;
    const encoded = await codecOf().encode(stream, [read(4711), read(4712)], metadata);
    const [first, second] = recorded(stream, encoded);
    if (!first || !second) throw new Error('two events were encoded');
    await expect(codecOf().decodeBatch([{ ...first, data: second.data }])).rejects.toThrow(/reading does not open/);
  });
});

describe('sealed under a key that is not here', () => {
  it('is an event whose subject got another key, and says so', async () => {
    const [stream, other] = [`meter-${randomUUID()}`, `meter-${randomUUID()}`];
    const encoded = await codecOf().encode(stream, [read(4711)], metadata);
    const { id } = await core.subjectKeys.obtain(stream);
    const key = await core.subjectKeys.obtain(other);
    const subjectKeys = { ...core.subjectKeys, find: () => Promise.resolve(new Map([[stream, key]])) };
    const codec = createEventCodec({ definitions: [MeterRead], subjectKeys, blobs: core.blobs });
    const refused = codec.decodeBatch(recorded(stream, encoded));
    await expect(refused).rejects.toThrow(`reading was sealed under the key ${id}, which is not here`);
  });

  it('is an event whose subject has no key, unlike one that was erased', async () => {
    const stream = `meter-${randomUUID()}`;
    const encoded = await codecOf().encode(stream, [read(4711)], metadata);
    const events = recorded(stream, encoded);
    await core.database.knex('subject_keys').where({ subject: stream }).delete();
    await expect(codecOf().decodeBatch(events)).rejects.toThrow(
      `the key of ${stream}, which it is sealed under, is not`,
    );
  });

  it('is an event whose key hangs on a master key that the process does not have; the first such event is named', async () => {
    const [stream, whole] = [`meter-${randomUUID()}`, `meter-${randomUUID()}`];
    const events = [
      ...recorded(whole, await codecOf().encode(whole, [read(1)], metadata)),
      ...recorded(stream, await codecOf().encode(stream, [read(4711)], metadata)),
    ];
    const table = core.database.knex<{ subject: string; wrapped_key: Buffer }>('subject_keys');
    const strange = createMasterKeys(randomBytes(32));
    const wrapped_key = strange.wrap(strange.newest, 'x', Buffer.alloc(32));
    await table.where({ subject: stream }).update({ wrapped_key });
    const refused = codecOf().decodeBatch(events);
    await expect(refused).rejects.toThrow(`of stream ${stream} cannot be read`);
    await expect(refused).rejects.toThrow(`The master key ${strange.newest} is needed`);
  });
});

describe('of several events', () => {
  it('each is opened by itself, and what is lost of one is told from what another process may open', async () => {
    const [lost, strange, whole] = [`meter-${randomUUID()}`, `meter-${randomUUID()}`, `meter-${randomUUID()}`];
    const events = [];
    for (const stream of [lost, strange, whole])
      events.push(...recorded(stream, await codecOf().encode(stream, [read(4711)], metadata)));
    const table = core.database.knex<{ subject: string; wrapped_key: Buffer }>('subject_keys');
    await table.where({ subject: lost }).delete();
    const other = createMasterKeys(randomBytes(32));
    const wrapped_key = other.wrap(other.newest, 'x', Buffer.alloc(32));
    await core.database.knex('subject_keys').where({ subject: strange }).update({ wrapped_key });
    const [first, second, third] = await codecOf().openBatch(events);
    expect(first).toMatchObject({ event: { data: { reading: null } }, lost: { name: 'SealedValueLost' } });
    expect(second).toMatchObject({ error: { name: 'EventUnreadable' } });
    expect(third).toMatchObject({ event: { data: { reading: 4711 } } });
    expect(third).not.toHaveProperty('lost');
  });
});

it('goes by the keys that were found when an answer began, and asks for none of them again', async () => {
  const stream = `meter-${randomUUID()}`;
  const events = recorded(stream, await codecOf().encode(stream, [read(1), read(2)], metadata));
  const known: KnownKeys = new Map();
  const [first] = await codecOf().decodeBatch(events.slice(0, 1), known);
  await core.subjectKeys.erase(stream);
  const [second] = await codecOf().decodeBatch(events.slice(1), known);
  expect([first, second].map((one) => one?.data)).toEqual([read(1).data, read(2).data]);
  const later = await codecOf().decodeBatch(events);
  expect(later.map(({ data }) => data)).toEqual([read(null).data, read(null).data]);
});

it('closes an event as an erasure would, and then needs no key for it', async () => {
  const stream = `meter-${randomUUID()}`;
  const events = recorded(stream, await codecOf().encode(stream, [read(1, 'Dear')], metadata));
  const find = () => Promise.reject(new Error('Nobody has to be asked'));
  const codec = createEventCodec({
    ...{ definitions: [MeterRead], blobs: core.blobs },
    subjectKeys: { ...core.subjectKeys, find },
  });
  const closed = await codec.decodeBatch(events.map(withoutSealed));
  await core.subjectKeys.erase(stream);
  const erased = await codecOf().decodeBatch(events);
  expect(closed).toEqual(erased);
});

describe('values too large for one append', () => {
  const large = Array.from({ length: 40_000 }, (_, index) => `reading ${index}`);

  it('go to the blob store, so that the append fits, and come back', async () => {
    const stream = `meter-${randomUUID()}`;
    const events = [read(large), read(4711), read(large), read(large)];
    const encoded = await codecOf().encode(stream, events, metadata);
    expect(JSON.stringify(encoded).length).toBeLessThan(MAX_APPEND_BYTES);
    expect(sealedBlobKeys(recorded(stream, encoded)).length).toBeGreaterThanOrEqual(2);
    const decoded = await codecOf().decodeBatch(recorded(stream, encoded));
    expect(decoded.map(({ data }) => data)).toEqual(events.map(({ data }) => data));
  });

  it('are null after an erasure, also when their blobs went while they were looked up', async () => {
    const stream = `meter-${randomUUID()}`;
    const events = recorded(stream, await codecOf().encode(stream, [read(large), read(large)], metadata));
    const subjectKeys = {
      ...core.subjectKeys,
      // The erasure comes between looking up the keys and reading the blobs.
      find: async (subjects: readonly string[]) => {
        const found = await core.subjectKeys.find(subjects);
        await core.subjectKeys.erase(stream);
        for (const key of sealedBlobKeys(events)) await core.blobs.delete(key);
        return found;
      },
    };
    const codec = createEventCodec({ definitions: [MeterRead], subjectKeys, blobs: core.blobs });
    const decoded = await codec.decodeBatch(events);
    expect(decoded.map(({ data }) => data.reading)).toContain(null);
  });

  it('that are lost make the event unreadable', async () => {
    const stream = `meter-${randomUUID()}`;
    const events = recorded(stream, await codecOf().encode(stream, [read(large), read(large)], metadata));
    for (const key of sealedBlobKeys(events)) await core.blobs.delete(key);
    await expect(codecOf().decodeBatch(events)).rejects.toThrow(/blob sealed\/.* is missing/);
  });
});

describe('values in a blob store that is slow or silent', () => {
  const large = Array.from({ length: 100_000 }, (_, index) => `reading ${index}`);
  afterEach(() => vi.useRealTimers());

  /** Four events, of which the first three have a value in the blob store, and a codec for which one comes after `ms`. */
  async function opening(ms: number) {
    const stream = `meter-${randomUUID()}`;
    const events: RecordedEvent[] = [];
    for (const reading of [large, large, large, 4711])
      events.push(...recorded(stream, await codecOf().encode(stream, [read(reading)], metadata)));
    const keys = await core.subjectKeys.find([stream]);
    const asked: string[] = [];
    const values = new Map<string, Buffer>();
    for (const key of sealedBlobKeys(events)) values.set(key, await core.blobs.read(key));
    expect(values.size).toBe(3);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const answer = (key: string): Promise<Buffer> => {
      asked.push(key);
      const value = values.get(key) ?? expect.unreachable();
      return new Promise((resolve) => setTimeout(resolve, ms, value));
    };
    const subjectKeys = { ...core.subjectKeys, find: () => Promise.resolve(keys) };
    const codec = createEventCodec({
      ...{ definitions: [MeterRead], subjectKeys },
      blobs: { ...core.blobs, read: answer },
    });
    return { events, asked, codec };
  }
  const outcome = (opened: readonly object[]) => opened.map((one) => ('error' in one ? String(one.error) : 'opened'));
  const late = expect.stringContaining('TookTooLong') as string;

  it('are waited for once, not once for each of them', async () => {
    const { codec, events, asked } = await opening(24 * 3600_000);
    const opened = codec.openBatch(events, { patienceMs: 1_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcome(await opened)).toEqual([late, late, late, 'opened']);
    expect(asked).toHaveLength(1);
  });

  it('take no longer than they may together, however many there are', async () => {
    const { codec, events, asked } = await opening(600);
    const opened = codec.openBatch(events, { inAllMs: 1_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(outcome(await opened)).toEqual(['opened', late, late, 'opened']);
    expect(asked).toHaveLength(2);
  });

  it('are all had where each comes in the time that one may take', async () => {
    const { codec, events } = await opening(600);
    const opened = codec.openBatch(events, { patienceMs: 1_000 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(outcome(await opened)).toEqual(['opened', 'opened', 'opened', 'opened']);
  });
});

describe('events written with an older schema', () => {
  it.each([
    [1, { to: 'Mill Lane, Bath' }],
    [2, { address: 'Mill Lane, Bath' }],
    [3, { place: { street: 'Mill Lane', town: 'Bath' } }],
  ])('are lifted from version %i to the current one', async (version, data) => {
    const [decoded] = await codecOf().decodeBatch([stored('MeterMoved', version, data)]);
    expect(decoded?.data).toEqual({ place: { street: 'Mill Lane', town: 'Bath' } });
  });
});

describe('an event that cannot be understood', () => {
  it.each([
    ['does not fit its schema', stored('MeterMoved', 3, { place: { street: 'Mill Lane', town: 4711 } }), /place\.town/],
    ['has a type that is not registered', stored('MeterStolen', 1, {}), /not registered/],
    ['was written by a newer version', stored('MeterMoved', 4, {}), /schema version is 4, known are 1 to 3/],
    ['has no version', stored('MeterMoved', 0, {}), /schema version/],
    ['makes an upcaster fail', stored('MeterMoved', 2, {}), /lifted from schema version 2/],
  ])('because it %s is refused, naming type, stream and revision', async (_why, event, reason) => {
    const refused = codecOf().decodeBatch([event]);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow(`Event ${event.type} at revision 7 of stream meter-1`);
    await expect(refused).rejects.not.toThrow(/4711/);
  });

  it('is not written in the first place', () => {
    const wrong = { type: 'MeterMoved' as const, data: { place: { street: 'Mill Lane', town: null } } };
    expect(() => codecOf().check([wrong as never])).toThrow(/place\.town/);
  });

  it('is not made of one that says more than its schema knows: that is left out before anybody folds it', () => {
    const wordy = {
      type: 'MeterMoved' as const,
      data: { place: { street: 'Mill Lane', town: 'Leeds' }, why: 'noise' },
    };
    expect(codecOf().check([wordy])).toEqual([
      { type: 'MeterMoved', data: { place: { street: 'Mill Lane', town: 'Leeds' } } },
    ]);
  });
});
