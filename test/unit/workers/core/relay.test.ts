import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusUnavailable, type Bus, type Message } from '../../../../src/platform/bus/bus.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createEventStoreDb } from '../../../../src/platform/eventStore/eventStoreDb.js';
import type { EventStore, NewEvent } from '../../../../src/platform/eventStore/eventStore.js';
import {
  createPostgresEventStore,
  eventStoreMigrations,
} from '../../../../src/platform/eventStore/postgresEventStore.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { createLog } from '../../../../src/platform/log.js';
import { relayMigrations, startRelay, type Relay } from '../../../../src/workers/core/relay.js';
import { routes } from '../../../../src/start/features.js';
import { startEventStoreDbDouble } from '../../../support/eventStoreDbDouble/double.js';
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
const deps = () => ({ eventStore, bus, database, exclusive: createExclusive({ database, log }), routes, log });
const relay = () => startRelay(deps());

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
  const event = eventOf(type, data);
  await eventStore.append(stream, [event], (await eventStore.lastRevision(stream)) ?? 'no_stream');
  return event.id;
}
const eventOf = (type: string, data: NewEvent['data']): NewEvent => ({
  ...{ id: randomUUID(), type, data },
  metadata: {
    ...{ tenant_id: 'acme', actor: 'system', correlation_id: 'req-1', causation_id: 'req-1', schema_version: 1 },
    mode: 'test',
    occurred_at: new Date().toISOString(),
  },
});
const relayed = (id: string) => published.filter(({ message }) => message.id === id);
const arrives = (id: string): Promise<true> => until(() => relayed(id).length > 0 || undefined);

describe('the relay', () => {
  it('puts accepted runs on the bus, keyed by their stream, with where they came from and no values', async () => {
    const running = relay();
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
    await running.stop();
  });

  it('puts parked work that is retried where it came from, behind what its key has waiting', async () => {
    const running = relay();
    const work = { topic: 'attest.executions', key: 'execution-e7', type: 'PipelineRunStarted' };
    const payload = { execution_id: 'e7' };
    const retried = { parked_id: 'p1', ...work, payload, retried_at: new Date().toISOString() };
    const id = await appendTo('parkedWork-p1', 'WorkRetried', retried);
    await arrives(id);
    expect(relayed(id)).toMatchObject([
      { topic: work.topic, message: { key: work.key, type: work.type, payload: { ...payload, parked_id: 'p1' } } },
    ]);
    await running.stop();
  });

  it('leaves out what is no work', async () => {
    const running = relay();
    const waitedFor = await append('PipelineRunStarted', { execution_id: 'e2', sync: true });
    const other = await append('StepFinished', { execution_id: 'e2' });
    await arrives(await append('ExecutionCompleted', { execution_id: 'e2' }));
    expect([...relayed(waitedFor), ...relayed(other)]).toEqual([]);
    await running.stop();
  });

  it('goes on behind what it published when it is started again, and forgets nothing meanwhile', async () => {
    const before = published.length;
    const id = await append('ExecutionFailed', { execution_id: 'e3' });
    const running = relay();
    await arrives(id);
    expect(published).toHaveLength(before + 1);
    await running.stop();
  });

  it('keeps what the bus does not take until it does', async () => {
    away = true;
    const running = relay();
    const id = await append('ExecutionCompleted', { execution_id: 'e4' });
    away = false;
    await arrives(id);
    await running.stop();
  });

  it('says that it does not go on when it failed several times in a row, and why, until it does', async () => {
    away = true;
    const running = relay();
    const id = await append('ExecutionCompleted', { execution_id: 'e10' });
    expect(await until(() => refusalOf(running))).toMatch(/failed 3 times in a row: BusUnavailable was thrown/);
    away = false;
    await arrives(id);
    await until(() => refusalOf(running) === undefined || undefined);
    await running.stop();
  });

  it('says so on EventStoreDB, too, where it is told time and again how far the log is beyond the work that fails', async () => {
    const server = await startEventStoreDbDouble({ batchAppend: true });
    const store = createEventStoreDb({ url: server.url, log });
    away = true;
    const running = startRelay({
      ...deps(),
      eventStore: store,
      bus: { ...bus, identify: () => Promise.resolve('of its own') },
    });
    const noise = Array.from({ length: 100 }, () => eventOf('StepFinished', {}));
    await store.append('noise', noise, 'no_stream');
    await store.append('execution-e12', [eventOf('ExecutionCompleted', { execution_id: 'e12' })], 'no_stream');
    expect(await until(() => refusalOf(running))).toMatch(/failed 3 times in a row: BusUnavailable was thrown/);
    away = false;
    await running.stop();
    await store.close();
    server.kill();
  });

  it('names the event that it can make no work of', async () => {
    const other = startRelay({ ...deps(), routes: new Map([['Odd', { topic: 't', payload: unreadable }]]) });
    const id = await append('Odd', { execution_id: 'e11' });
    expect(await until(() => refusalOf(other))).toContain(id);
    await other.stop();
  });

  it('is active in one process at a time, and another takes over when it ends', async () => {
    const both = [relay(), relay()];
    const first = await append('ExecutionCompleted', { execution_id: 'e5' });
    await arrives(first);
    await both[0]?.stop();
    const second = await append('ExecutionCompleted', { execution_id: 'e6' });
    await arrives(second);
    await both[1]?.stop();
    expect([relayed(first), relayed(second)].map((times) => times.length)).toEqual([1, 1]);
  });

  it('of another name brings what the first one passed over, as one of an older version does, and picks what it is to bring', async () => {
    const first = relay();
    const expired = await append('CaseExpired', { execution_id: 'e13' });
    await arrives(await append('ExecutionCompleted', { execution_id: 'e13' }));
    await first.stop();
    expect(relayed(expired)).toEqual([]);
    const payload = ({ data }: { data: NewEvent['data'] }) => ({ id: data['execution_id'] ?? null });
    const routesOfOther = new Map(['CaseExpired', 'CaseErased'].map((type) => [type, { topic: 'told', payload }]));
    const picks = {
      hears: ['Heard'],
      create:
        () =>
        ({ type }: { type: string }) =>
          Promise.resolve(type !== 'CaseErased'),
    };
    const other = () => startRelay({ ...deps(), name: 'other', routes: routesOfOther, picks });
    const running = other();
    await arrives(expired);
    const left = await append('CaseErased', { execution_id: 'e14' });
    const last = await append('CaseExpired', { execution_id: 'e15' });
    await arrives(last);
    await running.stop();
    const before = published.length;
    const again = other();
    await arrives(await append('CaseExpired', { execution_id: 'e16' }));
    await again.stop();
    expect([relayed(left).length, published.length - before]).toEqual([0, 1]);
  });

  it('hands out all work anew on a bus that it never published on, and goes on where it was when it comes back', async () => {
    const first = relay();
    const before = await append('ExecutionCompleted', { execution_id: 'e8' });
    await arrives(before);
    await first.stop();
    published.length = 0;
    identity = 'another';
    const second = relay();
    await arrives(before);
    const meanwhile = await append('ExecutionCompleted', { execution_id: 'e9' });
    await arrives(meanwhile);
    await second.stop();
    published.length = 0;
    identity = 'notebook';
    const third = relay();
    await arrives(meanwhile);
    await third.stop();
    expect(relayed(before)).toEqual([]);
  });
});

const unreadable = (): never => {
  throw new TypeError('it makes no sense');
};

/** Why a relay does not go on; undefined while it does. */
function refusalOf(running: Relay): string | undefined {
  try {
    running.assertGoesOn();
    return undefined;
  } catch (error) {
    return String(error);
  }
}
