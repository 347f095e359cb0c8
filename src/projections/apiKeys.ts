import type { ApiKey, ApiKeyHash } from '../domain/apiKey.js';

/** A row of the read model: the key, and what authentication needs. */
export interface ApiKeyRow extends ApiKey {
  /** The 12 hex characters of a `zk_` key; null for a legacy key. */
  prefix: string | null;
  hash_kind: ApiKeyHash['kind'];
  hash: string;
}

/** A key with when it was last used (ISO 8601), or null. */
export interface ApiKeyWithUse extends ApiKeyRow {
  last_used: string | null;
}

/** Reads API keys. Rows hold hashes: pick what leaves the service. */
export interface ApiKeyQueries {
  find(id: string): Promise<ApiKeyWithUse | undefined>;
  /** Also finds revoked keys. */
  findByPrefix(prefix: string): Promise<ApiKeyRow | undefined>;
  /** A legacy key by the lower-case hex SHA-256 of the whole key. */
  findBySha256(hash: string): Promise<ApiKeyRow | undefined>;
  /** Whether the key exists and is not revoked; asked on every request. */
  isActive(id: string): Promise<boolean>;
  /** Newest first, revoked ones too; of every tenant when `tenant_id` is left out. */
  list(filter: { tenant_id?: string }): Promise<ApiKeyWithUse[]>;
  /** Whether there is any key at all. */
  any(): Promise<boolean>;
  /** Notes when keys were last used; later times win. Not an event: lost on purpose when the database is. */
  recordUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}
