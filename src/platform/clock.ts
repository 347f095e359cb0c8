import type { Database } from './database/database.js';

/** Tells the time; passed in wherever time matters, so that a test can set it. */
export type Clock = () => Date;

/** A clock that is set again and again while it runs. */
export interface SetClock {
  clock: Clock;
  stop(): void;
}

/** How often the clock is set: by itself it is wrong by milliseconds then, but where a machine was asleep. */
const SET_EVERY_MS = 60_000;
/** Before it is first used the clock is looked at until an answer takes no longer, and so often at most: the quickest says most (Cristian, 1989). */
const QUICK_ANSWER_MS = 100;
const MOST_FIRST_LOOKS = 10;
/** An answer that took longer says too little about when it was given; the clock runs on as it was set before. */
const LONGEST_ANSWER_MS = 1_000;

/**
 * The database's clock, which is the same for all processes, whatever those of their machines say. Between two looks it
 * runs on with this process's monotonic clock, so that nobody waits for it, and a database that is away stops no time.
 * Right to about half of what a look takes: at first to 50 ms but where no answer is quick, later to half a second.
 * @throws the database's error where it cannot be asked the first time
 */
export async function startDatabaseClock({ knex }: Pick<Database, 'knex'>): Promise<SetClock> {
  /** The time at the zero of the monotonic clock, and how long it took to learn it, in milliseconds. */
  const look = async (): Promise<{ zero: number; took: number }> => {
    const asked = performance.now();
    const { rows } = await knex.raw<{ rows: [{ now: number }] }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
    );
    const took = performance.now() - asked;
    return { zero: rows[0].now - asked - took / 2, took };
  };
  let best = await look();
  for (let looks = 1; best.took > QUICK_ANSWER_MS && looks < MOST_FIRST_LOOKS; looks += 1) {
    const next = await look();
    if (next.took < best.took) best = next;
  }
  let { zero } = best;
  const set = async (): Promise<void> => {
    const { zero: seen, took } = await look();
    if (took <= LONGEST_ANSWER_MS) zero = seen;
  };
  const setting = setInterval(() => void set().catch(() => undefined), SET_EVERY_MS).unref();
  return { clock: () => new Date(zero + performance.now()), stop: () => clearInterval(setting) };
}
