import type { EndpointDeliveryEvent } from '../../domain/webhookEndpoints/endpointDelivery.js';
import { healthAfter, UNTRIED, type EndpointHealth } from '../../domain/webhookEndpoints/endpointHealth.js';
import {
  applyToWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointEvent,
} from '../../domain/webhookEndpoints/webhookEndpoints.js';
import type { Decoded } from '../../platform/eventStore/eventCodec.js';
import { declareProjection, declareTable, IGNORED } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';

/** How an endpoint stands. Where it is, which may be a secret, is kept sealed in its stream alone. */
export interface EndpointStanding
  extends
    Pick<WebhookEndpoint, 'endpoint_id' | 'tenant_id' | 'enabled' | 'disabled_because' | 'paused_at'>,
    Pick<WebhookEndpoint, 'created_at'>,
    EndpointHealth {
  /** When something was sent to it last, ISO 8601; null before the first. */
  last_attempt_at: string | null;
}

function applySetting(before: EndpointStanding | undefined, event: WebhookEndpointEvent): EndpointStanding | undefined {
  const unshown = { url: null, events: [], description: '', updated_at: '' };
  const after = applyToWebhookEndpoint(before && { ...before, ...unshown }, event);
  if (!after) return undefined;
  const { endpoint_id, tenant_id, enabled, disabled_because, paused_at, created_at } = after;
  const standing = { endpoint_id, tenant_id, enabled, disabled_because, paused_at, created_at };
  const { consecutive_failures, failing_since } = UNTRIED;
  // Where it is mended, what failed before says nothing of it any more.
  const mended = event.type === 'WebhookEndpointChanged' && event.data.ends_pause;
  return {
    ...{ ...UNTRIED, last_attempt_at: null, ...before, ...standing },
    ...(mended && { consecutive_failures, failing_since }),
  };
}

function applyAttempt(
  before: EndpointStanding | undefined,
  event: Decoded<Extract<EndpointDeliveryEvent, { type: 'EndpointDelivered' | 'EndpointAttemptFailed' }>>,
): EndpointStanding | undefined {
  if (!before) return undefined; // sent while it was deleted
  const { attempted_at: at } = event.data;
  return { ...before, ...healthAfter(before, { taken: event.type === 'EndpointDelivered', at }), last_attempt_at: at };
}

/** How endpoints stand. Deliveries of many streams make each row. */
export const webhookEndpointsTable = declareTable<EndpointStanding, WebhookEndpointEvent | EndpointDeliveryEvent>({
  name: 'webhook_endpoints',
  columns: {
    endpoint_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    enabled: 'boolean not null',
    disabled_because: 'text',
    paused_at: 'text',
    consecutive_failures: 'integer not null',
    failing_since: 'text',
    last_success_at: 'text',
    last_failure_at: 'text',
    last_attempt_at: 'text collate "C"',
    created_at: 'text collate "C" not null',
  },
  indexes: ['(tenant_id, created_at desc, endpoint_id desc)', '(created_at desc, endpoint_id desc)'],
  keys: (event) => [event.data.endpoint_id],
  on: {
    WebhookEndpointAdded: applySetting,
    WebhookEndpointChanged: applySetting,
    WebhookEndpointRemoved: applySetting,
    WebhookEndpointPaused: applySetting,
    WebhookEndpointResumed: applySetting,
    WebhookEndpointDisabled: applySetting,
    EndpointDeliveryQueued: IGNORED,
    EndpointDelivered: applyAttempt,
    EndpointAttemptFailed: applyAttempt,
    EndpointDeliveryRequeued: IGNORED,
    EndpointDeliveryDropped: IGNORED,
  },
});

/** How endpoints stand, and how they take what they are sent. */
export const webhookEndpointsProjection = declareProjection({
  ...{ name: 'webhook_endpoints', version: 2, tables: [webhookEndpointsTable] },
});

/** Reads how endpoints stand. */
export interface WebhookEndpointQueries {
  find(endpoint_id: string, maySee?: MaySee): Promise<EndpointStanding | undefined>;
  /** Newest first, by time and then id; every tenant's when left out. */
  list(filter: { tenant_id?: string | undefined; limit: number }): Promise<EndpointStanding[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    webhookEndpoints: WebhookEndpointQueries;
  }
}

/** Creates the queries of webhook endpoints. */
export function createWebhookEndpointQueries(readModels: ReadModels): WebhookEndpointQueries {
  const endpoints = readModels.of(webhookEndpointsProjection, webhookEndpointsTable);
  return {
    find: endpoints.find,
    list: ({ tenant_id, limit }) =>
      endpoints.list((query) => {
        query.orderByRaw('created_at desc, endpoint_id desc').limit(limit);
        return tenant_id === undefined ? query : query.where({ tenant_id });
      }),
  };
}
