import { z } from 'zod';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { nextAttemptAt } from './retrySchedule.js';

/** Values of a delivery's `status`. `dropped`: its endpoint was deleted or disabled while it waited. */
export const ENDPOINT_DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'dropped'] as const;

/** The answer that says that a receiver is gone for good. */
const GONE = 410;

/** One attempt to deliver. What the receiver said beside its status is not kept: it could repeat what it was sent. */
export interface EndpointAttempt {
  /** From 1. */
  attempt: number;
  /** HTTP status of the receiver; null when there was no answer. */
  response_status: number | null;
  /** Why the attempt failed, a sentence; null for one that succeeded. */
  error: string | null;
  /** Measured wall-clock time in milliseconds. */
  duration_ms: number;
  /** ISO 8601 */
  attempted_at: string;
}

/** The fact that a delivery tells of: what it says is made of the case as that fact left it, and of what is left of it by then; of a governance run, of what a saved search found, or of the link of a case. */
export type ToldFact =
  | {
      session_id: string;
      /** Revision of the fact in the stream of the case. */
      revision: number;
    }
  | { run_id: string }
  | { alert_id: string }
  | { link_id: string };

const toldFact = z.union([
  z.object({ session_id: z.string(), revision: z.number() }),
  z.object({ run_id: z.string() }),
  z.object({ alert_id: z.string() }),
  z.object({ link_id: z.string() }),
]) satisfies z.ZodType<ToldFact>;

/** What an endpoint is told, on its way or at its end. */
export interface EndpointDelivery {
  delivery_id: string;
  endpoint_id: string;
  tenant_id: string;
  /** What is told. */
  event_type: string;
  /** Null for a trial. */
  about: ToldFact | null;
  /** ISO 8601 */
  happened_at: string;
  status: (typeof ENDPOINT_DELIVERY_STATUSES)[number];
  attempts: EndpointAttempt[];
  /** When it is tried next, ISO 8601; null once it has ended. */
  next_attempt_at: string | null;
  /** ISO 8601 */
  queued_at: string;
  /** ISO 8601; null while it is pending. */
  ended_at: string | null;
}

const attempt = z.object({
  attempt: z.number(),
  response_status: z.number().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
  attempted_at: z.string(),
}) satisfies z.ZodType<EndpointAttempt>;

const ofDelivery = { delivery_id: z.string(), endpoint_id: z.string() };

/** An endpoint is to be told of something. */
export const EndpointDeliveryQueued = defineEvent(
  'EndpointDeliveryQueued',
  z.object({
    ...ofDelivery,
    tenant_id: z.string(),
    event_type: z.string(),
    about: toldFact.nullable(),
    happened_at: z.string(),
    queued_at: z.string(),
  }),
);

/** The endpoint took it. */
export const EndpointDelivered = defineEvent('EndpointDelivered', attempt.extend(ofDelivery));

/** An attempt failed; without a time for the next one nothing more is tried. */
export const EndpointAttemptFailed = defineEvent(
  'EndpointAttemptFailed',
  attempt.extend({ ...ofDelivery, next_attempt_at: z.string().nullable() }),
);

/** Somebody asked for a delivery that had ended to be tried again, with as many attempts as a new one. */
export const EndpointDeliveryRequeued = defineEvent(
  'EndpointDeliveryRequeued',
  z.object({ ...ofDelivery, requeued_at: z.string() }),
);

/** Its endpoint is gone, or takes nothing any more. */
export const EndpointDeliveryDropped = defineEvent(
  'EndpointDeliveryDropped',
  z.object({ ...ofDelivery, dropped_at: z.string() }),
);

/** What can happen to what an endpoint is told. */
export type EndpointDeliveryEvent =
  | EventOf<typeof EndpointDeliveryQueued>
  | EventOf<typeof EndpointDelivered>
  | EventOf<typeof EndpointAttemptFailed>
  | EventOf<typeof EndpointDeliveryRequeued>
  | EventOf<typeof EndpointDeliveryDropped>;

/** What an attempt came to. */
export interface EndpointOutcome extends Pick<EndpointAttempt, 'response_status' | 'error' | 'duration_ms'> {
  /** How long the receiver asks to be left alone, in seconds. */
  retry_after_s: number | null;
}

/** What can be asked of it. `at` is the time, ISO 8601; `jitter` 0 to 1, at random. */
export type EndpointDeliveryCommand =
  | { type: 'queue'; delivery: EventOf<typeof EndpointDeliveryQueued>['data'] }
  | { type: 'record_attempt'; outcome: EndpointOutcome; jitter: number; at: string }
  | { type: 'requeue'; at: string }
  | { type: 'drop'; at: string };

/** What has become of it. `failures` counts since it was queued, or queued again. */
export type EndpointDeliveryState =
  { status: 'not_queued' } | { status: 'pending' | 'ended'; delivery: EndpointDelivery; failures: number };

/** The stream of a delivery. */
export const endpointDeliveryStream = (deliveryId: string): string => `endpointDelivery-${deliveryId}`;

/** The rules of what endpoints are told. */
export const endpointDelivery: Decider<EndpointDeliveryState, EndpointDeliveryCommand, EndpointDeliveryEvent> = {
  initial: { status: 'not_queued' },
  trialsApart: true,

  decide(command, state) {
    if (command.type === 'queue') {
      // Queueing is repeated after a crash: the first time counts.
      return state.status === 'not_queued' ? [{ type: 'EndpointDeliveryQueued', data: command.delivery }] : [];
    }
    if (state.status === 'not_queued') throw noneWithThisId('delivery');
    const { delivery_id, endpoint_id } = state.delivery;
    switch (command.type) {
      case 'record_attempt':
        return [recordAttempt(command, state)];
      case 'requeue':
        if (state.status === 'pending') throw new DomainError('conflict', 'The delivery is pending already');
        return [{ type: 'EndpointDeliveryRequeued', data: { delivery_id, endpoint_id, requeued_at: command.at } }];
      case 'drop':
        if (state.status === 'ended') return [];
        return [{ type: 'EndpointDeliveryDropped', data: { delivery_id, endpoint_id, dropped_at: command.at } }];
    }
  },

  evolve(state, event) {
    const delivery = applyToEndpointDelivery(state.status === 'not_queued' ? undefined : state.delivery, event);
    if (!delivery) return state;
    const failed = state.status === 'not_queued' ? 0 : state.failures;
    const added = event.type === 'EndpointAttemptFailed' ? 1 : 0;
    const failures = event.type === 'EndpointDeliveryRequeued' ? 0 : failed + added;
    return { status: delivery.status === 'pending' ? 'pending' : 'ended', delivery, failures };
  },
};

function recordAttempt(
  { outcome, jitter, at }: Extract<EndpointDeliveryCommand, { type: 'record_attempt' }>,
  { status, delivery, failures }: Exclude<EndpointDeliveryState, { status: 'not_queued' }>,
): EndpointDeliveryEvent {
  if (status !== 'pending') throw new DomainError('conflict', 'The delivery has ended already');
  const { delivery_id, endpoint_id, attempts, event_type } = delivery;
  const { retry_after_s, response_status, error, duration_ms } = outcome;
  const made = { response_status, error, duration_ms, attempt: attempts.length + 1, attempted_at: at };
  const data = { delivery_id, endpoint_id, ...made };
  if (error === null) return { type: 'EndpointDelivered', data };
  // A trial is over with its first attempt: whoever made it waits for what comes of it.
  const isLast = response_status === GONE || event_type === 'ping';
  const next = isLast ? undefined : nextAttemptAt({ failures: failures + 1, retry_after_s, jitter, at });
  return { type: 'EndpointAttemptFailed', data: { ...data, next_attempt_at: next ?? null } };
}

/** Whether an attempt says that its endpoint is gone for good. */
export const saysGone = ({ response_status }: Pick<EndpointAttempt, 'response_status'>): boolean =>
  response_status === GONE;

/** What an event makes of a delivery. Shared with the read model. */
export function applyToEndpointDelivery(
  before: EndpointDelivery | undefined,
  event: EndpointDeliveryEvent,
): EndpointDelivery | undefined {
  if (event.type === 'EndpointDeliveryQueued') {
    const { queued_at } = event.data;
    return { ...event.data, status: 'pending', attempts: [], next_attempt_at: queued_at, ended_at: null };
  }
  if (!before) return undefined;
  switch (event.type) {
    case 'EndpointDelivered':
      return ended(attempted(before, event.data), 'delivered', event.data.attempted_at);
    case 'EndpointAttemptFailed': {
      const { next_attempt_at, attempted_at } = event.data;
      const after = attempted(before, event.data);
      return next_attempt_at === null ? ended(after, 'failed', attempted_at) : { ...after, next_attempt_at };
    }
    case 'EndpointDeliveryRequeued':
      return { ...before, status: 'pending', next_attempt_at: event.data.requeued_at, ended_at: null };
    case 'EndpointDeliveryDropped':
      return ended(before, 'dropped', event.data.dropped_at);
  }
}

const ended = (before: EndpointDelivery, status: EndpointDelivery['status'], ended_at: string): EndpointDelivery => ({
  ...before,
  status,
  next_attempt_at: null,
  ended_at,
});

function attempted(before: EndpointDelivery, data: EndpointAttempt): EndpointDelivery {
  const { attempt: nth, response_status, error, duration_ms, attempted_at } = data;
  const latest = { attempt: nth, response_status, error, duration_ms, attempted_at };
  return { ...before, attempts: [...before.attempts, latest] };
}
