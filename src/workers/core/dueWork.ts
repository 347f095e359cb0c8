import type { Knex } from 'knex';
import { DatabaseError } from 'pg';
import { tenantOf, type Message } from '../../platform/bus/bus.js';
import type { Database } from '../../platform/database/database.js';
import { prepared } from '../../platform/database/prepared.js';
import { deleteLittleByLittle } from '../../platform/database/deleteLittleByLittle.js';
import { createPresence } from '../../platform/database/presence.js';
import type { Log } from '../../platform/log.js';

/** Work that somebody has in hand. */
export interface WorkInHand {
  topic: string;
  key: string;
  /** Where it stands in the table. */
  seq: string;
  /** The number of who has it. */
  holder: number;
  message: Message;
  /** How often it has been tried, this time included. */
  attempts: number;
}

/** Whose turn it is in a process. */
export interface Turn {
  /** Whose turn the last one was; absent before the first. */
  after?: string | undefined;
  /** Tenants that have as much in hand as they may. */
  full?: readonly string[];
}

/** What is to become of work that was in hand: it is forgotten, or due again; what was given back was not tried. */
export type Outcome = 'done' | { inMs: number; givenBack?: boolean } | { at: Date; givenBack: true };

/** Whether it was noted what became of work: it may be another's by now, or the database away. */
export interface Settled {
  noted: boolean;
  /** In how many milliseconds something of its topic is due on account of it; absent where nothing is. */
  dueInMs?: number | undefined;
}

/** What there is of the topics that were asked for. */
export interface Looked {
  /** Those of which something is due. */
  due: string[];
  /**
   * Those of which there is as much as the table is for, each with the tenants that have their part of it, a tenth or less: more of these
   * is left on the bus. Absent where it was not counted.
   */
  full?: ReadonlyMap<string, readonly string[]>;
}

/**
 * The table of what is due, over every process and under both buses (`dueTable.ts`). All times are by the database's clock.
 * What somebody has in hand who is gone (killed, cut off, stalled) is anybody's within seconds.
 */
export interface DueWork {
  /**
   * Takes a message that the bus has just delivered. Undefined where it stands behind others of its key from now on, or
   * stood there already. Either way the bus may forget it. @throws Error of the driver while Postgres is away
   */
  begin(topic: string, message: Message): Promise<WorkInHand | undefined>;
  /**
   * Has a message that the bus has just delivered be due now, for whoever has room for it; the bus may forget it then. Where
   * others of its key are there it stands behind them. @throws Error of the driver while Postgres is away
   */
  keep(topic: string, message: Message): Promise<void>;
  /**
   * Takes what has been due for longest of the tenant whose turn it is, with the time that it is; undefined where nothing is due.
   * @throws Error of the driver while Postgres is away
   */
  take(topic: string, turn?: Turn): Promise<(WorkInHand & { now: Date }) | undefined>;
  /**
   * Notes what became of work, and tries again where it surely was not noted, as there was no connection in time. Never rejects:
   * what cannot be noted is anybody's, with all else that is in hand here, and is done again.
   */
  settle(work: WorkInHand, outcome: Outcome): Promise<Settled>;
  /**
   * Takes out of the hands of those who are gone what they had, and looks at topics.
   * @param counts Whether to look how much of them there is, too, which costs more the more that is
   * @throws Error of the driver while Postgres is away
   */
  look(topics: readonly string[], counts?: boolean): Promise<Looked>;
  /** Gives up whatever is still in hand. */
  leave(): Promise<void>;
}

/** What it stands on. */
export interface DueWorkDeps {
  database: Pick<Database, 'knex' | 'url'>;
  log: Log;
  /** For tests: less than `MOST_IN_TABLE`. */
  mostInTable?: number;
}

/**
 * So much of a topic is in the table, about, before tenants that have their part of it may have no more, a tenth, or less where more than ten
 * share it: what comes of them waits on the bus, which is made for that. A table that has no end costs more for each row that is taken.
 */
const MOST_IN_TABLE = 10_000;

/** The group of all workers of the service, on the bus and in the table. */
export const WORKERS = 'attest-workers';

/** Over the table in the database. */
export function createDueWork({ database: { knex, url }, log, mostInTable = MOST_IN_TABLE }: DueWorkDeps): DueWork {
  const presence = createPresence(url, 'attest-due');
  const query = async <Row>(sql: string, bindings: readonly Knex.RawBinding[]): Promise<Row[]> =>
    (await prepared<Row>(knex, sql, bindings)).rows;
  /**
   * What was asked for without an answer may have been done: nobody may believe that it is in hand. All else that is in hand
   * goes with it, so that what was surely not done is no reason: one message that is refused would have all work done twice.
   */
  const asHolder = async <Row>(ask: (holder: number) => Promise<Row>): Promise<Row> => {
    const holder = await presence.number();
    try {
      return await ask(holder);
    } catch (error) {
      if (!hasDoneNothing(error)) await presence.leave(holder);
      throw error;
    }
  };
  return {
    begin: (topic, message) =>
      asHolder(async (holder) => {
        const seq = await begin(knex, topic, message, holder);
        return typeof seq === 'string' ? { topic, key: message.key, seq, holder, message, attempts: 1 } : undefined;
      }),
    async keep(topic, message) {
      await begin(knex, topic, message, null);
    },
    take: (topic, { after, full = [] } = {}) =>
      asHolder(async (holder) => {
        type Taken = Pick<WorkInHand, 'key' | 'seq' | 'message' | 'attempts'> & { now: Date };
        const [row] = await query<Taken>(
          'select seq, key, attempts, message, now from due_take(?, ?, ?, ?::text, ?::text[])',
          [topic, WORKERS, holder, after ?? null, [...full]],
        );
        return row && { topic, holder, ...row };
      }),
    async settle(work, outcome) {
      const { topic, key, seq, holder } = work;
      const { inMs, at, givenBack = false }: Again = outcome === 'done' ? {} : outcome;
      const bindings = [topic, WORKERS, key, seq, holder, at?.toISOString() ?? null, inMs ?? null, givenBack];
      try {
        const [row] = await againWhereNothingWasDone(() =>
          query<{ next: boolean | null }>(
            `select due_settle(?, ?, ?, ?, ?, coalesce(?::timestamptz, clock_timestamp() + ?::int * interval '1 ms'), ?) as next`,
            bindings,
          ),
        );
        if (typeof row?.next !== 'boolean') return { noted: false };
        return { noted: true, dueInMs: row.next ? 0 : inMs };
      } catch (error) {
        log.warn(
          { err: error, topic, message_id: work.message.id },
          'the end of work could not be noted; it is done again',
        );
        await presence.leave(holder);
        return { noted: false };
      }
    },
    look: (topics, counts = true) => lookAt(knex, topics, counts ? mostInTable : null),
    leave: () => presence.leave(),
  };
}

/** Puts a message into the table; where it stands, if the holder has it now. */
async function begin(knex: Knex, topic: string, message: Message, holder: number | null): Promise<string | null> {
  const { key, id } = message;
  const { rows } = await prepared<{ seq: string | null }>(
    knex,
    'select due_begin(?, ?, ?, ?, ?, ?::json, ?::int) as seq',
    [topic, WORKERS, tenantOf(message), key, id, JSON.stringify(message), holder],
  );
  return rows[0]!.seq;
}

async function lookAt(knex: Knex, topics: readonly string[], most: number | null): Promise<Looked> {
  const { rows } = await prepared<{ topic: string; is_due: boolean; full_of: string[] | null }>(
    knex,
    'select topic, is_due, full_of from due_look(?::text[], ?, ?::int)',
    [[...topics], WORKERS, most],
  );
  const due = rows.filter(({ is_due }) => is_due).map(({ topic }) => topic);
  if (most === null) return { due };
  return { due, full: new Map(rows.flatMap(({ topic, full_of }) => (full_of ? [[topic, full_of]] : []))) };
}

/** Those of which nothing waits or is in hand under their topic and key, in their order. @throws Error of the driver while Postgres is away */
export async function notInTable<Work extends { topic: string; key: string }>(
  { knex }: Pick<Database, 'knex'>,
  works: readonly Work[],
): Promise<Work[]> {
  const { rows } = await knex.raw<{ rows: { nth: number }[] }>(
    `select asked.nth::int from unnest(?::text[], ?::text[]) with ordinality asked (topic, key, nth)
     where not exists (
       select from due_work d
       where d.topic = asked.topic and d.group_name = ? and d.key = asked.key and d.done_at is null
     )
     order by asked.nth`,
    [works.map(({ topic }) => topic), works.map(({ key }) => key), WORKERS],
  );
  return rows.map(({ nth }) => works[nth - 1]!);
}

/**
 * Whether a statement has surely changed nothing: Postgres refused it, gave it up or rolled it back, or there was no connection
 * to ask it on. Classes: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function hasDoneNothing(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(2[23]|4[02]|5[3458]|57014)/.test(error.code ?? '');
  return error instanceof Error && error.name === 'KnexTimeoutError';
}

/** When work is due again. */
interface Again {
  inMs?: number;
  at?: Date;
  givenBack?: boolean;
}

/** How often it is tried to note the end of work: whoever cannot gives up whatever else he has in hand, too. */
const SETTLE_TRIES = 3;

/** Asks again where the question has surely changed nothing: there was no connection in time, or it was given up or rolled back. */
async function againWhereNothingWasDone<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === SETTLE_TRIES || !hasDoneNothing(error)) throw error;
    }
  }
}

/** What of a topic waits in the table of what is due. */
export interface DueBacklog {
  topic: string;
  /** Work that is to be tried again or stands behind such work; what is in hand is not counted, nor is what comes after the first 100,000. */
  waiting: number;
  /** For how many seconds the oldest of it has been due; 0 where nothing is due yet. */
  overdueSeconds: number;
}

/** So many are enough to know that it is many: a scrape does not wait for more to be counted. */
const MOST_COUNTED = 100_000;

/** What waits, of every one of the topics. */
export async function readDueBacklog(
  { knex }: Pick<Database, 'knex'>,
  topics: readonly string[],
): Promise<DueBacklog[]> {
  const { rows } = await knex.raw<{ rows: { topic: string; waiting: string; overdue: number }[] }>(
    `select topic, waiting, greatest(coalesce(extract(epoch from now() - oldest), 0), 0)::float as overdue
     from unnest(?::text[]) topic
     cross join lateral (
       select count(*) as waiting from (
         select from due_work d
         where d.topic = topic.topic and d.group_name = ? and d.held_by is null and d.done_at is null limit ?
       ) first_ones
     ) counted
     cross join lateral (
       select min(due_at) as oldest from due_work d
       where d.topic = topic.topic and d.group_name = ? and d.held_by is null and d.due_at is not null
     ) timed`,
    [[...topics], WORKERS, MOST_COUNTED, WORKERS],
  );
  return rows.map(({ topic, waiting, overdue }) => ({ topic, waiting: Number(waiting), overdueSeconds: overdue }));
}

/** How long work is kept that was done at its second attempt or later: the bus may bring it again. */
const KEPT_FOR = '1 day';

/** Forgets what was done long ago. @param atOnce For tests: fewer rows in one statement than the service deletes */
export const forgetDoneWork = ({ knex }: Pick<Database, 'knex'>, atOnce?: number): Promise<void> =>
  deleteLittleByLittle(
    knex,
    { table: 'due_work', where: 'done_at < now() - ?::interval', bindings: [KEPT_FOR] },
    atOnce,
  );
