import type { Moment, TenantId, Timestamp, Uuid } from '../../domain/core/text.js';
import type { RequestWarnings } from '../http/textContract.js';

/**
 * What a key may do. Additive, not hierarchical: `admin` manages keys and alone cannot read.
 * @example "read"
 */
export type ScopeName = 'read' | 'write' | 'admin';

/**
 * What is made with a key: meant (`live`), or a trial (`test`), which counts in no figure.
 * @example "live"
 */
export type ModeName = 'live' | 'test';

/** An API key, without its secret. */
export interface ApiKeyView {
  id: Uuid;
  /** Tenant that the key authenticates as; empty for the platform. */
  tenant_id: TenantId;
  /** @example "Onboarding service" */
  name: string;
  /** @example ["read", "write"] */
  scopes: ScopeName[];
  /** @example false */
  revoked: boolean;
  mode: ModeName;
  /**
   * From then on it is refused; null for a key that works until it is revoked.
   * @format date-time
   * @example "2025-06-30T22:00:00.000Z"
   */
  expires_at: string | null;
  /**
   * The key that takes its place, once it was rotated; else null.
   * @format uuid
   * @example "3c0c7f0e-33d7-4f6b-9a7f-6a1c0a9f4f10"
   */
  replaced_by: string | null;
  /**
   * When a request last used it; null when none did.
   * @format date-time
   * @example "2025-03-14T09:26:53.589Z"
   */
  last_used: string | null;
  created_at: Timestamp;
}

/** A key that was just created: the only answer that shows its raw form. */
export interface CreatedApiKey extends ApiKeyView {
  /**
   * The key itself. Keep it: it is not stored and cannot be shown again. Left out when the answer is replayed.
   * @example "zk_9f86d081884c_7d659a2feaa0c55ad015a3bf4f1b2b0b"
   */
  raw_key?: string;
  warnings?: RequestWarnings;
}

/** A key to create. */
export interface CreateApiKey {
  tenant_id: TenantId;
  /**
   * A label for people.
   * @minLength 1
   * @maxLength 200
   * @example "Onboarding service"
   */
  name: string;
  /**
   * Only scopes that the calling key holds.
   * @minItems 1
   * @example ["read", "write"]
   */
  scopes: ScopeName[];
  /** That of the calling key when left out; a test key can only hand out test keys. */
  mode?: ModeName;
  /** From then on it is refused; it must be in the future. A day is meant whole, in UTC. It does not expire when left out. */
  expires_at?: Moment;
}

/** How a key is rotated. */
export interface RotateApiKey {
  /**
   * Minutes for which the old key works on beside the new one; 0 ends it at once, 43200 are 30 days.
   * @isInt
   * @minimum 0
   * @maximum 43200
   * @default 1440
   * @example 1440
   */
  overlap_minutes?: number;
  /** When the new key expires, as at its creation. It does not when left out. */
  expires_at?: Moment;
}
