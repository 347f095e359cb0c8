import { randomInt } from 'node:crypto';
import { holdConnection, type HeldConnection } from './heldConnection.js';

/** First key of the advisory lock that whoever is present holds for as long as it lives: "bus" in ASCII, whose consumers were the first to have one. */
export const PRESENCE_LOCK_CLASS = 0x627573;

/**
 * A number to put on what is claimed, good for as long as the connection lives that holds the advisory lock of that
 * number. Postgres releases the lock the moment the connection is gone, whatever became of the process.
 */
export interface Presence {
  /** The number that it goes by now: a new one after its connection broke. @throws Error of the driver while Postgres is away */
  number(): Promise<number>;
  /** Gives up the number, or this one if it still goes by it: whatever is claimed under it is anybody's. */
  leave(number?: number): Promise<void>;
}

/** SQL that is true while somebody holds the number in a column. The locks are read once, however many rows are asked about. */
export const isPresent = (column: string): string =>
  `${column}::oid in (
    select present.objid from pg_locks present
    where present.locktype = 'advisory' and present.objsubid = 2 and present.classid = ${String(PRESENCE_LOCK_CLASS)}
      and present.granted and present.database = (select oid from pg_database where datname = current_database())
  )`;

/** Not there yet. @param name What its connection is called in `pg_stat_activity` */
export function createPresence(url: string, name: string): Presence {
  let here: { number: number; held: HeldConnection } | undefined;
  let announcing: Promise<number> | undefined;
  const announce = async (): Promise<number> => {
    const held = await holdConnection({ url, name });
    try {
      const number = randomInt(1, 2 ** 31 - 1);
      await held.query('select pg_advisory_lock($1, $2)', [PRESENCE_LOCK_CLASS, number]);
      here = { number, held };
      return number;
    } catch (error) {
      await held.close();
      throw error;
    }
  };
  return {
    async number() {
      return here?.held.ended.aborted === false
        ? here.number
        : (announcing ??= announce().finally(() => (announcing = undefined)));
    },
    async leave(number = here?.number) {
      if (number !== here?.number) return;
      const left = here;
      here = undefined;
      await left?.held.close();
    },
  };
}
