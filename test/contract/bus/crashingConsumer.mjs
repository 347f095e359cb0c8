// Consumes TOPIC on the bus that its environment describes, says when it has a message, and never gets done with it.
import { pino } from 'pino';

const { TOPIC, DATABASE_URL, KAFKA_BROKERS } = process.env;
const log = pino({ level: 'silent' });

async function openBus() {
  if (KAFKA_BROKERS) {
    const { createKafkaBus } = await import('../../../dist/platform/bus/kafkaBus.js');
    return createKafkaBus({ brokers: KAFKA_BROKERS.split(','), log });
  }
  const { createPostgresDatabase } = await import('../../../dist/platform/database/postgresDatabase.js');
  const { createPostgresBus } = await import('../../../dist/platform/bus/postgresBus.js');
  const database = createPostgresDatabase({ kind: 'postgres', url: DATABASE_URL, pool: 2, log });
  return createPostgresBus({ database, log });
}

const bus = await openBus();
await bus.consume({
  topic: TOPIC,
  group: 'g',
  concurrency: 1,
  handle: () => {
    process.send('has it');
    return new Promise(() => undefined);
  },
});
process.send('listens');
