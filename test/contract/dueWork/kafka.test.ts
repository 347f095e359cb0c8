import { describe, test } from 'vitest';
import { createKafkaBus } from '../../../src/platform/bus/kafkaBus.js';
import { createLog } from '../../../src/platform/log.js';
import { givenKafkaServer } from '../../support/kafkaServer.js';
import { dueWorkContract, type BusOfWorkers } from './dueWorkContract.js';
import { sharesContract } from './sharesContract.js';

const server = givenKafkaServer();

if (server) {
  const open = (): Promise<BusOfWorkers> => {
    const bus = createKafkaBus({ brokers: [server.broker], log: createLog('silent') });
    return Promise.resolve({ bus, settings: { KAFKA_BROKERS: server.broker }, close: () => bus.close() });
  };
  dueWorkContract('the bus on Kafka', open);
  sharesContract('the bus on Kafka', open);
} else {
  describe('What is due later, over the bus on Kafka', () => {
    test.skip('needs a broker: TEST_KAFKA=PORT:DATA_DIR of one that test/servers/kafka/start.sh started');
  });
}
