import type { Knex } from 'knex';
import type { Database } from '../database/database.js';
import { createPresence, type Presence } from '../database/presence.js';
import type { Log } from '../log.js';
import { oneAtATime } from '../oneAtATime.js';
import { createWorkInProgress, type WorkInProgress } from '../workInProgress.js';
import { BusUnavailable, type Consumer, type ConsumerOptions, type Message } from './bus.js';
import { PUBLISHED_CHANNEL } from './busTables.js';
import { DELIVER_AGAIN_MS, deliver } from './deliver.js';

/** How often a consumer deletes what of its topic nobody needs any more. */
const TRIM_MS = 10_000;
/** How long a consumer trusts the notifications before it looks by itself, and for keys of consumers that died. */
const POLL_MS = 1_000;

interface ClaimedRow {
  tenant: string;
  key: string;
  seq: string;
  body: Message;
}

/** What a consumer stands on. */
export interface PostgresConsumerDeps {
  database: Database;
  log: Log;
  options: ConsumerOptions;
  onStopped(): void;
}

/** Claims keys that are due, as many as there is room for, and handles their messages. @throws BusUnavailable */
export async function startPostgresConsumer(deps: PostgresConsumerDeps): Promise<Consumer> {
  const { database, options } = deps;
  const { topic, group } = options;
  const work = createWorkInProgress();
  const claims = createClaims(deps, work);
  await query(database.knex, 'select bus_join(?, ?)', [topic, group]);
  const stopListening = await database.listen(PUBLISHED_CHANNEL, (published) => {
    if (published === undefined || published === topic) claims.look();
  });
  const timer = setInterval(() => void claims.lookAround(), POLL_MS);
  const trimmer = setInterval(() => void claims.trim(), TRIM_MS);
  await claims.lookAround();

  const end = async (): Promise<void> => {
    clearInterval(timer);
    clearInterval(trimmer);
    await Promise.all([claims.end(), stopListening().catch(() => undefined)]);
    await work.drain();
    await claims.leave();
    deps.onStopped();
  };
  let stopped: Promise<void> | undefined;
  return { stop: () => (stopped ??= end()), assertTaking: () => claims.assertTaking() };
}

/** The keys that a consumer has for itself. */
interface Claims {
  /** Claims as much as there is room for. */
  look(): void;
  /** Frees the keys of consumers that died first. */
  lookAround(): Promise<void>;
  /** Deletes messages that are done with. */
  trim(): Promise<void>;
  /** Claims no more; resolves when what was being claimed is handled like the rest. */
  end(): Promise<void>;
  leave(): Promise<void>;
  assertTaking(): void;
}

function createClaims(deps: PostgresConsumerDeps, work: WorkInProgress): Claims {
  const { log } = deps;
  const { knex, url } = deps.database;
  const { topic, group, concurrency } = deps.options;
  const presence = createPresence(url, 'attest-bus');
  const ending = new AbortController();
  const hasEnded = (): boolean => ending.signal.aborted;
  let fault: unknown;
  /** Whose turn was the last one; none's yet. */
  let lastTurn: string | null = null;

  /** What was refused is no reason to look at once: a backlog that is refused would be claimed from end to end, again and again. */
  const add = (row: ClaimedRow, consumer: number): void => {
    const handled = handle(deps, { row, consumer, presence, signal: work.signal, hasEnded });
    work.add(
      handled.then(() => undefined),
      () => void handled.then((done) => done && look()),
    );
  };
  const claim = async (): Promise<void> => {
    const room = concurrency - work.size;
    if (hasEnded() || room <= 0) return;
    const consumer = await presence.number();
    if (hasEnded()) return;
    const asked = [topic, group, consumer, room, lastTurn];
    const claimed = await query<ClaimedRow>(knex, 'select * from bus_claim(?, ?, ?, ?, ?)', asked).catch(
      async (error: unknown) => {
        // Keys may have been claimed all the same, and nobody will handle them as this consumer.
        await presence.leave();
        throw error;
      },
    );
    fault = undefined;
    lastTurn = claimed.at(-1)?.tenant ?? lastTurn;
    for (const row of claimed) add(row, consumer);
  };
  const outOfReach = (error: unknown): void => {
    log.warn({ err: error, topic }, 'the bus is out of reach; trying again');
  };
  const takeMore = oneAtATime(() =>
    claim().catch((error: unknown) => {
      // Only a claim tells whether this consumer takes anything.
      fault = error;
      outOfReach(error);
    }),
  );
  const look = (): void => void takeMore();
  return {
    look,
    async lookAround() {
      await query(knex, 'select bus_release_dead(?, ?)', [topic, group]).catch(outOfReach);
      look();
    },
    trim: async () => void (await query(knex, 'select bus_trim(?)', [topic]).catch(outOfReach)),
    end() {
      ending.abort();
      return takeMore();
    },
    leave: () => presence.leave(),
    assertTaking() {
      if (hasEnded()) throw new Error(`The consumer of ${topic} has stopped`);
      if (fault) throw new Error(`The bus does not answer the consumer of ${topic}`, { cause: fault });
    },
  };
}

/** What was claimed, and as whom. */
interface Claimed {
  row: ClaimedRow;
  consumer: number;
  presence: Pick<Presence, 'leave'>;
  signal: AbortSignal;
  hasEnded(): boolean;
}

/** Handles what was claimed, and notes it. Whether it was handled, and not refused. Never rejects. */
async function handle(
  { database: { knex }, log, options }: PostgresConsumerDeps,
  { row, consumer, presence, signal, hasEnded }: Claimed,
): Promise<boolean> {
  const { topic, group } = options;
  const done = await deliver(options, { message: row.body, signal, log });
  const againInMs = hasEnded() ? 0 : DELIVER_AGAIN_MS;
  const settled = [topic, group, row.key, row.seq, consumer, done ? null : `${String(againInMs)} milliseconds`];
  await query(knex, 'select bus_settle(?, ?, ?, ?, ?, ?::interval)', settled).catch(async (error: unknown) => {
    // Nobody may believe that this consumer still works on the key: it leaves, and comes back under another number.
    log.warn({ err: error, topic }, 'the end of a delivery could not be noted; it will be delivered again');
    await presence.leave();
  });
  return done;
}

/** Asks the tables of the bus. @throws BusUnavailable */
export async function query<Row>(
  knex: Knex,
  sql: string,
  bindings: readonly (string | number | boolean | null)[],
): Promise<Row[]> {
  try {
    const result = await knex.raw<{ rows: Row[] }>(sql, bindings);
    return result.rows;
  } catch (error) {
    throw new BusUnavailable('The bus in Postgres did not answer', { cause: error });
  }
}
