import { randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Database } from '../database/database.js';
import type { Log } from '../log.js';
import { BusUnavailable, type Bus, type Consumer, type ConsumerOptions, type Message } from './bus.js';
import { CONSUMER_LOCK_CLASS, PUBLISHED_CHANNEL } from './busTables.js';
import { handleDelivery } from './handleDelivery.js';
import { WorkInProgress } from '../workInProgress.js';

export { busMigrations } from './busTables.js';

/** How long a consumer trusts the notifications before it looks by itself, and for keys of consumers that died. */
const POLL_MS = 1_000;

interface ClaimedRow {
  key: string;
  seq: string;
  attempts: number;
  body: Message;
}

/** What the bus needs. */
export interface PostgresBusDeps {
  database: Database;
  log: Log;
}

/** The bus in Postgres: messages queue by key, and consumers claim keys (`busTables.ts`). */
export function createPostgresBus({ database, log }: PostgresBusDeps): Bus {
  const consumers = new Set<PostgresConsumer>();
  return {
    kind: 'postgres',
    async publish(topic, messages) {
      if (messages.length === 0) return;
      await query(database.knex, 'select bus_publish(?, ?::jsonb)', [topic, JSON.stringify(messages)]);
    },
    async consume(options) {
      const consumer = new PostgresConsumer(database, log, options, () => consumers.delete(consumer));
      await consumer.start();
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

class PostgresConsumer implements Consumer {
  readonly #work = new WorkInProgress();
  #presence: Presence | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;
  #lookAgain = false;
  #stopped = false;

  constructor(
    readonly database: Database,
    readonly log: Log,
    readonly options: ConsumerOptions,
    readonly onStopped: () => void,
  ) {}

  async start(): Promise<void> {
    const { topic, group } = this.options;
    await query(this.database.knex, 'select bus_join(?, ?)', [topic, group]);
    this.#stopListening = await this.database.listen(PUBLISHED_CHANNEL, (published) => {
      if (published === undefined || published === topic) this.#look();
    });
    this.#timer = setInterval(() => void this.#releaseDead(), POLL_MS);
    await this.#releaseDead();
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#stopListening?.().catch(() => undefined);
    await this.#work.drain();
    await this.#presence?.leave();
    this.onStopped();
  }

  async #releaseDead(): Promise<void> {
    const { topic, group } = this.options;
    await query(this.database.knex, 'select bus_release_dead(?, ?)', [topic, group]).catch((error: unknown) =>
      this.log.warn({ err: error, topic }, 'the bus is out of reach; trying again'),
    );
    this.#look();
  }

  /** Claims as much as there is room for; runs once at a time, and again when it was called meanwhile. */
  #look(): void {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = true;
    void this.#claim()
      .catch((error: unknown) => this.log.warn({ err: error, topic: this.options.topic }, 'claiming work failed'))
      .finally(() => {
        this.#looking = false;
        if (this.#lookAgain && !this.#stopped) {
          this.#lookAgain = false;
          this.#look();
        }
      });
  }

  async #claim(): Promise<void> {
    const { topic, group, concurrency } = this.options;
    const room = concurrency - this.#work.size;
    if (this.#stopped || room <= 0) return;
    const presence = await this.#present();
    const claimed = await query<ClaimedRow>(this.database.knex, 'select * from bus_claim(?, ?, ?, ?)', [
      topic,
      group,
      presence.number,
      room,
    ]);
    for (const row of claimed) this.#work.add(this.#handle(row, presence.number), () => this.#look());
  }

  async #handle(row: ClaimedRow, consumer: number): Promise<void> {
    const { topic, group } = this.options;
    const outcome = await handleDelivery(this.options, this.log, row.body, row.attempts, this.#work.signal);
    const againIn = outcome.retryInMs === undefined ? null : `${String(outcome.retryInMs)} milliseconds`;
    const settled = [topic, group, row.key, row.seq, consumer, againIn];
    await query(this.database.knex, 'select bus_settle(?, ?, ?, ?, ?, ?::interval)', settled).catch(
      async (error: unknown) => {
        // Nobody may believe that this consumer still works on the key: it leaves, and comes back under another number.
        this.log.warn({ err: error, topic }, 'the end of a delivery could not be noted; it will be delivered again');
        await this.#presence?.leave();
      },
    );
    if (outcome.retryInMs !== undefined) setTimeout(() => this.#look(), outcome.retryInMs).unref();
  }

  async #present(): Promise<Presence> {
    if (!this.#presence?.alive) this.#presence = await Presence.announce(this.database.url);
    return this.#presence;
  }
}

/** A consumer's number, good for as long as the connection lives that holds the advisory lock of that number. */
class Presence {
  alive = true;

  private constructor(
    readonly number: number,
    private readonly client: pg.Client,
  ) {
    client.once('end', () => (this.alive = false));
  }

  static async announce(url: string): Promise<Presence> {
    const client = new pg.Client({ connectionString: url, application_name: 'attest-bus', keepAlive: true });
    client.on('error', () => undefined); // 'end' follows, and is what counts
    try {
      await client.connect();
      const number = randomInt(1, 2 ** 31 - 1);
      await client.query('select pg_advisory_lock($1, $2)', [CONSUMER_LOCK_CLASS, number]);
      return new Presence(number, client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw new BusUnavailable('The bus in Postgres did not answer', { cause: error });
    }
  }

  async leave(): Promise<void> {
    this.alive = false;
    await this.client.end().catch(() => undefined);
  }
}

async function query<Row>(knex: Knex, sql: string, bindings: readonly (string | number | null)[]): Promise<Row[]> {
  try {
    const result = await knex.raw<{ rows: Row[] }>(sql, bindings);
    return result.rows;
  } catch (error) {
    throw new BusUnavailable('The bus in Postgres did not answer', { cause: error });
  }
}
