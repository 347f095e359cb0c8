import { randomUUID } from 'node:crypto';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { CommandContext } from '../../commands/core/context.js';
import type { LostDelivery, SendableDelivery } from '../../commands/webhooks/openDelivery.js';
import type { WebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import { DomainError } from '../../domain/core/decider.js';
import type { AttemptOutcome } from '../../domain/webhooks/webhookDelivery.js';
import type { Clock } from '../../platform/clock.js';
import { SealedValueLost } from '../../platform/eventStore/eventCodec.js';
import type { Exclusive } from '../../platform/exclusive/exclusive.js';
import type { Log } from '../../platform/log.js';
import { webhookAttempts } from '../../platform/metrics.js';
import { traced } from '../../platform/tracing/tracing.js';
import { SubjectErased } from '../../platform/sealing/subjectKeys.js';
import { createWorkInProgress } from '../../platform/workInProgress.js';
import type { WebhookDeliveryQueries } from '../../projections/webhooks/webhookDeliveriesProjection.js';
import { post } from './post.js';
import { sign } from './signature.js';

/** How many deliveries one poll takes. */
const PER_POLL = 10;
/** What delivering stands on. */
export interface WebhookDelivererDeps {
  commands: Pick<WebhookCommands, 'open' | 'secrets' | 'recordAttempt'>;
  queries: Pick<WebhookDeliveryQueries, 'due'>;
  exclusive: Pick<Exclusive, 'hold'>;
  clock: Clock;
  log: Log;
  allowPrivate: boolean;
  /** Seconds between two polls of the queue. */
  intervalSeconds: number;
}

/**
 * Polls the queue of webhooks and delivers what is due, up to ten deliveries a poll, all at once; a poll that found ten is
 * followed by another as soon as they have ended. The next one by the clock does not wait for them: a receiver that takes
 * its time holds up nobody else. Gives back how to stop, which waits for the attempts under way; those that take too long
 * are broken off, and made anew by another worker.
 */
export function startWebhookDeliverer(deps: WebhookDelivererDeps): () => Promise<void> {
  const underWay = createWorkInProgress();
  const stopping = new AbortController();
  const pollOnce = async (): Promise<void> => {
    const poll: Poll = { tried: new Set(), attempts: new Map(), signal: underWay.signal };
    try {
      while (!stopping.signal.aborted) {
        const taken = await deliverDue(deps, poll);
        if (taken < PER_POLL) return;
      }
    } catch (error) {
      deps.log.warn({ err: error }, 'the queue of webhooks could not be polled; trying again');
    }
  };
  underWay.add(pollOnce());
  const timer = setInterval(() => underWay.add(pollOnce()), deps.intervalSeconds * 1_000);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await underWay.drain();
  };
}

/** What a poll did before: what it tried and failed waits for the next poll by the clock. */
interface Poll {
  tried: Set<string>;
  /** How many attempts a delivery had when the poll saw it first. */
  attempts: Map<string, number>;
  signal: AbortSignal;
}

/** Delivers up to ten of what is due and nobody else is at; their number, when they have ended. */
async function deliverDue(deps: WebhookDelivererDeps, poll: Poll): Promise<number> {
  // More than it may take: the first ones may be under way already.
  const due = await deps.queries.due(PER_POLL * 10 + poll.tried.size);
  const deliveries: Promise<void>[] = [];
  for (const { delivery_id, attempts } of due) {
    if (!poll.attempts.has(delivery_id)) poll.attempts.set(delivery_id, attempts);
  }
  for (const { delivery_id: id } of due.filter((each) => !poll.tried.has(each.delivery_id))) {
    if (deliveries.length === PER_POLL || poll.signal.aborted) break;
    const { taken, ended } = beginDelivery(deps, id, poll);
    if (!(await taken)) continue;
    poll.tried.add(id);
    deliveries.push(ended);
  }
  await Promise.all(deliveries);
  return deliveries.length;
}

/** Delivers unless another worker is at it. Neither promise rejects. */
function beginDelivery(
  deps: WebhookDelivererDeps,
  id: string,
  poll: Poll,
): { taken: Promise<boolean>; ended: Promise<void> } {
  let take: (mine: boolean) => void = () => undefined;
  const taken = new Promise<boolean>((resolve) => (take = resolve));
  const ended = deps.exclusive
    .hold(`webhook:${id}`, async (held) => {
      take(true);
      await deliver(deps, id, poll, AbortSignal.any([poll.signal, held.signal]));
    })
    .catch((error: unknown) => {
      deps.log.warn({ err: error, delivery_id: id }, 'a webhook could not be taken in hand');
    })
    .then(() => take(false));
  return { taken, ended };
}

async function deliver(deps: WebhookDelivererDeps, id: string, { attempts }: Poll, signal: AbortSignal): Promise<void> {
  const { commands, log } = deps;
  try {
    const opened = await commands.open(id);
    if (!opened) return;
    // Somebody tried since, and the next poll is not yet. Counted, as the clock of another process may be wrong.
    if (opened.delivery.attempts.length > (attempts.get(id) ?? 0)) return;
    const attributes = { 'attest.delivery_id': id };
    const options = { kind: SpanKind.CLIENT, parent: opened.known.traceparent ?? '', attributes };
    await traced('deliver webhook', options, async (span) => {
      const outcome = 'lost' in opened ? failLost(deps, opened) : await send(deps, opened, signal);
      if (signal.aborted && outcome.error !== null) return; // broken off: that is not the receiver's failure
      if (outcome.response_status !== null) span.setAttribute('http.response.status_code', outcome.response_status);
      if (outcome.error !== null) span.setStatus({ code: SpanStatusCode.ERROR });
      webhookAttempts.inc({ outcome: outcome.error === null ? 'delivered' : 'failed' });
      await commands.recordAttempt(contextOf(id), opened, outcome);
    });
  } catch (error) {
    // Ended or erased while it was under way: nothing is left to note.
    if (error instanceof DomainError || error instanceof SubjectErased) return;
    log.error({ err: error, delivery_id: id }, 'a webhook could not be delivered');
  }
}

/** What cannot be sent counts as tried like what is not taken: it fails in the end, and does not stand in the queue for ever. */
function failLost({ log }: WebhookDelivererDeps, { delivery, lost, cause }: LostDelivery): AttemptOutcome {
  log.error({ err: cause, delivery_id: delivery.delivery_id }, 'something of a webhook is lost');
  return { response_status: null, response_excerpt: null, error: lost, duration_ms: 0 };
}

async function send(
  deps: WebhookDelivererDeps,
  { url, body, delivery, known }: SendableDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
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
