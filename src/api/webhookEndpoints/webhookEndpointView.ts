import type { EndpointStanding } from '../../projections/webhookEndpoints/webhookEndpointsProjection.js';
import type { EndpointDelivery } from '../../domain/webhookEndpoints/endpointDelivery.js';
import type { WebhookEndpoint } from '../../domain/webhookEndpoints/webhookEndpoints.js';
import type {
  EndpointDeliveryView,
  WebhookEndpointHealthView,
  WebhookEndpointView,
} from './webhookEndpointContract.js';

/** An endpoint as it is shown; `standing` is left out where the read model does not have it yet. */
export function webhookEndpointView(endpoint: WebhookEndpoint, standing?: EndpointStanding): WebhookEndpointView {
  const { endpoint_id, tenant_id, url, events, description, enabled, created_at, updated_at } = endpoint;
  const settings = { url: url ?? '', events: [...events], description, enabled };
  return { id: endpoint_id, tenant_id, ...settings, health: healthView(endpoint, standing), created_at, updated_at };
}

function healthView(endpoint: WebhookEndpoint, standing: EndpointStanding | undefined): WebhookEndpointHealthView {
  return {
    status: statusOf(endpoint, standing),
    consecutive_failures: standing?.consecutive_failures ?? 0,
    failing_since: standing?.failing_since ?? null,
    last_success_at: standing?.last_success_at ?? null,
    last_failure_at: standing?.last_failure_at ?? null,
    paused_at: endpoint.paused_at,
    disabled_because: endpoint.disabled_because,
  };
}

function statusOf(
  { enabled, paused_at }: WebhookEndpoint,
  standing: EndpointStanding | undefined,
): WebhookEndpointHealthView['status'] {
  if (!enabled) return 'disabled';
  if (paused_at !== null) return 'paused';
  if (standing && standing.consecutive_failures > 0) return 'failing';
  return standing?.last_success_at ? 'healthy' : 'untried';
}

/** What an endpoint is told as it is shown. */
export const endpointDeliveryView = (delivery: EndpointDelivery): EndpointDeliveryView => ({
  delivery_id: delivery.delivery_id,
  endpoint_id: delivery.endpoint_id,
  tenant_id: delivery.tenant_id,
  type: delivery.event_type,
  session_id: delivery.about && 'session_id' in delivery.about ? delivery.about.session_id : null,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: delivery.next_attempt_at,
  happened_at: delivery.happened_at,
  queued_at: delivery.queued_at,
  ended_at: delivery.ended_at,
});
