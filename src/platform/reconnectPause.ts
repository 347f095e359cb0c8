const FIRST_MS = 50;
/** So that nobody waits longer than a second for what is back. */
const LONGEST_MS = 1_000;

/**
 * Milliseconds to wait before the next try to reach something that is away: 50 after the first failure, doubling to a
 * second, less up to half at random, so that all who wait for one server do not come at once.
 * @param failures Tries that have failed since the last that did not, without the one just now
 */
export function reconnectPause(failures: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(failures, 10), LONGEST_MS) * (1 - Math.random() / 2);
}
