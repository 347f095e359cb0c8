import { randomInt } from 'node:crypto';
import { holdConnection, type HeldConnection } from '../database/heldConnection.js';
import { BusUnavailable } from './bus.js';
import { CONSUMER_LOCK_CLASS } from './busTables.js';

/** A consumer's number, good for as long as the connection lives that holds the advisory lock of that number. */
export interface Presence {
  /** The number that it goes by now: a new one after its connection broke. @throws BusUnavailable */
  number(): Promise<number>;
  /** Gives up the number: whatever is claimed under it is anybody's. */
  leave(): Promise<void>;
}

/** Not there yet. */
export function createPresence(url: string): Presence {
  let here: { number: number; held: HeldConnection } | undefined;
  const announce = async (): Promise<number> => {
    let held: HeldConnection | undefined;
    try {
      held = await holdConnection({ url, name: 'attest-bus' });
      const number = randomInt(1, 2 ** 31 - 1);
      await held.query('select pg_advisory_lock($1, $2)', [CONSUMER_LOCK_CLASS, number]);
      here = { number, held };
      return number;
    } catch (error) {
      await held?.close();
      throw new BusUnavailable('The bus in Postgres did not answer', { cause: error });
    }
  };
  return {
    number: async () => (here?.held.ended.aborted === false ? here.number : announce()),
    async leave() {
      const left = here;
      here = undefined;
      await left?.held.close();
    },
  };
}
