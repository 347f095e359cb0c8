import DataLoader from 'dataloader';
import { DatabaseError } from 'pg';

/**
 * Asks the database for what is wanted of it in one turn of the event loop with one statement.
 * @param askAll What is found for each key, in the order of the keys
 * @param most Keys in one statement, which bounds what it carries
 * @returns Asks for one. What Postgres refuses of one, a NUL in a name for example, fails that one alone
 */
export function batchedQuery<Key, Value>(
  askAll: (keys: readonly Key[]) => Promise<Value[]>,
  most: number,
): (key: Key) => Promise<Value> {
  const askEach = async (keys: readonly Key[]): Promise<(Value | Error)[]> => {
    try {
      return await askAll(keys);
    } catch (error) {
      if (keys.length === 1 || !(error instanceof DatabaseError)) throw error;
      const alone = await Promise.allSettled(keys.map((key) => askAll([key])));
      return alone.map((one) => (one.status === 'fulfilled' ? one.value[0]! : asError(one.reason)));
    }
  };
  const loader = new DataLoader(askEach, { cache: false, maxBatchSize: most, batchScheduleFn: setImmediate });
  return (key) => loader.load(key);
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
