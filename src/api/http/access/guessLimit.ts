import { LRUCache } from 'lru-cache';
import { prefixOf } from '../../../commands/apiKeys/apiKeySecret.js';

/**
 * How many keys that are none, under prefixes that somebody has, may be tried in a row, and after how many milliseconds one more: from one address, and from one
 * address for one prefix. Whoever has only one prefix to guess at uses up little of what others behind the same address have.
 */
const OF_ADDRESS = { most: 20, everyMs: 1_000 };
const OF_PREFIX = { most: 10, everyMs: 6_000 };

/**
 * How many keys that are none, whatever their prefix, may be looked up in a row from one address: each costs a read of the event store. Less than
 * it notices, and more than programs with an old key send, of all who share the address: anybody can send what keeps out their other keys.
 */
const LOOKED_UP = { most: 300, everyMs: 10 };

/** Most addresses, and most pairs, that are remembered: those heard of last. A process spends a few MB on them. */
const REMEMBERED = 10_000;

/** A key that may be tried. */
export interface Guess {
  /** It was none that is wrong, or nobody knows: it does not count. */
  takeBack(): void;
}

/** Limits how often keys that are none are tried. Both give undefined where this one must not be. */
export interface GuessLimits {
  /** Before a key is read of the event store. */
  mayLookUp(address: string): Guess | undefined;
  /** Before a key under a prefix that somebody has is compared, which costs a hash. */
  mayCompare(rawKey: string, address: string): Guess | undefined;
}

/** Counts in memory, for this process alone. @param now milliseconds by a clock that only goes forward */
export function createGuessLimits(now: () => number = () => performance.now()): GuessLimits {
  const lookedUp = createAllowance(LOOKED_UP, now);
  const ofAddress = createAllowance(OF_ADDRESS, now);
  const ofPrefix = createAllowance(OF_PREFIX, now);
  return {
    mayLookUp(address) {
      if (!lookedUp.has(address)) return undefined;
      lookedUp.take(address);
      return { takeBack: () => lookedUp.giveBack(address) };
    },
    mayCompare(rawKey, address) {
      const pair = `${prefixOf(rawKey) ?? ''} ${address}`;
      if (!ofPrefix.has(pair) || !ofAddress.has(address)) return undefined;
      ofPrefix.take(pair);
      ofAddress.take(address);
      return {
        takeBack() {
          ofPrefix.giveBack(pair);
          ofAddress.giveBack(address);
        },
      };
    },
  };
}

/** A token bucket for each name: full at first, and filled again over time. @param now milliseconds by a clock that only goes forward */
export function createAllowance(
  { most, everyMs }: { most: number; everyMs: number },
  now: () => number = () => performance.now(),
) {
  const known = new LRUCache<string, { left: number; at: number }>({ max: REMEMBERED });
  const leftOf = (name: string): number => {
    const last = known.get(name);
    return last ? Math.min(most, last.left + (now() - last.at) / everyMs) : most;
  };
  const set = (name: string, left: number): void => void known.set(name, { left, at: now() });
  return {
    has: (name: string): boolean => leftOf(name) >= 1,
    take: (name: string): void => set(name, leftOf(name) - 1),
    giveBack: (name: string): void => set(name, Math.min(most, leftOf(name) + 1)),
  };
}
