import {
  webhookEndpoints,
  webhookEndpointsStream,
  type WebhookEndpoint,
} from '../../domain/webhookEndpoints/webhookEndpoints.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import type { CommandHandler } from '../core/commandHandler.js';
import { createLookUp } from '../core/lookUp.js';

/** The endpoints of tenants as their streams have them. */
export interface Subscribers {
  /** Those of a tenant as they are now, in the order in which they were added. */
  now(tenant_id: string): Promise<readonly WebhookEndpoint[]>;
  /**
   * Those that asked for a type before that position of the log, and are there and enabled now too. Whoever asked later, or
   * asked for something else then, is not told of what was before, however late it is that somebody looks.
   */
  of(tenant_id: string, event_type: string, position: bigint): Promise<readonly WebhookEndpoint[]>;
}

/** Creates what tells who is to be told. An address that is lost is null: who it was of can be seen, and set another. */
export function createSubscribers(deps: {
  handler: Pick<CommandHandler, 'loadToErase'>;
  eventStore: Pick<EventStore, 'lastRevision' | 'readStream'>;
}): Subscribers {
  const { handler, eventStore } = deps;
  const opened = { eventStore, handler: { load: handler.loadToErase } };
  const lookUp = createLookUp(opened, webhookEndpoints, ({ endpoints }) => ({ endpoints }));

  /** Revision of the newest event of a stream that stands before a position; undefined where there is none. */
  const newestBefore = async (stream: string, position: bigint): Promise<bigint | undefined> => {
    for await (const event of eventStore.readStream(stream, { direction: 'backwards' }))
      if (event.position < position) return event.revision;
    return undefined;
  };

  const now: Subscribers['now'] = async (tenant_id) =>
    (await lookUp(webhookEndpointsStream(tenant_id)))?.endpoints ?? [];

  return {
    now,
    async of(tenant_id, event_type, position) {
      const stream = webhookEndpointsStream(tenant_id);
      const current = (await lookUp(stream)) ?? { endpoints: [], revision: -1 };
      if (current.endpoints.length === 0) return [];
      const revision = await newestBefore(stream, position);
      if (revision === undefined) return [];
      const isCurrent = Number(revision) === current.revision;
      const { endpoints } = isCurrent ? current : (await handler.loadToErase(stream, webhookEndpoints, revision)).state;
      const isToldNow = ({ endpoint_id, enabled }: WebhookEndpoint): boolean =>
        enabled && endpoints.some((then) => then.endpoint_id === endpoint_id && asksFor(then, event_type));
      return current.endpoints.filter(isToldNow);
    },
  };
}

const asksFor = ({ enabled, events }: WebhookEndpoint, event_type: string): boolean =>
  enabled && events.includes(event_type);
