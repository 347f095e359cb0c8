import pLimit from 'p-limit';
import { DomainError } from '../../domain/core/decider.js';

/** Most things that a list of the past looks at: each is made anew from its events. */
export const MOST_LOOKED_AT = 1_000;

/** How many of them are read at once: others read meanwhile. */
const AT_ONCE = 2;

/**
 * What there was of some things, each of which is read once; those that were not there are left out.
 * @throws DomainError `invalid` where they are more than `MOST_LOOKED_AT`
 */
export async function rowsAsOf<Row>(
  keys: Iterable<string>,
  find: (key: string) => Promise<Row | undefined>,
): Promise<Row[]> {
  const each = [...new Set(keys)];
  if (each.length > MOST_LOOKED_AT) {
    const message = `A list as of a moment looks at ${MOST_LOOKED_AT} things at most, and there were more; ask for one by its id`;
    throw new DomainError('invalid', message);
  }
  const limit = pLimit(AT_ONCE);
  // Once one cannot be read the others need not be.
  const found = await Promise.all(each.map((key) => limit(() => find(key)))).finally(() => limit.clearQueue());
  return found.filter((row) => row !== undefined);
}

/** The order of lists, as the database has it: the newest first, and of those that are as new by what identifies them. */
export function newestFirst<Row extends { created_at: string }>(idOf: (row: Row) => string) {
  const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  return (a: Row, b: Row): number => compare(b.created_at, a.created_at) || compare(idOf(b), idOf(a));
}
