// Takes work of TOPIC on the bus and in the database that its environment describes, and is gone as soon as it has some; or, where
// HOLDS is set, holds the number 0 for ever and says which others it has done.
import { pino } from 'pino';

const { TOPIC, DATABASE_URL, KAFKA_BROKERS, HOLDS } = process.env;
const log = pino({ level: 'silent' });
const from = (path) => import(`../../../dist/${path}`);

const { createPostgresDatabase } = await from('platform/database/postgresDatabase.js');
const database = createPostgresDatabase({ kind: 'postgres', url: DATABASE_URL, pool: 4, log });

async function openBus() {
  if (KAFKA_BROKERS) {
    const { createKafkaBus } = await from('platform/bus/kafkaBus.js');
    return createKafkaBus({ brokers: KAFKA_BROKERS.split(','), log });
  }
  const { createPostgresBus } = await from('platform/bus/postgresBus.js');
  return createPostgresBus({ database, log });
}

const die = () => process.kill(process.pid, 'SIGKILL');
const hold = (_context, { n }) => (n === 0 ? new Promise(() => undefined) : process.send(n));

const { createDueWork } = await from('workers/core/dueWork.js');
const { startDueLooking } = await from('workers/core/dueLooking.js');
const { startConsumers } = await from('workers/core/consumers.js');
const due = createDueWork({ database, log });
startConsumers({
  bus: await openBus(),
  due,
  looking: startDueLooking({ due, log }),
  log,
  waits: { retries: [20, 20], noRoom: 5 },
  parkedWork: { park: () => Promise.reject(new Error('It is not for this one to park')) },
  jobs: [{ topic: TOPIC, concurrency: 2, share: 2, actor: 'worker:test', work: HOLDS ? hold : die }],
});
