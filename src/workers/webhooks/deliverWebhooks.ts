import { randomUUID } from 'node:crypto';
import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import type { CommandContext } from '../../commands/core/context.js';
import type { SendableDelivery, WebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { Migration } from '../../platform/database/migrate.js';
import type { Log } from '../../platform/log.js';
import { webhookAttempts } from '../../platform/metrics.js';
import { traced } from '../../platform/tracing/tracing.js';
import { SubjectErased } from '../../platform/sealing/subjectKeys.js';
import { WorkInProgress } from '../../platform/workInProgress.js';
import type { WebhookDeliveryQueries } from '../../projections/webhooks/webhookDeliveriesProjection.js';
import { post } from './post.js';
import { sign } from './signature.js';

/** How many deliveries one poll takes (contract, section 6). */
const PER_POLL = 10;
/** A worker that took a delivery has it for itself this long: longer than any attempt, shorter than a user's patience. */
const LEASE_SECONDS = 60;

/** Which worker is at which delivery. */
export const webhookMigrations: readonly Migration[] = [
  {
    name: 'webhook_leases_001',
    up: (knex) =>
      knex.schema.createTable('webhook_leases', (table) => {
        table.text('delivery_id').primary();
        table.timestamp('until').notNullable();
      }),
  },
];

/** What delivering stands on. */
export interface WebhookDelivererDeps {
  commands: WebhookCommands;
  queries: Pick<WebhookDeliveryQueries, 'due'>;
  database: Database;
  clock: Clock;
  log: Log;
  allowPrivate: boolean;
  /** Seconds between two polls of the queue. */
  intervalSeconds: number;
}

/**
 * Polls the queue of webhooks and delivers what is due, up to ten deliveries a poll, all at once. A poll does not wait
 * for the one before: a receiver that takes its time holds up nobody else. Gives back how to stop, which waits for the
 * attempts under way; those that take too long are broken off, and made anew by another worker.
 */
export function startWebhookDeliverer(deps: WebhookDelivererDeps): () => Promise<void> {
  const underWay = new WorkInProgress();
  const poll = async (): Promise<void> => {
    try {
      for (const id of await takeDue(deps)) underWay.add(deliver(deps, id, underWay.signal));
    } catch (error) {
      deps.log.warn({ err: error }, 'the queue of webhooks could not be polled; trying again');
    }
  };
  underWay.add(poll());
  const timer = setInterval(() => underWay.add(poll()), deps.intervalSeconds * 1_000);
  return async () => {
    clearInterval(timer);
    await underWay.drain();
  };
}

/** Leases what is due; a delivery that another worker has is left to it. */
async function takeDue({ queries, database }: WebhookDelivererDeps): Promise<string[]> {
  // More than it may take: the first ones may be under way already.
  const due = await queries.due(PER_POLL * 10);
  if (due.length === 0) return [];
  const { rows } = await database.knex.raw<{ rows: { delivery_id: string }[] }>(
    `with free as (
       select d.id from unnest(?::text[]) with ordinality as d (id, n)
       where not exists (select from webhook_leases l where l.delivery_id = d.id and l.until > now())
       order by d.n limit ?
     )
     insert into webhook_leases (delivery_id, until) select id, now() + ? * interval '1 second' from free order by id
     on conflict (delivery_id) do update set until = excluded.until where webhook_leases.until <= now()
     returning delivery_id`,
    [due, PER_POLL, LEASE_SECONDS],
  );
  return rows.map(({ delivery_id }) => delivery_id);
}

async function deliver(deps: WebhookDelivererDeps, id: string, signal: AbortSignal): Promise<void> {
  const { commands, log } = deps;
  try {
    const sendable = await commands.open(id);
    if (sendable) {
      const attributes = { 'attest.delivery_id': id };
      const options = { kind: SpanKind.CLIENT, parent: sendable.known.traceparent ?? '', attributes };
      await traced('deliver webhook', options, (span) => attempt(deps, sendable, signal, span));
    }
  } catch (error) {
    // Ended or erased while it was under way: nothing is left to note.
    if (error instanceof DomainError || error instanceof SubjectErased) return;
    log.error({ err: error, delivery_id: id }, 'a webhook could not be delivered');
  } finally {
    await deps.database
      .knex('webhook_leases')
      .where({ delivery_id: id })
      .delete()
      .catch(() => undefined);
  }
}

async function attempt(
  { commands, clock, allowPrivate }: WebhookDelivererDeps,
  sendable: SendableDelivery,
  signal: AbortSignal,
  span: Span,
): Promise<void> {
  const { url, body, delivery } = sendable;
  const id = delivery.delivery_id;
  const { value: secrets } = await commands.secrets(contextOf(id), delivery.tenant_id);
  const outcome = await post({ url, body, allowPrivate, signal, headers: sign(id, clock(), body, secrets.live) });
  if (signal.aborted && outcome.error !== null) return; // broken off: that is not the receiver's failure
  if (outcome.response_status !== null) span.setAttribute('http.response.status_code', outcome.response_status);
  if (outcome.error !== null) span.setStatus({ code: SpanStatusCode.ERROR });
  webhookAttempts.inc({ outcome: outcome.error === null ? 'delivered' : 'failed' });
  await commands.recordAttempt(contextOf(id), sendable, outcome);
}

const contextOf = (id: string): CommandContext => ({
  tenant_id: '',
  actor: 'worker:webhooks',
  correlation_id: id,
  causation_id: randomUUID(),
});
