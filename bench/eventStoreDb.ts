import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, START, jsonEvent } from '@eventstore/db-client';
import { createEventStoreDb } from '../src/platform/eventStore/eventStoreDb.js';
import { createLog } from '../src/platform/log.js';
import { startEventStoreServer } from '../test/support/eventStoreServer.js';
import { percentile, type Benchmark } from './figure.js';

const EVENTS = 20_000;
const PER_APPEND = 500;
const ROUNDS = 7;

/** The whole log of EventStoreDB through the adapter, against the client alone; on `TEST_EVENTSTORE` or the double. */
export const benchEventStoreDb: Benchmark = async (workshop) => {
  const server = await startEventStoreServer();
  workshop.atEnd(() => server.close());
  const client = EventStoreDBClient.connectionString(server.url);
  workshop.atEnd(() => client.dispose());
  const store = createEventStoreDb({ url: server.url, log: createLog('fatal') });
  workshop.atEnd(() => store.close());
  for (let n = 0; n < EVENTS; n += PER_APPEND) {
    const events = Array.from({ length: PER_APPEND }, () => jsonEvent({ type: 'Noted', ...someEvent() }));
    await client.appendToStream(`bench-${n}`, events, { expectedRevision: 'no_stream' });
  }
  const bare = async (): Promise<number> => {
    let read = 0;
    for await (const { event } of client.readAll({ fromPosition: START })) if (event?.type === 'Noted') read++;
    return read;
  };
  const adapter = async (): Promise<number> => {
    let read = 0;
    for await (const { events, live } of store.subscribe()) {
      read += events.length;
      if (live) break;
    }
    return read;
  };
  const rates: Record<'bare' | 'adapter', number[]> = { bare: [], adapter: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await rateOf(bare));
    rates.adapter.push(await rateOf(adapter));
  }
  return [
    {
      name: 'reading the log of EventStoreDB',
      value: percentile(rates.adapter, 50),
      unit: 'events/s',
      baseline: { name: 'its client alone', value: percentile(rates.bare, 50) },
      aim: { of: 'ratio', at: 'least', is: 0.8 },
    },
  ];
};

async function rateOf(read: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const count = await read();
  if (count !== EVENTS) throw new Error(`${count} of ${EVENTS} events were read`);
  return (EVENTS * 1000) / (performance.now() - began);
}

/** About 600 bytes, as most events of the service. */
const someEvent = () => ({
  data: {
    ...{ execution_id: randomUUID(), context_id: 'passport', filename: 'passport-front.png', mime_type: 'image/png' },
    input: { key: randomUUID().repeat(2), size: 123_456, sha256: { $sealed: randomUUID().repeat(4) } },
  },
  metadata: {
    ...{ tenant_id: 'acme', actor: `key:${randomUUID()}`, correlation_id: randomUUID(), causation_id: randomUUID() },
    ...{ mode: 'live', schema_version: 1, occurred_at: new Date().toISOString() },
  },
});
