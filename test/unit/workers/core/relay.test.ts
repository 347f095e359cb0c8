import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusUnavailable, type Bus, type Message } from '../../../../src/platform/bus/bus.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import type { EventStore, NewEvent } from '../../../../src/platform/eventStore/eventStore.js';
import {
  createPostgresEventStore,
  eventStoreMigrations,
} from '../../../../src/platform/eventStore/postgresEventStore.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { createLog } from '../../../../src/platform/log.js';
import { relayMigrations, startRelay } from '../../../../src/workers/core/relay.js';
import { routes } from '../../../../src/start/features.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

const log = createLog('silent');
let place: TestDatabase;
let database: Database;
let eventStore: EventStore;
/** What reached the bus, in its order. */
const published: { topic: string; message: Message }[] = [];
let away = false;
let identity = 'notebook';
const bus: Bus = {
  kind: 'notebook',
  identify: () => Promise.resolve(identity),
  publish: (topic, messages) => {
    if (away) return Promise.reject(new BusUnavailable('away'));
    published.push(...messages.map((message) => ({ topic, message })));
    return Promise.resolve();
  },
  consume: () => Promise.reject(new Error('Nobody consumes here')),
  ping: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
const relay = () =>
  startRelay({ eventStore, bus, database, exclusive: createExclusive({ database, log }), routes, log });

beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 8, log });
  await migrate(database, [...eventStoreMigrations, ...exclusiveMigrations, ...relayMigrations]);
  eventStore = createPostgresEventStore({ database, log });
});
afterAll(async () => {
  await eventStore.close();
  await database.close();
  await place.drop();
});

const append = (type: string, data: NewEvent['data'] & { execution_id: string }): Promise<string> =>
  appendTo(`execution-${data.execution_id}`, type, data);

async function appendTo(stream: string, type: string, data: NewEvent['data']): Promise<string> {
  const id = randomUUID();
  const metadata = {
    ...{ tenant_id: 'acme', actor: 'system', correlation_id: 'req-1', causation_id: 'req-1', schema_version: 1 },
    mode: 'test' as const,
    occurred_at: new Date().toISOString(),
  };
  const expected = (await eventStore.lastRevision(stream)) ?? 'no_stream';
  await eventStore.append(stream, [{ id, type, data, metadata }], expected);
  return id;
}
const relayed = (id: string) => published.filter(({ message }) => message.id === id);
const arrives = (id: string): Promise<true> => until(() => relayed(id).length > 0 || undefined);

describe('the relay', () => {
  it('puts accepted runs on the bus, keyed by their stream, with where they came from and no values', async () => {
    const stop = relay();
    const id = await append('PipelineRunStarted', {
      execution_id: 'e1',
      sync: false,
      input_filename: { $sealed: 'x' },
    });
    await arrives(id);
    expect(relayed(id)).toEqual([
      {
        topic: 'attest.executions',
        message: {
          ...{ id, key: 'execution-e1', type: 'PipelineRunStarted', payload: { execution_id: 'e1' } },
          ...{ tenant_id: 'acme', mode: 'test', correlation_id: 'req-1', causation_id: id },
        },
      },
    ]);
    await stop();
  });

  it('puts parked work that is retried where it came from, behind what its key has waiting', async () => {
    const stop = relay();
    const work = { topic: 'attest.executions', key: 'execution-e7', type: 'PipelineRunStarted' };
    const payload = { execution_id: 'e7' };
    const retried = { parked_id: 'p1', ...work, payload, retried_at: new Date().toISOString() };
    const id = await appendTo('parkedWork-p1', 'WorkRetried', retried);
    await arrives(id);
    expect(relayed(id)).toMatchObject([
      { topic: work.topic, message: { key: work.key, type: work.type, payload: { ...payload, parked_id: 'p1' } } },
    ]);
    await stop();
  });

  it('leaves out what is no work', async () => {
    const stop = relay();
    const waitedFor = await append('PipelineRunStarted', { execution_id: 'e2', sync: true });
    const other = await append('StepFinished', { execution_id: 'e2' });
    await arrives(await append('ExecutionCompleted', { execution_id: 'e2' }));
    expect([...relayed(waitedFor), ...relayed(other)]).toEqual([]);
    await stop();
  });

  it('goes on behind what it published when it is started again, and forgets nothing meanwhile', async () => {
    const before = published.length;
    const id = await append('ExecutionFailed', { execution_id: 'e3' });
    const stop = relay();
    await arrives(id);
    expect(published).toHaveLength(before + 1);
    await stop();
  });

  it('keeps what the bus does not take until it does', async () => {
    away = true;
    const stop = relay();
    const id = await append('ExecutionCompleted', { execution_id: 'e4' });
    away = false;
    await arrives(id);
    await stop();
  });

  it('is active in one process at a time, and another takes over when it ends', async () => {
    const stops = [relay(), relay()];
    const first = await append('ExecutionCompleted', { execution_id: 'e5' });
    await arrives(first);
    await stops[0]?.();
    const second = await append('ExecutionCompleted', { execution_id: 'e6' });
    await arrives(second);
    await stops[1]?.();
    expect([relayed(first), relayed(second)].map((times) => times.length)).toEqual([1, 1]);
  });

  it('hands out all work anew on a bus that it never published on, and goes on where it was when it comes back', async () => {
    const stopFirst = relay();
    const before = await append('ExecutionCompleted', { execution_id: 'e8' });
    await arrives(before);
    await stopFirst();
    published.length = 0;
    identity = 'another';
    const stopSecond = relay();
    await arrives(before);
    const meanwhile = await append('ExecutionCompleted', { execution_id: 'e9' });
    await arrives(meanwhile);
    await stopSecond();
    published.length = 0;
    identity = 'notebook';
    const stopThird = relay();
    await arrives(meanwhile);
    await stopThird();
    expect(relayed(before)).toEqual([]);
  });
});
