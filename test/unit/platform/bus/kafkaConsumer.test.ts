import { Kafka, logLevel } from 'kafkajs';
import { expect, it } from 'vitest';
import { startKafkaConsumer } from '../../../../src/platform/bus/kafkaConsumer.js';
import { createLog } from '../../../../src/platform/log.js';

it('a consumer that cannot join says why, and is not told of as one that has stopped', async () => {
  const stopped: string[] = [];
  const started = startKafkaConsumer({
    kafka: new Kafka({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING, retry: { retries: 0 } }),
    options: { topic: 't', group: 'g', concurrency: 1, handle: () => expect.unreachable('there is no broker') },
    log: createLog('silent'),
    onStopped: () => stopped.push('stopped'),
  });
  await expect(started).rejects.toThrow(/ECONNREFUSED/);
  expect(stopped).toEqual([]);
});
