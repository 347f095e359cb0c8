import { randomUUID } from 'node:crypto';
import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { CommandContext } from '../../commands/core/context.js';
import type { WebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Clock } from '../../platform/clock.js';
import { SealedValueLost } from '../../platform/eventStore/eventCodec.js';
import type { Exclusive } from '../../platform/exclusive/exclusive.js';
import type { Log } from '../../platform/log.js';
import { webhookAttempts } from '../../platform/metrics.js';
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
import { post, type PostOutcome } from './post.js';
import { sign } from './signature.js';

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

/** A delivery that is in hand, as far as delivering looks at it. */
export interface DeliveryInHand {
  delivery: { delivery_id: string; tenant_id: string; attempts: readonly { attempted_at: string }[] };
  known: { revision: bigint | 'no_stream'; traceparent?: string };
}

/** A delivery after an attempt, and what it tells of: an execution, or an event of a case to an endpoint. */
export interface AttemptedDelivery {
  status: string;
  delivery_id: string;
  tenant_id: string;
  execution_id?: string;
  endpoint_id?: string;
  attempts: readonly unknown[];
}

/** A delivery in hand with what is sent and where to, or a sentence that says what of it is lost. */
export type OpenedDelivery = DeliveryInHand & ({ url: string; body: Buffer } | { lost: string; cause: unknown });

/** What delivers from a queue, whichever that is. What was opened is handed back as it was to whoever opened it. */
export interface DeliveringCommands extends Pick<WebhookCommands, 'secrets'> {
  /** Undefined when there is nothing to send any more, or not yet. */
  open(delivery_id: string): Promise<OpenedDelivery | undefined>;
  /** @throws DomainError `conflict` when the delivery ended meanwhile */
  recordAttempt(
    context: CommandContext,
    opened: DeliveryInHand,
    outcome: PostOutcome,
  ): Promise<{ value: AttemptedDelivery }>;
}

/** A queue of deliveries. */
export interface DeliveryQueue {
  due(asked: DueByTimeAsked): Promise<DueDelivery[]>;
  dueAmong(delivery_ids: readonly string[], notTriedIn: TimeSpan): Promise<Set<string>>;
}

/** What delivering stands on. */
export interface WebhookDelivererDeps {
  commands: DeliveringCommands;
  queries: DeliveryQueue;
  exclusive: Pick<Exclusive, 'hold'>;
  clock: Clock;
  log: Log;
  allowPrivate: boolean;
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
    await traced('deliver webhook', options, (span) => attempt(deps, opened, signal, span));
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

async function attempt(
  deps: WebhookDelivererDeps,
  opened: OpenedDelivery,
  signal: AbortSignal,
  span: Span,
): Promise<void> {
  const outcome = 'lost' in opened ? failLost(deps, opened) : await send(deps, opened, signal);
  if (signal.aborted && outcome.error !== null) return; // broken off: that is not the receiver's failure
  if (outcome.response_status !== null) span.setAttribute('http.response.status_code', outcome.response_status);
  if (outcome.error !== null) span.setStatus({ code: SpanStatusCode.ERROR });
  webhookAttempts.inc({ outcome: outcome.error === null ? 'delivered' : 'failed' });
  const { value: after } = await deps.commands.recordAttempt(contextOf(opened.delivery.delivery_id), opened, outcome);
  if (after.status === 'failed') tellGivenUp(deps.log, after, outcome);
}

/** Its address may hold a secret, and what was answered anything: neither is told. */
function tellGivenUp(
  log: Log,
  { delivery_id, execution_id, endpoint_id, tenant_id, attempts }: AttemptedDelivery,
  { response_status }: PostOutcome,
) {
  const of = { ...(execution_id && { execution_id }), ...(endpoint_id && { endpoint_id }) };
  const told = { delivery_id, ...of, tenant_id, attempts: attempts.length, response_status };
  log.warn(told, 'a webhook was given up: it was not taken however often it was tried');
}

/** What cannot be sent counts as tried like what is not taken: it fails in the end, and does not stand in the queue for ever. */
function failLost(
  { log }: WebhookDelivererDeps,
  { delivery, lost, cause }: Extract<OpenedDelivery, { lost: string }>,
): PostOutcome {
  log.error({ err: cause, delivery_id: delivery.delivery_id }, 'something of a webhook is lost');
  return { response_status: null, response_excerpt: null, error: lost, duration_ms: 0, retry_after_s: null };
}

async function send(
  deps: WebhookDelivererDeps,
  { url, body, delivery, known }: Extract<OpenedDelivery, { url: string }>,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const { commands, clock, allowPrivate } = deps;
  const id = delivery.delivery_id;
  try {
    const { value: secrets } = await commands.secrets(contextOf(id), delivery.tenant_id);
    return await post({ url, body, allowPrivate, signal, headers: sign(id, clock(), body, secrets.live) });
  } catch (cause) {
    if (!(cause instanceof SealedValueLost)) throw cause;
    return failLost(deps, { delivery, known, lost: 'The secret that signs it is lost', cause });
  }
}

const contextOf = (id: string): CommandContext => ({
  tenant_id: '',
  actor: 'worker:webhooks',
  correlation_id: id,
  causation_id: randomUUID(),
});
