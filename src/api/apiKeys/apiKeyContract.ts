import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';

/**
 * What a key may do. Additive, not hierarchical: `admin` manages keys and alone cannot read.
 * @example "read"
 */
export type ScopeName = 'read' | 'write' | 'admin';

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
}
