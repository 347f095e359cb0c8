import type { Database } from '../database/database.js';
import type { Log } from '../log.js';
import type { Bus, Consumer } from './bus.js';
import { query, startPostgresConsumer } from './postgresConsumer.js';

export { busMigrations } from './busTables.js';

/** What the bus needs. */
export interface PostgresBusDeps {
  database: Database;
  log: Log;
}

/** The bus in Postgres: messages queue by key, and consumers claim keys (`busTables.ts`). */
export function createPostgresBus({ database, log }: PostgresBusDeps): Bus {
  const consumers = new Set<Consumer>();
  return {
    kind: 'postgres',
    identify: () => Promise.resolve('postgres'), // its tables stand beside those of whoever asks
    async publish(topic, messages) {
      if (messages.length === 0) return;
      await query(database.knex, 'select bus_publish(?, ?::jsonb)', [topic, JSON.stringify(messages)]);
    },
    async consume(options) {
      const onStopped = (): void => void consumers.delete(consumer);
      const consumer = await startPostgresConsumer({ database, log, options, onStopped });
      consumers.add(consumer);
      return consumer;
    },
    async ping() {
      await query(database.knex, 'select 1', []);
    },
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
    },
  };
}
