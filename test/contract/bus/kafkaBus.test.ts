import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Bus, Message } from '../../../src/platform/bus/bus.js';
import { createKafkaBus } from '../../../src/platform/bus/kafkaBus.js';
import { createLog } from '../../../src/platform/log.js';
import { givenKafkaServer } from '../../support/kafkaServer.js';
import { until } from '../../support/until.js';
import { busContract } from './busContract.js';

const server = givenKafkaServer();
const log = createLog('silent');

if (server) {
  busContract('The bus on Kafka', () => {
    const buses: Bus[] = [];
    const open = (): Bus => {
      const bus = createKafkaBus({ brokers: [server.broker], log });
      buses.push(bus);
      return bus;
    };
    return Promise.resolve({
      bus: open(),
      another: open,
      settings: { KAFKA_BROKERS: server.broker },
      outage: { begin: () => server.kill(), end: () => server.start() },
      close: async () => {
        await Promise.all(buses.map((bus) => bus.close()));
      },
    });
  });
  test('two installations with prefixes of their own share a broker and see nothing of each other', async () => {
    const id = randomBytes(4).toString('hex');
    const installations = [`one-${id}.`, `other-${id}.`].map((prefix) => {
      const received: Message[] = [];
      return { prefix, received, bus: createKafkaBus({ brokers: [server.broker], prefix, log }) };
    });
    for (const { bus, received } of installations) {
      await bus.consume({
        ...{ topic: 'work', group: 'workers', concurrency: 1, retryDelays: [] },
        handle: ({ message }) => Promise.resolve(void received.push(message)),
        park: () => Promise.resolve(),
      });
    }
    for (const { bus, prefix } of installations) await bus.publish('work', [messageOf(prefix)]);
    await until(() => (installations.every(({ received }) => received.length > 0) ? true : undefined), 30_000);
    await Promise.all(installations.map(({ bus }) => bus.close()));
    for (const { received, prefix } of installations) expect(received).toEqual([messageOf(prefix)]);
  });
} else {
  describe('The bus on Kafka', () => {
    test.skip('needs a broker: TEST_KAFKA=PORT:DATA_DIR of one that test/servers/kafka/start.sh started');
  });
}

const messageOf = (id: string): Message => ({
  ...{ id, key: 'key', type: 'Noted', payload: {}, correlation_id: id, causation_id: id },
});
