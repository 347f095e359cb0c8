import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ApiKeyCommands } from '../../../commands/apiKeys/apiKeyCommands.js';
import type { Scope } from '../../../domain/apiKeys/index.js';
import { ApiError } from '../responses/apiError.js';

/** A key that was verified once: what of it can never change. */
export interface VerifiedKey {
  key_id: string;
  tenant_id: string;
  scopes: readonly Scope[];
  /** It was revoked when it was verified, and stays so. */
  revoked: boolean;
}

/** Finds out whose a raw key is. Whether it was revoked since is asked elsewhere, on every request. */
export type VerifyKey = (rawKey: string) => Promise<VerifiedKey>;

/** Most keys that a process remembers, those used last. */
const REMEMBERED_KEYS = 10_000;

/**
 * Verifies raw keys. bcrypt takes its time on purpose, so a key that verified is remembered in this process, not by its text but by an
 * HMAC under a key that no one else has. Keys that did not verify are not remembered. Revoked keys verify like others.
 * @throws ApiError 401
 * @throws TooManyComparisons
 */
export function createKeyVerifier(identify: ApiKeyCommands['identify']): VerifyKey {
  const secret = randomBytes(32);
  const verify = async (rawKey: string): Promise<VerifiedKey> => {
    const key = await identify(rawKey);
    if (!key) throw invalidKey();
    return { key_id: key.id, tenant_id: key.tenant_id, scopes: key.scopes, revoked: key.revoked };
  };
  // What is still being verified is apart: it must put none of these out.
  const verified = new LRUCache<string, VerifiedKey>({ max: REMEMBERED_KEYS });
  const pending = new Map<string, Promise<VerifiedKey>>();
  const verifyAndRemember = async (digest: string, rawKey: string): Promise<VerifiedKey> => {
    try {
      const key = await verify(rawKey);
      verified.set(digest, key);
      return key;
    } finally {
      pending.delete(digest);
    }
  };

  return (rawKey) => {
    const digest = createHmac('sha256', secret).update(rawKey).digest('base64');
    const known = verified.get(digest);
    if (known) return Promise.resolve(known);
    // A burst of first requests with one key costs one bcrypt.
    const verification = pending.get(digest) ?? verifyAndRemember(digest, rawKey);
    pending.set(digest, verification);
    return verification;
  };
}

/** 401 for a key that is none. */
const invalidKey = (): ApiError => new ApiError(401, 'API key invalid', { 'WWW-Authenticate': 'ApiKey' });

/** 401 for a key that verifies but was revoked. */
export const revokedKey = (): ApiError => new ApiError(401, 'API key revoked', { 'WWW-Authenticate': 'ApiKey' });
