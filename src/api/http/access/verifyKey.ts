import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { Counter } from 'prom-client';
import type { ApiKeyCommands } from '../../../commands/apiKeys/apiKeyCommands.js';
import { hasExpired, type Scope } from '../../../domain/apiKeys/index.js';
import type { Mode } from '../../../domain/core/mode.js';
import type { Clock } from '../../../platform/clock.js';
import { beginAtZero, registry } from '../../../platform/metrics.js';
import { ApiError } from '../responses/apiError.js';
import { createGuessLimits, type Guess } from './guessLimit.js';

/** A key that was verified once: what of it can never change, and until when it is one. */
export interface VerifiedKey {
  key_id: string;
  tenant_id: string;
  scopes: readonly Scope[];
  mode: Mode;
  /** From then on it is none: as it was when it was verified, or was found to be since. */
  expires_at: string | null;
  /** It was revoked when it was verified, or was found to be so since, and stays so. */
  revoked: boolean;
}

/** Finds out whose keys are. Whether one was revoked, or given an end, since is asked elsewhere, on every request. */
export interface KeyVerifier {
  /** Whose a raw key from an address is. @throws ApiError 401, for one that has expired too @throws TooManyComparisons */
  verify(rawKey: string, address: string): Promise<VerifiedKey>;
  /** Whether this process has verified a key, which has not expired, and of which it has not heard since that it was revoked. */
  knows(rawKey: string): boolean;
  /** A key that was verified was found to be revoked, which no key ceases to be: from now on it is known without being asked for. */
  noteRevoked(rawKey: string): void;
  /** The same of a key that was found to have expired. */
  noteExpired(rawKey: string): void;
}

/** Most keys that a process remembers, those used last. */
const REMEMBERED_KEYS = 10_000;

/**
 * Keys from one address that are looked at at once; others from there wait for them. Fewer than may be wrong in a row: right keys
 * that come together, as they do after a start, must not use that up.
 */
const AT_ONCE = 8;

/** Most addresses of which that is known; a process spends a MB on them. */
const REMEMBERED_ADDRESSES = 1_000;

/**
 * Verifies raw keys. bcrypt takes its time on purpose, so a key that verified is remembered in this process, not by its text but by an
 * HMAC under a key that no one else has. Keys that did not verify are not remembered. Revoked keys verify like others. Where
 * too many that are none came from an address, what comes from there is not looked up for a while, or not compared, but for keys
 * that are remembered. Keys whose prefix nobody has cost a read, and may be many; of the others each costs a hash, and may be few.
 * A key that has expired is refused by what is remembered of it, whatever the read models do.
 */
export function createKeyVerifier(
  identify: ApiKeyCommands['identify'],
  limits = createGuessLimits(),
  clock: Clock = () => new Date(),
): KeyVerifier {
  const secret = randomBytes(32);
  const inTurn = createTurnsOfAddresses();
  const verify = async (rawKey: string, address: string): Promise<VerifiedKey> => {
    const guesses: Guess[] = [];
    let outcome = 'wrong' as 'wrong' | 'unheard';
    const counted = (guess: Guess | undefined): boolean => {
      if (guess) guesses.push(guess);
      else outcome = 'unheard';
      return guess !== undefined;
    };
    const takeBack = (): void => guesses.forEach((guess) => guess.takeBack());
    const key = await identify(rawKey, {
      mayLookUp: () => counted(limits.mayLookUp(address)),
      mayHash: () => counted(limits.mayCompare(rawKey, address)),
    }).catch((error: unknown) => {
      takeBack();
      throw error;
    });
    if (!key) throw refuse(outcome);
    takeBack();
    const { id: key_id, tenant_id, scopes, expires_at, revoked } = key;
    return { key_id, tenant_id, scopes, mode: key.mode ?? 'live', expires_at, revoked };
  };
  // What is still being verified is apart: it must put none of these out.
  const remembered = createRememberedKeys(clock);
  const pending = new Map<string, Promise<VerifiedKey>>();
  const verifyAndRemember = async (digest: string, rawKey: string, address: string): Promise<VerifiedKey> => {
    try {
      const key = await inTurn(address, () => verify(rawKey, address));
      remembered.set(digest, key);
      return key;
    } finally {
      pending.delete(digest);
    }
  };

  const digestOf = (rawKey: string): string => createHmac('sha256', secret).update(rawKey).digest('base64');

  return {
    async verify(rawKey, address) {
      const digest = digestOf(rawKey);
      const known = remembered.get(digest);
      if (known) return remembered.unlessOver(known);
      // A burst of first requests with one key costs one bcrypt.
      const verification = pending.get(digest) ?? verifyAndRemember(digest, rawKey, address);
      pending.set(digest, verification);
      return remembered.unlessOver(await verification);
    },

    knows(rawKey) {
      const known = remembered.get(digestOf(rawKey));
      return known !== undefined && !known.revoked && !remembered.isOver(known);
    },

    noteRevoked: (rawKey) => remembered.change(digestOf(rawKey), { revoked: true }),
    noteExpired: (rawKey) => remembered.change(digestOf(rawKey), { expires_at: clock().toISOString() }),
  };
}

/** What is known of the keys that were verified, by their digest. */
function createRememberedKeys(clock: Clock) {
  const verified = new LRUCache<string, VerifiedKey>({ max: REMEMBERED_KEYS });
  const isOver = (key: VerifiedKey): boolean => hasExpired(key, clock().toISOString());
  return {
    get: (digest: string): VerifiedKey | undefined => verified.get(digest),
    set: (digest: string, key: VerifiedKey): void => void verified.set(digest, key),
    change(digest: string, changed: Partial<VerifiedKey>): void {
      const known = verified.get(digest);
      if (known) verified.set(digest, { ...known, ...changed });
    },
    isOver,
    /** One that was revoked is said to be. @throws ApiError 401 */
    unlessOver(key: VerifiedKey): VerifiedKey {
      if (!key.revoked && isOver(key)) throw expiredKey();
      return key;
    },
  };
}

/** Runs a few pieces of work of each address at once. */
function createTurnsOfAddresses() {
  const limits = new LRUCache<string, LimitFunction>({ max: REMEMBERED_ADDRESSES });
  return <Result>(address: string, work: () => Promise<Result>): Promise<Result> => {
    const limit = limits.get(address) ?? pLimit(AT_ONCE);
    limits.set(address, limit);
    return limit(work);
  };
}

const invalidKey = (): ApiError => new ApiError(401, 'API key invalid', { 'WWW-Authenticate': 'ApiKey' });

/** 401 for a key that is none, whether it was looked at or not: who guesses is not told which. */
function refuse(outcome: 'wrong' | 'unheard'): ApiError {
  refusedKeys.inc({ outcome });
  return invalidKey();
}

const refusedKeys = new Counter({
  name: 'attest_api_keys_refused_total',
  help: 'API keys that were none: looked at and wrong, or not looked up or compared as too many came from the same address.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
beginAtZero(refusedKeys, 'outcome', ['wrong', 'unheard']);

/** 401 for a key that verifies but has expired: it is none any more. */
export const expiredKey = invalidKey;

/** 401 for a key that verifies but was revoked. */
export const revokedKey = (): ApiError => new ApiError(401, 'API key revoked', { 'WWW-Authenticate': 'ApiKey' });
