import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../../commands/core/context.js';
import type { DueEndpointDelivery } from '../../commands/webhookEndpoints/openEndpointDelivery.js';
import type { WebhookEndpointCommands } from '../../commands/webhookEndpoints/webhookEndpointCommands.js';
import { saysGone, type EndpointDelivery } from '../../domain/webhookEndpoints/endpointDelivery.js';
import { healthAfter, verdictOn } from '../../domain/webhookEndpoints/endpointHealth.js';
import type { EndpointDeliveryQueries } from '../../projections/webhookEndpoints/endpointDeliveriesProjection.js';
import type { WebhookEndpointQueries } from '../../projections/webhookEndpoints/webhookEndpointsProjection.js';
import { startWebhookDeliverer, type WebhookDelivererDeps } from '../webhooks/deliverWebhooks.js';
import type { PostOutcome } from '../webhooks/post.js';

/** How often a worker looks whether the time of a delivery has come, in seconds. */
const LOOK_EVERY_SECONDS = 1;

/** What delivering to endpoints stands on. */
export interface EndpointDelivererDeps extends Omit<WebhookDelivererDeps, 'commands' | 'queries' | 'intervalSeconds'> {
  commands: Pick<WebhookEndpointCommands, 'open' | 'recordAttempt' | 'judge' | 'now'> &
    Pick<WebhookDelivererDeps['commands'], 'secrets'>;
  deliveries: Pick<EndpointDeliveryQueries, 'due' | 'dueAmong'>;
  endpoints: Pick<WebhookEndpointQueries, 'find'>;
  /** For tests: another time between two looks. */
  intervalSeconds?: number;
}

/**
 * Delivers to endpoints what they are told when its time has come, with the places and turns that other webhooks have, and
 * judges by what came of it how much an endpoint is sent from then on. Gives back how to stop.
 */
export function startEndpointDeliverer(deps: EndpointDelivererDeps): () => Promise<void> {
  const { commands, deliveries, endpoints, ...rest } = deps;
  return startWebhookDeliverer({
    ...{ intervalSeconds: LOOK_EVERY_SECONDS, ...rest, queries: deliveries },
    commands: {
      open: commands.open,
      secrets: commands.secrets,
      async recordAttempt(context, due: DueEndpointDelivery, outcome: PostOutcome) {
        const recorded = await commands.recordAttempt(context, due, outcome);
        const delivery = recorded.value;
        // What was sent was sent: an endpoint that cannot be judged now is judged after the next attempt.
        await judge(deps, delivery, due.sent_to).catch((error: unknown) => {
          const { endpoint_id } = delivery;
          deps.log.warn({ err: error, endpoint_id }, 'a webhook endpoint could not be judged');
        });
        return recorded;
      },
    },
  });
}

/** What follows for an endpoint from the newest attempt of a delivery. */
async function judge(
  { commands, endpoints }: EndpointDelivererDeps,
  delivery: EndpointDelivery,
  sent_to: string | undefined,
): Promise<void> {
  const { endpoint_id, tenant_id } = delivery;
  const attempt = delivery.attempts.at(-1);
  if (!attempt) return;
  const at = attempt.attempted_at;
  const about = { endpoint_id, sent_to, at };
  const context = contextFor(tenant_id, delivery.delivery_id);
  if (attempt.error === null) {
    const endpoint = (await commands.now(tenant_id)).find((one) => one.endpoint_id === endpoint_id);
    if (endpoint && endpoint.paused_at !== null) await commands.judge(context, { type: 'resume', ...about });
    return;
  }
  if (saysGone(attempt)) {
    await commands.judge(context, { type: 'disable', ...about, because: 'gone' });
    return;
  }
  const shown = await endpoints.find(endpoint_id);
  if (!shown) return;
  const isShown = (shown.last_attempt_at ?? '') >= at;
  const health = { ...shown, ...(isShown ? {} : healthAfter(shown, { taken: false, at })) };
  const verdict = verdictOn(health, at);
  if (verdict === 'disable') await commands.judge(context, { type: 'disable', ...about, because: 'failing' });
  if (verdict === 'pause') {
    await commands.judge(context, { type: 'pause', ...about, failing_since: health.failing_since ?? at });
  }
}

const contextFor = (tenant_id: string, delivery_id: string): CommandContext => ({
  ...{ tenant_id, actor: 'worker:webhooks', correlation_id: delivery_id, causation_id: randomUUID() },
});
