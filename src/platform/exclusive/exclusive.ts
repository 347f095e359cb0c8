import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import { deleteLittleByLittle } from '../database/deleteLittleByLittle.js';
import { asTheService } from '../database/onBehalfOf.js';
import type { Migration } from '../database/migrate.js';
import type { Log } from '../log.js';

/** Who holds what, until when by the database's clock. */
export const exclusiveMigrations: readonly Migration[] = [
  {
    name: 'exclusive_001',
    up: async (knex) => {
      await knex.raw('create sequence exclusive_fence');
      await knex.schema.createTable('exclusive', (table) => {
        table.text('name').primary();
        table.uuid('holder').notNullable();
        table.bigInteger('fence').notNullable();
        table.timestamp('held_until').notNullable();
      });
    },
  },
];

/** What whoever holds a name has. */
export interface Held {
  /**
   * Aborted when the hold is lost, at the latest a moment before another may have it: measured on this process's
   * monotonic clock from before the last renewal that got through. A process that stood still learns so when it goes on.
   */
  signal: AbortSignal;
  /**
   * Greater than that of every holder before. A write that carries it along (`where exists` in the table `exclusive`) is
   * refused where another holder has come, however long this process stood still.
   */
  fence: bigint;
}

/** Lets one at a time do a piece of work, over all processes; a holder that dies or stalls is replaced after a while. */
export interface Exclusive {
  /** Does the work while holding the name; undefined when another holds it. Rejects as the work does. */
  hold<Value>(name: string, work: (held: Held) => Promise<Value>): Promise<{ value: Value } | undefined>;
  /**
   * Does the work again and again whenever the name is to be had, until `signal` is aborted, which `held.signal` then is too.
   * A leader that ends hands over within a second, one that is killed, cut off or stalled within six. Never rejects.
   */
  lead(name: string, work: (held: Held) => Promise<void>, signal: AbortSignal): Promise<void>;
}

/** What a hold lasts. */
interface Terms {
  /** By the database's clock, since the last renewal. */
  leaseMs: number;
  renewEveryMs: number;
  /** So much earlier the holder gives it up: for clocks that run at different speeds. */
  marginMs: number;
}

/** Work that is held is work of seconds to minutes: nobody waits for it to move. */
const WORK: Terms = { leaseMs: 20_000, renewEveryMs: 5_000, marginMs: 2_000 };
/** What is led is waited for. */
const LEADERSHIP: Terms = { leaseMs: 6_000, renewEveryMs: 1_500, marginMs: 1_000 };
/** How long one that does not lead waits before it asks again. */
const ASK_AGAIN_MS = 1_000;

/** Over one table of the database. */
export function createExclusive({ database, log }: { database: Pick<Database, 'knex'>; log: Log }): Exclusive {
  const holdOn = async <Value>(name: string, terms: Terms, work: (held: Held) => Promise<Value>) => {
    const holder = randomUUID();
    const asked = performance.now();
    const fence = await take(database, name, holder, terms);
    if (fence === undefined) return undefined;
    const renewal = renew(database, { name, holder, terms, since: asked });
    try {
      return { value: await work({ signal: renewal.lost, fence }) };
    } finally {
      await renewal.end();
    }
  };
  return {
    hold: (name, work) => holdOn(name, WORK, work),
    async lead(name, work, signal) {
      while (!signal.aborted) {
        try {
          await holdOn(name, LEADERSHIP, async (held) => {
            log.info({ leader: name }, 'this process leads now');
            await work({ ...held, signal: AbortSignal.any([signal, held.signal]) });
          });
        } catch (error) {
          log.warn({ err: error, leader: name }, 'leading failed and will be tried again');
        }
        await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}

/** How long ago a hold must have ended by itself until its row is deleted: far more than whoever holds on lets it go without renewing it. */
const FORGOTTEN_AFTER = '1 hour';

/**
 * Deletes what is left of holds that were never given back, as their holder was killed, or could not reach the database when it ended: most
 * names are those of one piece of work, and nobody asks for them again. Fences come of a sequence and go on growing.
 * @param atOnce For tests: fewer rows in one statement than the service deletes
 */
export const forgetEndedHolds = ({ knex }: Pick<Database, 'knex'>, atOnce?: number): Promise<void> =>
  deleteLittleByLittle(
    knex,
    { table: 'exclusive', where: 'held_until < now() - ?::interval', bindings: [FORGOTTEN_AFTER] },
    atOnce,
  );

/** Takes a name that is nobody's, or whose holder did not renew it in time; its fence. */
async function take(
  { knex }: Pick<Database, 'knex'>,
  name: string,
  holder: string,
  { leaseMs }: Terms,
): Promise<bigint | undefined> {
  const { rows } = await knex.raw<{ rows: { fence: string }[] }>(
    `insert into exclusive as held (name, holder, fence, held_until)
     values (?, ?, nextval('exclusive_fence'), clock_timestamp() + ? * interval '1 ms')
     on conflict (name) do update
       set holder = excluded.holder, fence = excluded.fence, held_until = excluded.held_until
     where held.held_until < clock_timestamp() returning fence`,
    [name, holder, leaseMs],
  );
  return rows[0] && BigInt(rows[0].fence);
}

/** Renews a hold until it ends or is lost; as the service, so that no tenant loses what it holds to what else it has waiting. */
function renew(
  { knex }: Pick<Database, 'knex'>,
  { name, holder, terms, since }: { name: string; holder: string; terms: Terms; since: number },
): { lost: AbortSignal; end(): Promise<void> } {
  const lost = new AbortController();
  const isLost = (): boolean => lost.signal.aborted;
  const mine = () => knex('exclusive').where({ name, holder });
  let deadline: NodeJS.Timeout | undefined;
  const holdsSince = (asked: number): void => {
    clearTimeout(deadline);
    const leftMs = asked + terms.leaseMs - terms.marginMs - performance.now();
    deadline = setTimeout(() => lost.abort(), Math.max(0, leftMs)).unref();
  };
  holdsSince(since);
  const again = async (): Promise<void> => {
    if (isLost()) return; // whoever lost it must not keep it from the next
    const asked = performance.now();
    const held_until = knex.raw(`clock_timestamp() + ? * interval '1 ms'`, [terms.leaseMs]);
    const renewed = await mine().where('held_until', '>=', knex.raw('clock_timestamp()')).update({ held_until });
    if (isLost()) return;
    if (renewed > 0) holdsSince(asked);
    else lost.abort();
  };
  // One that fails is made up for by the next, and one that gets no answer by the deadline.
  const timer = setInterval(() => void asTheService(again).catch(() => undefined), terms.renewEveryMs).unref();
  return {
    lost: lost.signal,
    async end() {
      clearInterval(timer);
      clearTimeout(deadline);
      // What cannot be given back now ends by itself, and is deleted later.
      await asTheService(() => mine().delete()).catch(() => undefined);
    },
  };
}
