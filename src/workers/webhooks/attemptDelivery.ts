import { randomUUID } from 'node:crypto';
import { SpanStatusCode, type Span } from '@opentelemetry/api';
import type { CommandContext } from '../../commands/core/context.js';
import type { WebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import { saysGone } from '../../domain/webhookEndpoints/index.js';
import type { Clock } from '../../platform/clock.js';
import { SealedValueLost } from '../../platform/eventStore/eventCodec.js';
import type { Log } from '../../platform/log.js';
import { webhookAttempts } from '../../platform/metrics.js';
import { post, type PostOutcome } from './post.js';
import { sign } from './signature.js';

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

/** What an attempt stands on. */
export interface AttemptDeps {
  commands: DeliveringCommands;
  clock: Clock;
  log: Log;
  /** For tests alone: lets receivers have addresses that are not public. */
  allowPrivate: boolean;
}

/**
 * Tries a delivery once, and records what came of it.
 * @param signal ends an attempt: it is not the receiver's failure then, and is not recorded
 */
export async function attemptDelivery(
  deps: AttemptDeps,
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
  log.warn(told, `a webhook was given up: ${whyGivenUp(told)}`);
}

function whyGivenUp({
  endpoint_id,
  attempts,
  response_status,
}: {
  endpoint_id?: string;
  attempts: number;
  response_status: number | null;
}): string {
  if (endpoint_id !== undefined && saysGone({ response_status }))
    return 'its endpoint answered 410, so that is disabled';
  return attempts === 1 ? 'it was not taken when it was tried' : 'it was not taken however often it was tried';
}

/** What cannot be sent counts as tried like what is not taken: it fails in the end, and does not stand in the queue for ever. */
function failLost(
  { log }: AttemptDeps,
  { delivery, lost, cause }: Extract<OpenedDelivery, { lost: string }>,
): PostOutcome {
  log.error({ err: cause, delivery_id: delivery.delivery_id }, 'something of a webhook is lost');
  return { response_status: null, response_excerpt: null, error: lost, duration_ms: 0, retry_after_s: null };
}

async function send(
  deps: AttemptDeps,
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
