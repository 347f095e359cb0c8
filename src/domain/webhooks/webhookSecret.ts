import { z } from 'zod';
import type { Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** How long a secret still signs after it was replaced: receivers have this long to take the new one. */
export const OVERLAP_HOURS = 24;

/** The first secret of a tenant, or a new one in the place of the last. Base64 of 32 random bytes, sealed. */
export const WebhookSecretIssued = defineEvent(
  'WebhookSecretIssued',
  z.object({ tenant_id: z.string(), secret: z.string().nullable(), issued_at: z.string() }),
  { sealed: ['secret'] },
);

/** What can happen to the secret of a tenant. */
export type WebhookSecretEvent = EventOf<typeof WebhookSecretIssued>;

/** What can be asked of it. `secret` is what to issue when one is due; `at` is the time, ISO 8601. */
export type WebhookSecretCommand =
  | { type: 'ensure'; tenant_id: string; secret: string; at: string }
  | { type: 'rotate'; tenant_id: string; secret: string; at: string };

/** The secrets of a tenant: the one that counts, and the one it replaced at `issued_at`. */
export type WebhookSecretState =
  { status: 'none' } | { status: 'issued'; secret: string | null; issued_at: string; replaced: string | null };

/** The stream of a tenant's secret; also the subject whose key seals it. */
export const webhookSecretStream = (tenantId: string): string => `webhookSecret-${tenantId}`;

/** The rules of webhook secrets. */
export const webhookSecret: Decider<WebhookSecretState, WebhookSecretCommand, WebhookSecretEvent> = {
  initial: { status: 'none' },

  decide({ type, tenant_id, secret, at }, state) {
    if (type === 'ensure' && state.status === 'issued') return [];
    return [{ type: 'WebhookSecretIssued', data: { tenant_id, secret, issued_at: at } }];
  },

  evolve(state, { data }) {
    const replaced = state.status === 'issued' ? state.secret : null;
    return { status: 'issued', secret: data.secret, issued_at: data.issued_at, replaced };
  },
};

/** The secrets that sign at a time, the newest first: two for a day after a rotation, else one. */
export function liveSecrets(state: WebhookSecretState, at: Date): string[] {
  if (state.status === 'none') return [];
  const overlaps = at.getTime() - Date.parse(state.issued_at) < OVERLAP_HOURS * 3_600_000;
  return [state.secret, overlaps ? state.replaced : null].filter((secret) => secret !== null);
}

/** A secret as users see it: its base64 behind the prefix that Standard Webhooks asks for. */
export const showSecret = (base64: string): string => `whsec_${base64}`;
