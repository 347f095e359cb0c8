import { DomainError } from './decider.js';

/**
 * Most changes of an aggregate whose every change is kept whole, and most characters of what they keep, as JSON: all of it is read for the next one, by a process that has
 * others to serve.
 */
export const MOST_CHANGES = { count: 1_000, characters: 20_000_000 };

/** What the changes of an aggregate keep. */
export interface KeptChanges {
  count: number;
  /** As JSON. */
  characters: number;
}

/** Before any. */
export const NO_CHANGES: KeptChanges = { count: 0, characters: 0 };

/** One more. @param kept what it keeps */
export const withChange = ({ count, characters }: KeptChanges, kept: unknown): KeptChanges => ({
  count: count + 1,
  characters: characters + JSON.stringify(kept).length,
});

/** Refuses a change where too much is kept. @param what is changed, with its article @throws DomainError `rule_broken` */
export function assertRoomForChange({ count, characters }: KeptChanges, what: string): void {
  const { count: most, characters: longest } = MOST_CHANGES;
  if (count >= most) {
    throw new DomainError('rule_broken', `${what} was changed ${most} times, and each is kept; make a new one`);
  }
  if (characters < longest) return;
  const detail = `What is kept of the changes of ${what.toLowerCase()} has ${longest} characters; make a new one`;
  throw new DomainError('rule_broken', detail);
}
