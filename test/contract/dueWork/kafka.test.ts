import { describe, test } from 'vitest';
import { Kafka, logLevel } from 'kafkajs';
import { createKafkaBus } from '../../../src/platform/bus/kafkaBus.js';
import { groupAtBroker } from '../../../src/platform/bus/kafkaTopics.js';
import { createLog } from '../../../src/platform/log.js';
import { WORKERS } from '../../../src/workers/core/dueWork.js';
import { givenKafkaServer } from '../../support/kafkaServer.js';
import { dueWorkContract, type BusOfWorkers } from './dueWorkContract.js';
import { sharesContract } from './sharesContract.js';

const server = givenKafkaServer();

if (server) {
  const open = (): Promise<BusOfWorkers> => {
    const bus = createKafkaBus({ brokers: [server.broker], log: createLog('silent') });
    const admin = new Kafka({ brokers: [server.broker], logLevel: logLevel.NOTHING }).admin();
    return Promise.resolve({
      bus,
      settings: { KAFKA_BROKERS: server.broker },
      async forgot(topic: string, messages: number) {
        await admin.connect();
        const [of] = await admin.fetchOffsets({ groupId: groupAtBroker(WORKERS, topic), topics: [topic] });
        // Below 0 where nothing was.
        const forgotten = (of?.partitions ?? []).map(({ offset }) => Math.max(0, Number(offset)));
        return forgotten.reduce((sum, count) => sum + count, 0) === messages;
      },
      async close() {
        await admin.disconnect();
        await bus.close();
      },
    });
  };
  dueWorkContract('the bus on Kafka', open);
  sharesContract('the bus on Kafka', open);
} else {
  describe('What is due later, over the bus on Kafka', () => {
    test.skip('needs a broker: TEST_KAFKA=PORT:DATA_DIR of one that test/servers/kafka/start.sh started');
  });
}
