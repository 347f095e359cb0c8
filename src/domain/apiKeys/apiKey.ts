import { z } from 'zod';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { MODES, type Mode } from '../core/mode.js';
import { assertTenantId } from '../core/tenant.js';
import { isShortText } from '../core/text.js';

/** What a key may do. Additive, not hierarchical: `admin` alone cannot read. */
export const SCOPES = ['read', 'write', 'admin'] as const;

/** One of the scopes. */
export type Scope = (typeof SCOPES)[number];

/** Longest time that a key works on beside the one that takes its place, in minutes: 30 days. */
export const LONGEST_OVERLAP_MINUTES = 30 * 24 * 60;

/** An API key as the API shows it; never with its secret. */
export interface ApiKey {
  id: string;
  tenant_id: string;
  name: string;
  scopes: Scope[];
  revoked: boolean;
  /** What is made with it: meant, or a trial. Null in the rows of a version that had no modes: `live`. */
  mode: Mode | null;
  /** From then on it is none, ISO 8601 in UTC; null for a key that works until it is revoked. */
  expires_at: string | null;
  /** Id of the key that takes its place; null where none does. */
  replaced_by: string | null;
  /** ISO 8601 */
  created_at: string;
}

/** What is kept of a key's secret: bcrypt for keys with a prefix, SHA-256 (lower-case hex) for legacy keys without one. */
export interface ApiKeyHash {
  kind: 'bcrypt' | 'sha256';
  value: string;
}

/** A key was handed out. What was stored before there were `expires_at` and `mode` is of keys that never expire, and are meant. */
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
    expires_at: z.string().nullable().optional(),
    mode: z.enum(MODES).optional(),
    issued_at: z.string(),
  }),
);

/** A key is no longer good for anything. */
export const ApiKeyRevoked = defineEvent('ApiKeyRevoked', z.object({ key_id: z.string(), revoked_at: z.string() }));

/** Another key takes the place of a key, which works until it expires. */
export const ApiKeyRotated = defineEvent(
  'ApiKeyRotated',
  z.object({ key_id: z.string(), replaced_by: z.string(), expires_at: z.string(), rotated_at: z.string() }),
);

/** What can happen to a key. */
export type ApiKeyEvent = EventOf<typeof ApiKeyIssued> | EventOf<typeof ApiKeyRevoked> | EventOf<typeof ApiKeyRotated>;

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
      /** ISO 8601 in UTC with milliseconds; it does not expire where it is left out. */
      expires_at?: string | null;
      /** `live` where it is left out. */
      mode?: Mode;
      /** Mode of whoever asks, `live` where it is left out. */
      held_mode?: Mode;
      at: string;
    }
  | { type: 'revoke'; at: string }
  /** Does nothing where that key has taken its place before. */
  | { type: 'rotate'; replaced_by: string; overlap_minutes: number; at: string };

/** What has become of a key. */
export type ApiKeyState = { status: 'not_issued' } | { status: 'active' | 'revoked'; key: ApiKey; hash: ApiKeyHash };

/** The stream of a key. */
export const apiKeyStream = (keyId: string): string => `apiKey-${keyId}`;

/** Whether a stream is one of a key. */
export const isApiKeyStream = (stream: string): boolean => stream.startsWith(apiKeyStream(''));

/** Whether a key has expired by a time. @param at ISO 8601 in UTC with milliseconds, as `expires_at` is */
export const hasExpired = ({ expires_at }: Pick<ApiKey, 'expires_at'>, at: string): boolean =>
  expires_at !== null && expires_at <= at;

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
      case 'rotate':
        return rotate(command, state);
    }
  },

  evolve(state, event) {
    if (event.type === 'ApiKeyIssued') return { status: 'active', key: issuedKey(event.data), hash: event.data.hash };
    if (state.status === 'not_issued') return state;
    switch (event.type) {
      case 'ApiKeyRevoked':
        return { ...state, status: 'revoked', key: { ...state.key, revoked: true } };
      case 'ApiKeyRotated':
        return { ...state, key: rotatedKey(state.key, event.data) };
    }
  },
};

/** A key as it was issued. Shared with the read model. */
export const issuedKey = ({
  key_id,
  issued_at,
  ...issued
}: Omit<EventOf<typeof ApiKeyIssued>['data'], 'prefix' | 'hash'>): ApiKey => ({
  id: key_id,
  tenant_id: issued.tenant_id,
  name: issued.name,
  scopes: issued.scopes,
  revoked: false,
  mode: issued.mode ?? 'live',
  expires_at: issued.expires_at ?? null,
  replaced_by: null,
  created_at: issued_at,
});

/** A key after another one took its place. Shared with the read model. */
export const rotatedKey = <Key extends ApiKey>(
  before: Key,
  { replaced_by, expires_at }: EventOf<typeof ApiKeyRotated>['data'],
): Key => ({ ...before, replaced_by, expires_at });

function issue(command: Extract<ApiKeyCommand, { type: 'issue' }>, state: ApiKeyState): ApiKeyEvent {
  const { key_id, tenant_id, name, scopes, prefix, hash, expires_at = null, mode = 'live', at } = command;
  if (state.status !== 'not_issued') throw new DomainError('conflict', 'An API key with this id was issued before');
  assertTenantId(tenant_id);
  if (!isShortText(name, 200)) {
    throw new DomainError('invalid', 'name must be 1 to 200 characters that are not all blank');
  }
  if (scopes.length === 0) throw new DomainError('invalid', 'scopes must name at least one of read, write, admin');
  if (hasExpired({ expires_at }, at)) throw new DomainError('invalid', 'expires_at must be in the future');
  const lacking = scopes.filter((scope) => !command.held_scopes.includes(scope));
  if (lacking.length > 0) {
    throw new DomainError('forbidden', `A key can only hand out scopes it holds; this one lacks ${lacking.join(', ')}`);
  }
  if (command.held_mode === 'test' && mode !== 'test') {
    throw new DomainError('forbidden', 'A test key can only hand out test keys');
  }
  const granted = SCOPES.filter((scope) => scopes.includes(scope));
  return {
    type: 'ApiKeyIssued',
    data: { key_id, tenant_id, name, scopes: granted, prefix, hash, expires_at, mode, issued_at: at },
  };
}

function rotate(command: Extract<ApiKeyCommand, { type: 'rotate' }>, state: ApiKeyState): ApiKeyEvent[] {
  const { replaced_by, overlap_minutes, at } = command;
  if (state.status !== 'active') throw noneWithThisId('active API key');
  const { key } = state;
  if (key.replaced_by === replaced_by) return [];
  if (hasExpired(key, at)) throw noneWithThisId('active API key');
  if (key.replaced_by !== null)
    throw new DomainError('conflict', 'Another API key takes the place of this one already');
  if (!Number.isInteger(overlap_minutes) || overlap_minutes < 0 || overlap_minutes > LONGEST_OVERLAP_MINUTES) {
    throw new DomainError('invalid', `overlap_minutes must be 0 to ${LONGEST_OVERLAP_MINUTES}, without decimals`);
  }
  const end = new Date(Date.parse(at) + overlap_minutes * 60_000).toISOString();
  const expires_at = key.expires_at !== null && key.expires_at < end ? key.expires_at : end;
  return [{ type: 'ApiKeyRotated', data: { key_id: key.id, replaced_by, expires_at, rotated_at: at } }];
}
