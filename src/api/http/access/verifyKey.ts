import { createHmac, randomBytes } from 'node:crypto';
import bcrypt from 'bcrypt';
import { prefixOf, sha256Of } from '../../../commands/apiKeys/apiKeySecret.js';
import type { Scope } from '../../../domain/apiKeys/index.js';
import type { ApiKeyQueries } from '../../../projections/apiKeys/apiKeysProjection.js';
import { ApiError } from '../responses/apiError.js';

/** A key that was verified once: what of it can never change. */
export interface VerifiedKey {
  key_id: string;
  tenant_id: string;
  scopes: readonly Scope[];
}

/** Finds out whose a raw key is. Whether it is revoked is asked elsewhere, on every request. */
export type VerifyKey = (rawKey: string) => Promise<VerifiedKey>;

const REMEMBERED_KEYS = 10_000;

/**
 * Verifies raw keys: bcrypt (found by prefix) for current ones, SHA-256 for legacy ones. bcrypt takes a tenth of a second on purpose, so
 * a key that verified is remembered in this process, not by its text but by an HMAC under a key that no one else has. Keys that did not
 * verify are not remembered. Revoked keys verify like others.
 * @throws ApiError 401
 */
export function createKeyVerifier(queries: KeyLookup): VerifyKey {
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

type KeyLookup = Pick<ApiKeyQueries, 'findByPrefix' | 'findBySha256'>;

async function verify(queries: KeyLookup, rawKey: string): Promise<VerifiedKey> {
  const prefix = prefixOf(rawKey);
  const row = await (prefix === null ? queries.findBySha256(sha256Of(rawKey)) : queries.findByPrefix(prefix));
  const matches = row !== undefined && (prefix === null || (await bcrypt.compare(rawKey, row.hash)));
  if (!matches) throw invalidKey();
  return { key_id: row.id, tenant_id: row.tenant_id, scopes: row.scopes };
}

/** 401 for a key that is none. */
export const invalidKey = (): ApiError => new ApiError(401, 'API key invalid', { 'WWW-Authenticate': 'ApiKey' });

/** 401 for a key that verifies but was revoked. */
export const revokedKey = (): ApiError => new ApiError(401, 'API key revoked', { 'WWW-Authenticate': 'ApiKey' });
