import { z } from 'zod';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { assertTenantId } from '../core/tenant.js';
import { isShortText } from '../core/text.js';

/** What a key may do. Additive, not hierarchical: `admin` alone cannot read. */
export const SCOPES = ['read', 'write', 'admin'] as const;

/** One of the scopes. */
export type Scope = (typeof SCOPES)[number];

/** An API key as the API shows it; never with its secret. */
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

/** A key was handed out. */
export const ApiKeyIssued = defineEvent(
  'ApiKeyIssued',
  z.object({
    key_id: z.string(),
    tenant_id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    /** The public part of a `zk_` key; null for a legacy key. */
    prefix: z.string().nullable(),
    hash: z.object({ kind: z.enum(['bcrypt', 'sha256']), value: z.string() }) satisfies z.ZodType<ApiKeyHash>,
    issued_at: z.string(),
  }),
);

/** A key is no longer good for anything. */
export const ApiKeyRevoked = defineEvent('ApiKeyRevoked', z.object({ key_id: z.string(), revoked_at: z.string() }));

/** What can happen to a key. */
export type ApiKeyEvent = EventOf<typeof ApiKeyIssued> | EventOf<typeof ApiKeyRevoked>;

/** What can be asked of a key. `at` is the time, ISO 8601. */
export type ApiKeyCommand =
  | {
      type: 'issue';
      key_id: string;
      tenant_id: string;
      name: string;
      scopes: readonly Scope[];
      /** Scopes of whoever asks. */
      held_scopes: readonly Scope[];
      prefix: string | null;
      hash: ApiKeyHash;
      at: string;
    }
  | { type: 'revoke'; at: string };

/** What has become of a key. */
export type ApiKeyState = { status: 'not_issued' } | { status: 'active' | 'revoked'; key: ApiKey; hash: ApiKeyHash };

/** The stream of a key. */
export const apiKeyStream = (keyId: string): string => `apiKey-${keyId}`;

/** The rules of API keys. */
export const apiKey: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  initial: { status: 'not_issued' },

  decide(command, state) {
    switch (command.type) {
      case 'issue':
        return [issue(command, state)];
      case 'revoke':
        if (state.status !== 'active') throw noneWithThisId('active API key');
        return [{ type: 'ApiKeyRevoked', data: { key_id: state.key.id, revoked_at: command.at } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ApiKeyIssued': {
        const { key_id, tenant_id, name, scopes, hash, issued_at } = event.data;
        const key = { id: key_id, tenant_id, name, scopes, revoked: false, created_at: issued_at };
        return { status: 'active', key, hash };
      }
      case 'ApiKeyRevoked':
        return state.status === 'active'
          ? { ...state, status: 'revoked', key: { ...state.key, revoked: true } }
          : state;
    }
  },
};

function issue(command: Extract<ApiKeyCommand, { type: 'issue' }>, state: ApiKeyState): ApiKeyEvent {
  const { key_id, tenant_id, name, scopes, prefix, hash, at } = command;
  if (state.status !== 'not_issued') throw new DomainError('conflict', 'An API key with this id was issued before');
  assertTenantId(tenant_id);
  if (!isShortText(name, 200)) {
    throw new DomainError('invalid', 'name must be 1 to 200 characters that are not all blank');
  }
  if (scopes.length === 0) throw new DomainError('invalid', 'scopes must name at least one of read, write, admin');
  const lacking = scopes.filter((scope) => !command.held_scopes.includes(scope));
  if (lacking.length > 0) {
    throw new DomainError('forbidden', `A key can only hand out scopes it holds; this one lacks ${lacking.join(', ')}`);
  }
  const granted = SCOPES.filter((scope) => scopes.includes(scope));
  return { type: 'ApiKeyIssued', data: { key_id, tenant_id, name, scopes: granted, prefix, hash, issued_at: at } };
}
