import { createHash, randomBytes } from 'node:crypto';
import bcrypt from 'bcrypt';
import type { ApiKeyHash } from '../../domain/apiKeys/apiKey.js';

/** A current key: `zk_<12 hex>_<32 hex>`; the first part is public, the second the secret. */
const CURRENT_FORM = /^zk_([0-9a-f]{12})_[0-9a-f]{32}$/;

/** Cost of bcrypt. The secret has 128 random bits, so the cost need not make up for a weak one. */
const BCRYPT_COST = 10;

/** A new raw key. */
export const makeRawKey = (): string => `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;

/** The public prefix of a raw key, or null for a legacy key, which has none. */
export const prefixOf = (rawKey: string): string | null => CURRENT_FORM.exec(rawKey)?.[1] ?? null;

/** SHA-256 of a whole raw key in lower-case hex: how legacy keys are stored and found. */
export const sha256Of = (rawKey: string): string => createHash('sha256').update(rawKey).digest('hex');

/** What is kept of a raw key: bcrypt for a current one, SHA-256 for a legacy one. */
export async function hashRawKey(rawKey: string): Promise<ApiKeyHash> {
  if (prefixOf(rawKey) === null) return { kind: 'sha256', value: sha256Of(rawKey) };
  return { kind: 'bcrypt', value: await bcrypt.hash(rawKey, BCRYPT_COST) };
}
