import type { Batch, ConsumerRunConfig } from 'kafkajs';
import { expect, it } from 'vitest';
import type { Message } from '../../../../src/platform/bus/bus.js';
import { createKafkaMembership } from '../../../../src/platform/bus/kafkaMembership.js';
import { inOrderPerKey } from '../../../../src/platform/bus/inOrderPerKey.js';
import { createLog } from '../../../../src/platform/log.js';
import { createWorkInProgress } from '../../../../src/platform/workInProgress.js';
import { until } from '../../../support/until.js';

const EVENTS = { HEARTBEAT: 'heartbeat', FETCH: 'fetch', GROUP_JOIN: 'join', CRASH: 'crash' };

/** A client as kafkajs leaves it when it has given up: it is in no group, and says so to whoever resumes a partition. */
function brokenClient(subscribe: () => Promise<void>) {
  const listeners = new Map<string, (event: unknown) => void>();
  let config: ConsumerRunConfig | undefined;
  let connected = false;
  const client = {
    events: EVENTS,
    on: (event: string, listener: (event: unknown) => void) => void listeners.set(event, listener),
    connect: () => Promise.resolve(void (connected = true)),
    disconnect: () => Promise.resolve(void (connected = false)),
    subscribe,
    run: (given: ConsumerRunConfig) => Promise.resolve(void (config = given)),
    pause: () => undefined,
    resume: () => {
      throw new Error('Consumer group was not initialized, consumer#run must be called first');
    },
  };
  return {
    client: client as never,
    isConnected: () => connected,
    isRunning: () => config !== undefined,
    emit: (event: string, payload: unknown) => listeners.get(event)?.({ payload }),
    take: (batch: Batch) =>
      config?.eachBatch?.({
        ...{ batch, isRunning: () => true, isStale: () => false, resolveOffset: () => undefined },
        ...{ heartbeat: () => Promise.resolve(), pause: () => () => undefined },
        ...{ commitOffsetsIfNecessary: () => Promise.resolve(), uncommittedOffsets: () => ({ topics: [] }) },
      }),
  };
}

const fullBatch: Batch = {
  partition: 0,
  messages: Array.from({ length: 300 }, (_, n) => ({
    offset: String(n),
    value: Buffer.from(JSON.stringify({ id: String(n), key: 'k', type: 'T', payload: {} })),
  })),
} as never;

it('is replaced when it gives up with a partition paused, and a client that cannot join leaves no connection', async () => {
  const clients = [
    brokenClient(() => Promise.resolve()),
    brokenClient(() => Promise.reject(new Error('refused'))),
    brokenClient(() => Promise.resolve()),
  ];
  let made = 0;
  const membership = createKafkaMembership({
    kafka: { consumer: () => clients[made++]?.client } as never,
    topic: 't',
    group: 'g@t',
    queue: inOrderPerKey<Message>(1, () => new Promise(() => undefined)),
    work: createWorkInProgress(),
    log: createLog('silent'),
  });
  await membership.join();
  await clients[0]?.take(fullBatch);
  expect(() => clients[0]?.emit(EVENTS.CRASH, { error: new Error('gone'), restart: false })).not.toThrow();
  await until(() => (clients[2]?.isRunning() ? true : undefined));
  expect(clients[1]?.isConnected()).toBe(false);
  await membership.leave();
});
