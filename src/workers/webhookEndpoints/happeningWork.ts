import { LRUCache } from 'lru-cache';
import { eventTypeOf, FACTS_TOLD } from '../../domain/webhookEndpoints/eventTypes.js';
import { webhookEndpointsStream } from '../../domain/webhookEndpoints/webhookEndpoints.js';
import type { Message } from '../../platform/bus/bus.js';
import type { RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { Happening } from '../../commands/webhookEndpoints/webhookEndpointCommands.js';
import type { EndpointEventType } from '../../domain/webhookEndpoints/eventTypes.js';
import type { Picks, Routes } from '../core/relay.js';
import { idIn, type Work } from '../core/work.js';

const TOPIC = 'attest.case-happenings';

/** What happened, to be queued for the endpoints that asked for it. A relay of its own puts it on the bus. */
export const happeningWork: Work = {
  topic: TOPIC,
  askedBy: {},
  concurrency: 8,
  actor: 'worker:webhooks',
  work: ({ webhookEndpoints }, context, payload) => webhookEndpoints.queue(context, happeningIn(payload)),
};

/** Where what happened goes. */
export const happeningRoutes: Routes = new Map(
  FACTS_TOLD.map((type) => [type, { topic: TOPIC, payload: (event: RecordedEvent) => payloadOf(event) }]),
);

/** Tenants that are remembered to have endpoints, or none. */
const MOST_REMEMBERED = 10_000;

/** Picks what happened in tenants that have, or had, endpoints: of others nothing is put on the bus. */
export const ofTenantsWithEndpoints: Picks = {
  hears: ['WebhookEndpointAdded'],
  create(eventStore) {
    const known = new LRUCache<string, boolean>({ max: MOST_REMEMBERED });
    return async ({ type, metadata: { tenant_id } }) => {
      // Whoever was found to have none is heard of here before what happens next, as both stand in the log.
      if (type === 'WebhookEndpointAdded') known.set(tenant_id, true);
      if (!FACTS_TOLD.includes(type)) return false;
      const has =
        known.get(tenant_id) ?? (await eventStore.lastRevision(webhookEndpointsStream(tenant_id))) !== undefined;
      known.set(tenant_id, has);
      return has;
    };
  },
};

function payloadOf({ id, type, data, revision, position, metadata }: RecordedEvent): Message['payload'] | undefined {
  const event_type = eventTypeOf(type, data);
  if (event_type === undefined) return undefined;
  const where = { revision: Number(revision), position: position.toString() };
  return {
    ...{ event_id: id, event_type, session_id: data['session_id'] ?? null },
    ...(data['run_id'] !== undefined && { run_id: data['run_id'] }),
    ...(data['alert_id'] !== undefined && { alert_id: data['alert_id'] }),
    ...(data['link_id'] !== undefined && { link_id: data['link_id'] }),
    ...{ ...where, happened_at: metadata.occurred_at },
  };
}

const happeningIn = (payload: Message['payload']): Happening => ({
  event_id: idIn(payload, 'event_id'),
  event_type: idIn(payload, 'event_type') as EndpointEventType,
  about: aboutIn(payload),
  position: BigInt(idIn(payload, 'position')),
  happened_at: idIn(payload, 'happened_at'),
});

function aboutIn(payload: Message['payload']): Happening['about'] {
  if (typeof payload['run_id'] === 'string') return { run_id: payload['run_id'] };
  if (typeof payload['alert_id'] === 'string') return { alert_id: payload['alert_id'] };
  if (typeof payload['link_id'] === 'string') return { link_id: payload['link_id'] };
  return { session_id: idIn(payload, 'session_id'), revision: Number(payload['revision']) };
}
