import { createHash, randomBytes } from 'node:crypto';
import bcrypt from 'bcrypt';
import pLimit from 'p-limit';
import type { ApiKeyHash } from '../../domain/apiKeys/apiKey.js';

/** A given key shorter than this could be guessed. */
const SHORTEST_RAW_KEY = 16;

/** A current key: `zk_<12 hex>_<32 hex>`; the first part is public, the second the secret. */
const CURRENT_FORM = /^zk_([0-9a-f]{12})_[0-9a-f]{32}$/;

/** Cost of bcrypt. The secret has 128 random bits, so the cost need not make up for a weak one. */
const BCRYPT_COST = 10;

/**
 * Comparisons with bcrypt at once. Node has four threads for all that is slow: whoever tries secrets under a prefix that exists
 * leaves the others to files and documents.
 */
const comparisons = pLimit(2);

/** Most that wait for a comparison: at two a time, some three seconds. */
const MOST_WAITING = 100;

/** So many keys are being compared that one more would wait for too long. Whoever sent it may send it again. */
export class TooManyComparisons extends Error {
  override readonly name = 'TooManyComparisons';
}

/** A new raw key. */
export const makeRawKey = (): string => `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;

/** The public prefix of a raw key, or null for a legacy key, which has none. */
export const prefixOf = (rawKey: string): string | null => CURRENT_FORM.exec(rawKey)?.[1] ?? null;

/** SHA-256 of a whole raw key in lower-case hex: how legacy keys are stored and found. */
const sha256Of = (rawKey: string): string => createHash('sha256').update(rawKey).digest('hex');

/** What a raw key is found by: its prefix, or its SHA-256 where it has none. */
export const handleOf = (rawKey: string): string => prefixOf(rawKey) ?? sha256Of(rawKey);

/** Whether a text can be a key at all: printable ASCII without spaces, and long enough not to be guessed. */
export const canBeKey = (rawKey: string): boolean => rawKey.length >= SHORTEST_RAW_KEY && /^[\x21-\x7e]+$/.test(rawKey);

/** The sentence for a text that cannot be one. */
export const NO_KEY = `A given API key must have at least ${SHORTEST_RAW_KEY} characters, all of them printable ASCII without spaces`;

/** What is kept of a raw key: bcrypt for a current one, SHA-256 for a legacy one. */
export async function hashRawKey(rawKey: string): Promise<ApiKeyHash> {
  if (prefixOf(rawKey) === null) return { kind: 'sha256', value: sha256Of(rawKey) };
  return { kind: 'bcrypt', value: await bcrypt.hash(rawKey, BCRYPT_COST) };
}

/**
 * Whether a raw key is the one of which this was kept. With bcrypt it takes some fifty milliseconds of a thread.
 * @throws TooManyComparisons
 */
export async function isKeyOf(rawKey: string, { kind, value }: ApiKeyHash): Promise<boolean> {
  if (kind !== 'bcrypt') return sha256Of(rawKey) === value;
  if (comparisons.pendingCount >= MOST_WAITING) throw new TooManyComparisons('Too many keys are being compared');
  return comparisons(() => bcrypt.compare(rawKey, value));
}
