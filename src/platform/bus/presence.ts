import { randomInt } from 'node:crypto';
import pg from 'pg';
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
  let here: { number: number; client: pg.Client } | undefined;
  const announce = async (): Promise<number> => {
    const client = new pg.Client({ connectionString: url, application_name: 'attest-bus', keepAlive: true });
    client.on('error', () => undefined); // 'end' follows, and is what counts
    client.once('end', () => {
      if (here?.client === client) here = undefined;
    });
    try {
      await client.connect();
      const number = randomInt(1, 2 ** 31 - 1);
      await client.query('select pg_advisory_lock($1, $2)', [CONSUMER_LOCK_CLASS, number]);
      here = { number, client };
      return number;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw new BusUnavailable('The bus in Postgres did not answer', { cause: error });
    }
  };
  return {
    number: async () => here?.number ?? (await announce()),
    async leave() {
      const left = here;
      here = undefined;
      await left?.client.end().catch(() => undefined);
    },
  };
}
