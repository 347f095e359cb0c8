import DataLoader from 'dataloader';
import { DatabaseError } from 'pg';
import { asError } from '../asError.js';
import { asTheService } from './onBehalfOf.js';

/** Statements of one kind that are under way at the same time: one that is slow keeps the others going. */
const LANES = 2;
/** After so many milliseconds nobody waits any more for a statement to come back. */
const LANE_MS = 1_000;

/**
 * Asks the database for what is wanted of it at the same time with one statement: in one turn of the event loop, and, where
 * two such statements are under way, until one of them is back. The busier it gets, the less each costs.
 * It is asked as the service, as it may be for several tenants.
 * @param askAll What is found for each key, in the order of the keys
 * @param most Keys in one statement, which bounds what it carries
 * @returns Asks for one. What Postgres refuses of one, a NUL in a name for example, fails that one alone; where it gives up a
 *   statement because it takes too long, each is asked for once more, alone
 */
export function batchedQuery<Key, Value>(
  askAll: (keys: readonly Key[]) => Promise<Value[]>,
  most: number,
): (key: Key) => Promise<Value> {
  const lanes = createLanes();
  const askForAll = (keys: readonly Key[]): Promise<Value[]> => asTheService(() => askAll(keys));
  const askEach = async (keys: readonly Key[]): Promise<(Value | Error)[]> => {
    const leave = lanes.hold();
    try {
      return await askForAll(keys);
    } catch (error) {
      if (keys.length === 1 || !canBeOfOne(error)) throw error;
      const alone = await Promise.allSettled(keys.map((key) => askForAll([key])));
      return alone.map((one) => (one.status === 'fulfilled' ? one.value[0]! : asError(one.reason)));
    } finally {
      leave();
    }
  };
  const loader = new DataLoader(askEach, { cache: false, maxBatchSize: most, batchScheduleFn: lanes.enter });
  return (key) => loader.load(key);
}

/** What Postgres says of a statement that took longer than `statement_timeout`: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const QUERY_CANCELED = '57014';

/** Whether it can be due to one of those who shared the statement: it was refused, or took too long. */
function canBeOfOne(error: unknown): boolean {
  if (error instanceof DatabaseError) return true;
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof DatabaseError && cause.code === QUERY_CANCELED;
}

function createLanes() {
  const waiting: (() => void)[] = [];
  let free = LANES;
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free++;
  };
  return {
    /** Goes on once there is a lane, which it then has. */
    enter(goOn: () => void): void {
      if (free === 0) return void waiting.push(goOn);
      free--;
      setImmediate(goOn);
    },
    /** Gives back how to leave the lane; it is left by itself when that takes too long. */
    hold(): () => void {
      let held = true;
      const leaveOnce = (): void => {
        clearTimeout(timer);
        if (held) leave();
        held = false;
      };
      const timer = setTimeout(leaveOnce, LANE_MS).unref();
      return leaveOnce;
    },
  };
}
