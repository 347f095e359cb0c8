import { SpanKind } from '@opentelemetry/api';
import { DomainError } from '../../domain/core/decider.js';
import type { Exclusive } from '../../platform/exclusive/exclusive.js';
import { traced } from '../../platform/tracing/tracing.js';
import { SubjectErased } from '../../platform/sealing/subjectKeys.js';
import { createTally } from '../../platform/tally.js';
import { createWorkInProgress, type WorkInProgress } from '../../platform/workInProgress.js';
import type {
  DueByTimeAsked,
  DueDelivery,
  TimeSpan,
  WebhookTurns,
} from '../../projections/webhooks/webhookDeliveriesProjection.js';
import { attemptDelivery, type AttemptDeps, type DeliveryInHand } from './attemptDelivery.js';

/** How many deliveries of one poll are under way at most. */
const PER_POLL = 10;
/** How many of these are one tenant's: a place is left to the next one that comes. */
const PER_TENANT = PER_POLL - 1;
/** How many are under way at most, those of polls before with them, whose receivers may take 30 seconds, two polls long. */
const UNDER_WAY = 3 * PER_POLL;
/**
 * A tenant has no more of these than so many times what is free: alone twenty, and with one more twelve each. However soon one
 * poll follows another while receivers are silent, whoever comes finds a place. After Choudhury and Hahne, "Dynamic Queue Length
 * Thresholds for Shared-Memory Packet Switches" (1998).
 */
const TIMES_THE_FREE = 2;
/**
 * How long after an attempt a delivery is left alone, as a part of the time between two polls. Workers poll each at times of their
 * own: five of them had else made all attempts within that time. All of it would leave out every other poll, as each comes a
 * little less than that after the attempts of the one before.
 */
const APART = 0.5;
/** After how many attempts those are forgotten that the read model shows by now. */
const FORGET_AFTER = 100;

/** A queue of deliveries. */
export interface DeliveryQueue {
  due(asked: DueByTimeAsked): Promise<DueDelivery[]>;
  dueAmong(delivery_ids: readonly string[], notTriedIn: TimeSpan): Promise<Set<string>>;
}

/** What delivering stands on. */
export interface WebhookDelivererDeps extends AttemptDeps {
  queries: DeliveryQueue;
  exclusive: Pick<Exclusive, 'hold'>;
  /** Seconds between two polls of the queue. */
  intervalSeconds: number;
}

/** What a poll by the clock takes, until the next one. */
interface Poll {
  /**
   * What was tried in it, by whichever worker, is not due again in this poll: from so long before it began that attempts keep
   * `APART` from each other, up to the next one. A time that is later was noted by a clock that was wrong.
   */
  span: TimeSpan;
  /** What was taken in hand, or is in another worker's, as far as the read model may not show that it was tried. */
  tried: Set<string>;
  /** Of so many of these, those are forgotten that it shows. */
  forgetAt: number;
  /** Tenants by what was taken and has not ended. */
  underWay: Map<string, string>;
}

/**
 * Polls the queue of webhooks and delivers what is due, up to ten deliveries at once; where there is more, the next one begins as
 * soon as one of them has ended. The next poll by the clock has ten places of its own, as long as there are no more than thirty
 * under way in all: receivers that take their time hold up nobody else for longer than until then. Gives back how to stop, which
 * waits for the attempts under way; those that take too long are broken off, and made anew by another worker.
 */
export function startWebhookDeliverer(deps: WebhookDelivererDeps): () => Promise<void> {
  const work = createWorkInProgress();
  const stopping = new AbortController();
  let poll = beginPoll(deps);
  /** Whether there was more than places for it, or there may be. */
  let hasMore = true;
  const fill = createFilling(deps, work, () => {
    if (hasMore) work.add(look());
  });
  const look = oneAtATime(async () => {
    if (stopping.signal.aborted) return;
    hasMore = true; // what ends from here on makes room for what this look found none for
    try {
      hasMore = await fill(poll, stopping.signal);
    } catch (error) {
      deps.log.warn({ err: error }, 'the queue of webhooks could not be polled; trying again');
    }
  });
  work.add(look());
  const timer = setInterval(() => {
    poll = beginPoll(deps);
    work.add(look());
  }, deps.intervalSeconds * 1_000);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await work.drain();
  };
}

/** Does it once at a time; when it is asked for meanwhile, once more. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isWorking = false;
  let isAskedFor = false;
  return async () => {
    isAskedFor = true;
    if (isWorking) return;
    isWorking = true;
    while (isAskedFor) {
      isAskedFor = false;
      await work();
    }
    isWorking = false;
  };
}

/** What takes in hand as much as a poll has places for, and tells whether there may be more; `onEnded` when one has ended. */
function createFilling(deps: WebhookDelivererDeps, work: WorkInProgress, onEnded: () => void) {
  /** Tenants by what was taken and has not ended, of whichever poll. */
  const inHand = new Map<string, string>();
  const receivers = createTally();
  const turns = { tenant: '', receivers: new Map<string, string>() } satisfies WebhookTurns;

  /** Resolves when it is in hand, or known to be in another worker's. */
  const begin = (poll: Poll, { delivery_id: id, tenant_id, receiver }: DueDelivery): Promise<void> => {
    turns.tenant = tenant_id;
    turns.receivers.set(tenant_id, receiver);
    poll.tried.add(id);
    poll.underWay.set(id, tenant_id);
    inHand.set(id, tenant_id);
    receivers.add(receiver, 1);
    const { taken, ended } = beginDelivery(deps, id, { span: poll.span, signal: work.signal });
    work.add(ended, () => {
      poll.underWay.delete(id);
      inHand.delete(id);
      receivers.add(receiver, -1);
      onEnded();
    });
    return taken;
  };

  return async (poll: Poll, signal: AbortSignal): Promise<boolean> => {
    while (!signal.aborted) {
      if (poll.tried.size >= poll.forgetAt) await forgetShown(deps, poll);
      const free = UNDER_WAY - inHand.size;
      // Half of them: behind those the others are counted anew.
      const limit = Math.min(PER_POLL - poll.underWay.size, Math.ceil(free / 2));
      if (limit <= 0) return true;
      const full = [...withAtLeast(PER_TENANT, poll.underWay), ...withAtLeast(TIMES_THE_FREE * free, inHand)];
      const except = [...new Set([...inHand.keys(), ...poll.tried])];
      const now = { now: deps.clock(), inHand: new Map(receivers.names().map((name) => [name, receivers.of(name)])) };
      const due = await deps.queries.due({ limit, turns, full, except, notTriedIn: poll.span, ...now });
      if (due.length === 0 && full.length === 0) turns.receivers.clear(); // each was served
      if (due.length === 0) return full.length > 0;
      await Promise.all(due.map((one) => begin(poll, one)));
    }
    return false;
  };
}

function beginPoll({ clock, intervalSeconds }: WebhookDelivererDeps): Poll {
  const nowMs = clock().getTime();
  const intervalMs = intervalSeconds * 1_000;
  const span = { from: new Date(nowMs - APART * intervalMs), until: new Date(nowMs + intervalMs) };
  return { span, tried: new Set(), forgetAt: FORGET_AFTER, underWay: new Map() };
}

/** What the read model shows as tried it leaves out by itself: each look says no more than what it does not show yet. */
async function forgetShown({ queries }: WebhookDelivererDeps, poll: Poll): Promise<void> {
  poll.tried = await queries.dueAmong([...poll.tried], poll.span);
  poll.forgetAt = poll.tried.size + FORGET_AFTER;
}

/** Tenants that have so many of these, or more. */
function withAtLeast(number: number, tenants: ReadonlyMap<string, string>): string[] {
  const counts = new Map<string, number>();
  for (const tenant of tenants.values()) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
  return [...counts].flatMap(([tenant, count]) => (count < number ? [] : [tenant]));
}

/** Delivers unless another worker is at it. Neither promise rejects. */
function beginDelivery(
  deps: WebhookDelivererDeps,
  id: string,
  { span, signal }: { span: TimeSpan; signal: AbortSignal },
): { taken: Promise<void>; ended: Promise<void> } {
  let take: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => (take = resolve));
  const ended = deps.exclusive
    .hold(`webhook:${id}`, async (held) => {
      take();
      await deliver(deps, id, span, AbortSignal.any([signal, held.signal]));
    })
    .catch((error: unknown) => {
      deps.log.warn({ err: error, delivery_id: id }, 'a webhook could not be taken in hand');
    })
    .then(() => take());
  return { taken, ended };
}

async function deliver(deps: WebhookDelivererDeps, id: string, span: TimeSpan, signal: AbortSignal): Promise<void> {
  const { commands, log } = deps;
  try {
    const opened = await commands.open(id);
    if (!opened || wasTriedIn(span, opened.delivery)) return;
    const attributes = { 'attest.delivery_id': id };
    const options = { kind: SpanKind.CLIENT, parent: opened.known.traceparent ?? '', attributes };
    await traced('deliver webhook', options, (span) => attemptDelivery(deps, opened, signal, span));
  } catch (error) {
    // Ended or erased while it was under way: nothing is left to note.
    if (error instanceof DomainError || error instanceof SubjectErased) return;
    log.error({ err: error, delivery_id: id }, 'a webhook could not be delivered');
  }
}

/** Whether somebody tried in that time, which the read model may not have shown yet. */
function wasTriedIn({ from, until }: TimeSpan, { attempts }: DeliveryInHand['delivery']): boolean {
  const triedMs = Date.parse(attempts.at(-1)?.attempted_at ?? '');
  return triedMs >= from.getTime() && triedMs < until.getTime();
}
