import {
  EventStoreDBClient,
  MaxAppendSizeExceededError,
  START,
  StreamDeletedError,
  WrongExpectedVersionError,
  eventTypeFilter,
  jsonEvent,
  type AppendExpectedRevision,
  type EventData,
  type Filter,
  type Position,
  type ReadPosition,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEventStoreDbDouble, type EventStoreDbDouble } from '../support/eventStoreDbDouble/double.js';
import { until } from '../support/until.js';
import { unique } from './eventStore/events.js';

/** The double is as awkward as EventStoreDB 23.10 where the adapter has to cope; seen with the client alone. */
describe('the double of EventStoreDB', () => {
  let server: EventStoreDbDouble;
  let client: EventStoreDBClient;
  const stream = unique('stream');
  const type = unique('Type');

  beforeAll(async () => {
    server = await startEventStoreDbDouble({ batchAppend: true });
    client = EventStoreDBClient.connectionString(server.url);
    for (let n = 0; n < 70; n++) {
      await append(stream, [event(n % 10 === 5 ? type : 'Noted')], n === 0 ? 'no_stream' : BigInt(n - 1));
    }
  });
  afterAll(async () => {
    await client.dispose();
    server.kill();
  });

  const event = (name: string, text = ''): EventData => jsonEvent({ type: name, data: { text } });
  const failure = (answer: Promise<unknown>) => answer.catch((error: unknown) => error);
  const append = (name: string, events: EventData[], expectedRevision: AppendExpectedRevision, single = false) =>
    client.appendToStream(name, events, {
      expectedRevision,
      ...(single && { credentials: { username: 'u', password: 'p' } }),
    });

  describe.each([
    ['Append', true],
    ['BatchAppend', false],
  ])('%s', (_, single) => {
    it('answers with the revision and position of the last event, and with the old ones the second time', async () => {
      const [name, events] = [unique('stream'), [event('Noted'), event('Noted')]];
      const first = await append(name, events, 'no_stream', single);
      expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
      expect(first.position?.commit).toBe(first.position?.prepare);
      expect(await append(name, events, 'no_stream', single)).toEqual(first);
    });

    it('refuses a wrong revision, an append that is too large and a deleted stream', async () => {
      const name = unique('stream');
      await append(name, [event('Noted')], 'no_stream', single);
      const conflict = await failure(append(name, [event('Noted')], 'no_stream', single));
      expect(conflict).toBeInstanceOf(WrongExpectedVersionError);
      expect(conflict).toMatchObject({ streamName: name, actualVersion: 0n, expectedVersion: 'no_stream' });
      const large = await failure(append(name, [event('Noted', 'x'.repeat(1024 * 1024))], 0n, single));
      expect(large).toBeInstanceOf(MaxAppendSizeExceededError);
      await client.tombstoneStream(name);
      expect(await failure(append(name, [event('Noted')], 0n, single))).toBeInstanceOf(StreamDeletedError);
    });
  });

  it('begins its log with a system event and spaces positions unevenly', async () => {
    const positions: bigint[] = [];
    const types: string[] = [];
    for await (const { event: read } of client.readAll({ fromPosition: START, maxCount: 3 })) {
      if (!read) continue;
      positions.push(read.position.commit);
      types.push(read.type);
    }
    expect(types[0]).toBe('$metadata');
    const [first = 0n, second = 0n, third = 0n] = positions;
    expect(second - first).not.toBe(third - second);
    expect(second).toBeGreaterThan(1n);
  });

  it('begins a subscription behind its position and refuses one between two events', async () => {
    const positions = (await subscribed({ count: 3 })).events;
    const [first, second] = positions;
    if (!first || !second) throw new Error('unreachable');
    expect((await subscribed({ count: 1, fromPosition: first })).events).toEqual([second]);
    const between = { commit: first.commit + 1n, prepare: first.commit + 1n };
    await expect(subscribed({ count: 1, fromPosition: between })).rejects.toThrow('Exception was thrown by handler');
  });

  it('tells filtered subscribers how far it has looked, past events that do not match', async () => {
    const checkpoints: Position[] = [];
    const filter = eventTypeFilter({
      prefixes: [type],
      checkpointReached: (_subscription, position) => void checkpoints.push(position),
    });
    const { events } = await subscribed({ count: 7, filter });
    expect(events).toHaveLength(7);
    expect(checkpoints).toHaveLength(2);
    // The last match of each page, as it is.
    for (const checkpoint of checkpoints) expect(events).toContainEqual(checkpoint);
  });

  it('tells them where a page without a match began, with nothing prepared', async () => {
    const checkpoints: Position[] = [];
    const filter = eventTypeFilter({
      prefixes: [unique('Type')],
      checkpointReached: (_subscription, position) => void checkpoints.push(position),
    });
    const subscription = client.subscribeToAll({ filter });
    const all = (await subscribed({ count: 70 })).events;
    await until(() => checkpoints[1]);
    await subscription.unsubscribe();
    expect(checkpoints).toEqual([
      { commit: 0n, prepare: 0n },
      { commit: all[32]?.commit, prepare: 0n },
    ]);
    // Resuming from there repeats nothing: what stands there was looked at.
    const resumed = await subscribed({ count: 1, fromPosition: { commit: all[32]?.commit ?? 0n, prepare: 0n } });
    expect(resumed.events).toEqual([all[33]]);
  });

  /** The positions of the first events of a subscription. */
  async function subscribed(options: { count: number; fromPosition?: ReadPosition; filter?: Filter }) {
    const { count, ...rest } = options;
    const subscription = client.subscribeToAll(rest);
    const events: Position[] = [];
    try {
      for await (const { event: read } of subscription) {
        if (read) events.push(read.position);
        if (events.length === count) break;
      }
    } finally {
      await subscription.unsubscribe();
    }
    return { events };
  }
});
