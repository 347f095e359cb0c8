import { describe, test } from 'vitest';
import type { Bus } from '../../../src/platform/bus/bus.js';
import { createKafkaBus } from '../../../src/platform/bus/kafkaBus.js';
import { createLog } from '../../../src/platform/log.js';
import { givenKafkaServer } from '../../support/kafkaServer.js';
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
} else {
  describe('The bus on Kafka', () => {
    test.skip('needs a broker: TEST_KAFKA=PORT:DATA_DIR of one that test/servers/kafka/start.sh started');
  });
}
