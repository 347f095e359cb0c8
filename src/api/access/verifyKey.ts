import { createHash, createHmac, randomBytes } from 'node:crypto';
import bcrypt from 'bcrypt';
import type { Scope } from '../../domain/apiKey.js';
import type { ApiKeyQueries, ApiKeyRow } from '../../projections/apiKeys.js';
import { ApiError } from '../responses/apiError.js';

/** A key that was verified once: what of it can never change. */
export interface VerifiedKey {
  key_id: string;
  tenant_id: string;
  scopes: readonly Scope[];
}

/** Finds out whose a raw key is. Whether it is revoked is asked elsewhere, on every request. */
export type VerifyKey = (rawKey: string) => Promise<VerifiedKey>;

/** `zk_<12 hex digits of prefix>_<32 hex digits of secret>`; everything else can only be a legacy key. */
const CURRENT_FORMAT = /^zk_([0-9a-f]{12})_[0-9a-f]{32}$/;

const REMEMBERED_KEYS = 10_000;

/**
 * Verifies raw keys: bcrypt (found by prefix) for current ones, SHA-256 for legacy ones. bcrypt takes a tenth of a second on purpose, so
 * a key that verified is remembered in this process, not by its text but by an HMAC under a key that no one else has. Keys that did not
 * verify are not remembered. Revoked keys verify like others.
 * @throws ApiError 401
 */
export function createKeyVerifier(queries: Pick<ApiKeyQueries, 'findByPrefix' | 'findBySha256'>): VerifyKey {
  const secret = randomBytes(32);
  const verified = new Map<string, Promise<VerifiedKey>>();

  return (rawKey) => {
    const digest = createHmac('sha256', secret).update(rawKey).digest('base64');
    const known = verified.get(digest);
    if (known) return known;
    // The promise itself is kept, so that a burst of first requests with one key costs one bcrypt.
    const verification = verify(queries, rawKey);
    verified.set(digest, verification);
    verification.catch(() => verified.delete(digest));
    const oldest = verified.keys().next().value;
    if (verified.size > REMEMBERED_KEYS && oldest !== undefined) verified.delete(oldest);
    return verification;
  };
}

async function verify(
  queries: Pick<ApiKeyQueries, 'findByPrefix' | 'findBySha256'>,
  rawKey: string,
): Promise<VerifiedKey> {
  const prefix = CURRENT_FORMAT.exec(rawKey)?.[1];
  const row = prefix === undefined ? await findLegacy(queries, rawKey) : await queries.findByPrefix(prefix);
  const matches = row !== undefined && (row.hash_kind === 'sha256' || (await bcrypt.compare(rawKey, row.hash)));
  if (!matches) throw invalidKey();
  return { key_id: row.id, tenant_id: row.tenant_id, scopes: row.scopes };
}

const findLegacy = (
  queries: Pick<ApiKeyQueries, 'findBySha256'>,
  rawKey: string,
): Promise<ApiKeyRow | undefined> => queries.findBySha256(createHash('sha256').update(rawKey).digest('hex'));

/** 401 for a key that is none. */
export const invalidKey = (): ApiError => new ApiError(401, 'API key invalid', { 'WWW-Authenticate': 'ApiKey' });

/** 401 for a key that verifies but was revoked. */
export const revokedKey = (): ApiError => new ApiError(401, 'API key revoked', { 'WWW-Authenticate': 'ApiKey' });
