import { z } from 'zod';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** A delivery is given up after this many failed attempts. */
export const MAX_ATTEMPTS = 5;

/** Values of a delivery's `status`. One that waits for its next attempt is `pending`. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** Where the body of a delivery lies in the blob store: every attempt posts the same bytes. */
export interface DeliveryBody {
  key: string;
  /** Bytes. */
  size: number;
}

/** One attempt to deliver. */
export interface DeliveryAttempt {
  /** From 1. */
  attempt: number;
  /** HTTP status of the receiver; null when there was no answer. */
  response_status: number | null;
  /** First kilobyte of what the receiver answered; null without an answer and once erased. */
  response_excerpt: string | null;
  /** Why the attempt failed, a sentence; null for one that succeeded. */
  error: string | null;
  /** Measured wall-clock time in milliseconds. */
  duration_ms: number;
  /** ISO 8601 */
  attempted_at: string;
}

/** A webhook on its way, or at its end. */
export interface WebhookDelivery {
  delivery_id: string;
  tenant_id: string;
  /** What it reports on. */
  execution_id: string;
  /** Null once erased. */
  url: string | null;
  status: (typeof DELIVERY_STATUSES)[number];
  attempts: DeliveryAttempt[];
  body: DeliveryBody;
  /** ISO 8601 */
  queued_at: string;
  /** When it was delivered or given up, ISO 8601. */
  ended_at: string | null;
  erased: boolean;
}

const attempt = z.object({
  attempt: z.number(),
  response_status: z.number().nullable(),
  response_excerpt: z.string().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
  attempted_at: z.string(),
}) satisfies z.ZodType<DeliveryAttempt>;

/** An outcome is to be sent to the address its caller gave. */
export const WebhookQueued = defineEvent(
  'WebhookQueued',
  z.object({
    delivery_id: z.string(),
    tenant_id: z.string(),
    execution_id: z.string(),
    /** It may hold a secret of the caller's. */
    url: z.string().nullable(),
    body: z.object({ key: z.string(), size: z.number() }) satisfies z.ZodType<DeliveryBody>,
    queued_at: z.string(),
  }),
  { sealed: ['url'] },
);

/** The receiver took it. */
export const WebhookDelivered = defineEvent('WebhookDelivered', attempt.extend({ delivery_id: z.string() }), {
  sealed: ['response_excerpt'],
});

/** An attempt failed; after the last one nothing more is tried. */
export const WebhookAttemptFailed = defineEvent(
  'WebhookAttemptFailed',
  attempt.extend({ delivery_id: z.string(), gave_up: z.boolean() }),
  { sealed: ['response_excerpt'] },
);

/** Somebody asked for a delivery that had ended to be tried again, with as many attempts as a new one. */
export const WebhookRequeued = defineEvent(
  'WebhookRequeued',
  z.object({ delivery_id: z.string(), requeued_at: z.string() }),
);

/** The address, the body and the answers of the receiver were erased. */
export const WebhookErased = defineEvent('WebhookErased', z.object({ delivery_id: z.string(), erased_at: z.string() }));

/** What can happen to a delivery. */
export type WebhookDeliveryEvent =
  | EventOf<typeof WebhookQueued>
  | EventOf<typeof WebhookDelivered>
  | EventOf<typeof WebhookAttemptFailed>
  | EventOf<typeof WebhookRequeued>
  | EventOf<typeof WebhookErased>;

/** What an attempt came to. */
export type AttemptOutcome = Omit<DeliveryAttempt, 'attempt' | 'attempted_at'>;

/** What can be asked of a delivery. `at` is the time, ISO 8601. */
export type WebhookDeliveryCommand =
  | { type: 'queue'; delivery: EventOf<typeof WebhookQueued>['data'] }
  | { type: 'record_attempt'; outcome: AttemptOutcome; at: string }
  | { type: 'requeue'; at: string }
  | { type: 'erase'; at: string };

/** What has become of a delivery. `failures` counts since it was queued, or queued again. */
export type WebhookDeliveryState =
  { status: 'not_queued' } | { status: 'pending' | 'ended' | 'erased'; delivery: WebhookDelivery; failures: number };

/** The stream of a delivery; also the subject whose key seals its address. */
export const webhookDeliveryStream = (deliveryId: string): string => `webhookDelivery-${deliveryId}`;

/** The rules of webhook deliveries. */
export const webhookDelivery: Decider<WebhookDeliveryState, WebhookDeliveryCommand, WebhookDeliveryEvent> = {
  initial: { status: 'not_queued' },
  trialsApart: true,

  decide(command, state) {
    switch (command.type) {
      case 'queue':
        // Queueing is repeated after a crash: the first time counts.
        return state.status === 'not_queued' ? [{ type: 'WebhookQueued', data: command.delivery }] : [];
      case 'record_attempt':
        return [recordAttempt(command, state)];
      case 'requeue':
        return [requeue(command.at, state)];
      case 'erase':
        return erase(command.at, state);
    }
  },

  evolve(state, event) {
    const before = state.status === 'not_queued' ? undefined : state.delivery;
    const delivery = applyToWebhookDelivery(before, event);
    if (!delivery) return state;
    const failed = state.status === 'not_queued' ? 0 : state.failures;
    const failures = event.type === 'WebhookAttemptFailed' ? failed + 1 : event.type === 'WebhookRequeued' ? 0 : failed;
    if (delivery.erased) return { status: 'erased', delivery, failures };
    return { status: delivery.status === 'pending' ? 'pending' : 'ended', delivery, failures };
  },
};

function recordAttempt(
  { outcome, at }: Extract<WebhookDeliveryCommand, { type: 'record_attempt' }>,
  state: WebhookDeliveryState,
): WebhookDeliveryEvent {
  if (state.status === 'not_queued') throw noneWithThisId('delivery');
  if (state.status !== 'pending') throw new DomainError('conflict', 'The delivery has ended already');
  const { delivery_id, attempts } = state.delivery;
  const data = { ...outcome, delivery_id, attempt: attempts.length + 1, attempted_at: at };
  if (outcome.error === null) return { type: 'WebhookDelivered', data };
  return { type: 'WebhookAttemptFailed', data: { ...data, gave_up: state.failures + 1 >= MAX_ATTEMPTS } };
}

function requeue(at: string, state: WebhookDeliveryState): WebhookDeliveryEvent {
  switch (state.status) {
    case 'not_queued':
      throw noneWithThisId('delivery');
    case 'pending':
      throw new DomainError('conflict', 'The delivery is pending already; it is tried at the next poll');
    case 'erased':
      throw new DomainError('conflict', 'The delivery was erased: there is nothing left to send');
    case 'ended':
      return { type: 'WebhookRequeued', data: { delivery_id: state.delivery.delivery_id, requeued_at: at } };
  }
}

function erase(at: string, state: WebhookDeliveryState): WebhookDeliveryEvent[] {
  if (state.status === 'not_queued' || state.status === 'erased') return [];
  return [{ type: 'WebhookErased', data: { delivery_id: state.delivery.delivery_id, erased_at: at } }];
}

/** What an event makes of a delivery. Shared with the read model. */
export function applyToWebhookDelivery(
  before: WebhookDelivery | undefined,
  event: WebhookDeliveryEvent,
): WebhookDelivery | undefined {
  if (event.type === 'WebhookQueued') {
    return { ...event.data, status: 'pending', attempts: [], ended_at: null, erased: false };
  }
  if (!before) return undefined;
  switch (event.type) {
    case 'WebhookDelivered':
      return { ...attempted(before, event.data), status: 'delivered', ended_at: event.data.attempted_at };
    case 'WebhookAttemptFailed': {
      const after = attempted(before, event.data);
      return event.data.gave_up ? { ...after, status: 'failed', ended_at: event.data.attempted_at } : after;
    }
    case 'WebhookRequeued':
      return { ...before, status: 'pending', ended_at: null };
    case 'WebhookErased':
      return withoutPersonalValues(before, event.data.erased_at);
  }
}

function attempted(before: WebhookDelivery, data: DeliveryAttempt): WebhookDelivery {
  const { attempt, response_status, response_excerpt, error, duration_ms, attempted_at } = data;
  const latest = { attempt, response_status, response_excerpt, error, duration_ms, attempted_at };
  return { ...before, attempts: [...before.attempts, latest] };
}

// A delivery that was on its way cannot be sent any more: it ends as failed.
const withoutPersonalValues = (before: WebhookDelivery, at: string): WebhookDelivery => ({
  ...before,
  status: before.status === 'pending' ? 'failed' : before.status,
  ended_at: before.ended_at ?? at,
  url: null,
  attempts: before.attempts.map((attempt) => ({ ...attempt, response_excerpt: null })),
  erased: true,
});
