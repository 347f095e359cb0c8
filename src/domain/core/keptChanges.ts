import { DomainError } from './decider.js';

/**
 * Most changes of an aggregate whose every change is kept whole, and most characters of what they keep, as JSON: all of it is read for the
 * next one, by a process that has others to serve.
 */
const MOST_CHANGES = { count: 1_000, characters: 20_000_000 };

/**
 * Refuses a change where too much is kept of those before.
 * @param kept what each of them keeps
 * @param what is changed, with its article
 * @throws DomainError `rule_broken`
 */
export function assertRoomForChange(kept: readonly unknown[], what: string): void {
  const { count, characters } = MOST_CHANGES;
  if (kept.length >= count) {
    throw new DomainError('rule_broken', `${what} was changed ${count} times, and each is kept; make a new one`);
  }
  if (kept.reduce<number>((sum, one) => sum + JSON.stringify(one).length, 0) < characters) return;
  const detail = `What is kept of the changes of ${what.toLowerCase()} has ${characters} characters; make a new one`;
  throw new DomainError('rule_broken', detail);
}
