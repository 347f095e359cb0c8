import { z } from 'zod';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import type { Json } from '../core/json.js';

/** Values of `status`. Work that was retried is `parked` again when it fails for the last time once more. */
export const PARKED_STATUSES = ['parked', 'retried', 'dropped'] as const;

/** Work as the bus carried it: a reference to what is to be done, never personal values. */
export interface CarriedWork {
  topic: string;
  /** Stream of the aggregate it concerns; its place in the order of work. */
  key: string;
  /** The event that it followed from. */
  type: string;
  payload: { [name: string]: Json };
}

/** Work that failed until nobody tried any more. */
export interface ParkedWork extends CarriedWork {
  parked_id: string;
  tenant_id: string;
  /** Of the message that failed last; the log has its errors under it. */
  message_id: string;
  status: (typeof PARKED_STATUSES)[number];
  /** Why it failed, a sentence without personal values. */
  error: string;
  /** How often it was tried before it was parked last. */
  attempts: number;
  /** How often it was parked. */
  times_parked: number;
  /** When it was parked last, ISO 8601. */
  parked_at: string;
  /** When it was retried or dropped, ISO 8601; null while it is parked. */
  settled_at: string | null;
}

const work = z.object({
  topic: z.string(),
  key: z.string(),
  type: z.string(),
  payload: z.record(z.string(), z.json()),
}) satisfies z.ZodType<CarriedWork>;

/** Work failed for the last time and was set aside. */
export const WorkParked = defineEvent(
  'WorkParked',
  work.extend({
    parked_id: z.string(),
    tenant_id: z.string(),
    message_id: z.string(),
    error: z.string(),
    attempts: z.number(),
    parked_at: z.string(),
  }),
);

/** Somebody asked for it to be tried again. Holds what is to go out, as the relay reads nothing else. */
export const WorkRetried = defineEvent('WorkRetried', work.extend({ parked_id: z.string(), retried_at: z.string() }));

/** Somebody decided that it will not be done. */
export const WorkDropped = defineEvent('WorkDropped', z.object({ parked_id: z.string(), dropped_at: z.string() }));

/** What can happen to parked work. */
export type ParkedWorkEvent = EventOf<typeof WorkParked> | EventOf<typeof WorkRetried> | EventOf<typeof WorkDropped>;

/** What can be asked of it. `at` is the time, ISO 8601. */
export type ParkedWorkCommand =
  | { type: 'park'; work: EventOf<typeof WorkParked>['data'] }
  | { type: 'retry'; at: string }
  | { type: 'drop'; at: string };

/** What has become of it. */
export type ParkedWorkState = { status: 'not_parked' } | { status: ParkedWork['status']; work: ParkedWork };

/** The stream of parked work. */
export const parkedWorkStream = (parkedId: string): string => `parkedWork-${parkedId}`;

/** The rules of parked work. */
export const parkedWork: Decider<ParkedWorkState, ParkedWorkCommand, ParkedWorkEvent> = {
  initial: { status: 'not_parked' },

  decide(command, state) {
    if (command.type === 'park') {
      // Parking is repeated after a crash, and what was dropped stays dropped.
      const counts = state.status === 'not_parked' || state.status === 'retried';
      return counts ? [{ type: 'WorkParked', data: command.work }] : [];
    }
    if (state.status === 'not_parked') throw noneWithThisId('parked work');
    if (state.status === 'retried') throw new DomainError('conflict', 'The work was handed out again already');
    if (state.status === 'dropped') throw new DomainError('conflict', 'The work was dropped already');
    const { parked_id, topic, key, type, payload } = state.work;
    if (command.type === 'drop') return [{ type: 'WorkDropped', data: { parked_id, dropped_at: command.at } }];
    return [{ type: 'WorkRetried', data: { parked_id, topic, key, type, payload, retried_at: command.at } }];
  },

  evolve(state, event) {
    const after = applyToParkedWork(state.status === 'not_parked' ? undefined : state.work, event);
    return after ? { status: after.status, work: after } : state;
  },
};

/** What an event makes of parked work. Shared with the read model. */
export function applyToParkedWork(before: ParkedWork | undefined, event: ParkedWorkEvent): ParkedWork | undefined {
  if (event.type === 'WorkParked') {
    const times_parked = (before?.times_parked ?? 0) + 1;
    return { ...event.data, status: 'parked', times_parked, settled_at: null };
  }
  if (!before) return undefined;
  if (event.type === 'WorkRetried') return { ...before, status: 'retried', settled_at: event.data.retried_at };
  return { ...before, status: 'dropped', settled_at: event.data.dropped_at };
}
