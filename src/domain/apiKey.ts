/** What a key may do. Additive, not hierarchical: `admin` alone cannot read. */
export const SCOPES = ['read', 'write', 'admin'] as const;

/** One of the scopes. */
export type Scope = (typeof SCOPES)[number];

/** An API key as the contract shows it; never with its secret. */
export interface ApiKey {
  id: string;
  tenant_id: string;
  name: string;
  scopes: Scope[];
  revoked: boolean;
  /** ISO 8601 */
  created_at: string;
}

/** What is kept of a key's secret: bcrypt for keys with a prefix, SHA-256 (lower-case hex) for legacy keys without one. */
export interface ApiKeyHash {
  kind: 'bcrypt' | 'sha256';
  value: string;
}
