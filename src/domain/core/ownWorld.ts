import { DomainError } from './decider.js';
import type { Mode } from './mode.js';

/**
 * Holds a test key to what was made with one.
 * @param asking who asks: `test` for a test key
 * @param made with which kind of key what is there was made; live where it does not say
 * @throws DomainError `forbidden`
 */
export function assertOwnWorld(asking: { mode?: Mode | undefined }, made: Mode | null | undefined): void {
  if (asking.mode !== 'test' || made === 'test') return;
  throw new DomainError('forbidden', 'A test key changes only what was made with a test key; use a live key for this');
}

/** Said of what a test key made, where what is meant would hang on it. */
export const MAY_BE_CHANGED_BY_TESTS =
  'was made with a test key, with which it can be changed at any time; save it once with a live key';
