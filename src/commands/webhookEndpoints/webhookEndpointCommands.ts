import { randomUUID } from 'node:crypto';
import { noneWithThisId } from '../../domain/core/decider.js';
import {
  endpointDelivery,
  endpointDeliveryStream,
  type EndpointDelivery,
  type EndpointDeliveryCommand,
  type EndpointDeliveryState,
  type EndpointOutcome,
  type ToldFact,
} from '../../domain/webhookEndpoints/endpointDelivery.js';
import type { EndpointEventType } from '../../domain/webhookEndpoints/eventTypes.js';
import {
  webhookEndpoints,
  webhookEndpointsStream,
  type EndpointSettings,
  type WebhookEndpoint,
  type WebhookEndpointCommand,
} from '../../domain/webhookEndpoints/webhookEndpoints.js';
import type { Clock } from '../../platform/clock.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import { committed, type CommandHandler, type Handled, type Loaded } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { derivedId } from '../core/derivedId.js';
import {
  createOpenEndpointDelivery,
  type DueEndpointDelivery,
  type OpenedEndpointDelivery,
} from './openEndpointDelivery.js';
import { createSubscribers, type Subscribers } from './subscribers.js';

/** Something that happened, as far as it says who is to be told. */
export interface Happening {
  /** Id of the fact. */
  event_id: string;
  event_type: EndpointEventType;
  about: ToldFact;
  /** Of the fact, in the log. */
  position: bigint;
  /** ISO 8601 */
  happened_at: string;
}

/** What the service does to an endpoint by itself. */
export type ServiceVerdict = Extract<WebhookEndpointCommand, { type: 'pause' | 'resume' | 'disable' }>;

/** What can be asked of webhook endpoints. */
export interface WebhookEndpointCommands extends Pick<Subscribers, 'now'> {
  /** `id`: that of a request that begins again. @throws DomainError `rule_broken` where there are as many as there may be */
  add(context: CommandContext, settings: EndpointSettings, id?: string): Promise<Committed<WebhookEndpoint>>;
  /** What is left out stays. @throws DomainError `not_found` */
  change(
    context: CommandContext,
    endpoint_id: string,
    changes: Partial<EndpointSettings>,
  ): Promise<Committed<WebhookEndpoint>>;
  /** What waits for it is not sent any more. @throws DomainError `not_found` */
  remove(context: CommandContext, endpoint_id: string): Promise<Committed<void>>;
  /** Pauses, resumes or disables; harmless where that is so already. */
  judge(context: CommandContext, verdict: ServiceVerdict): Promise<Committed<void>>;
  /** Queues a trial, and ends a pause: somebody thinks that it works. @param id that of a request that begins again */
  ping(context: CommandContext, endpoint_id: string, id?: string): Promise<Committed<EndpointDelivery>>;
  /** Queues what happened for each endpoint that asked for it; once, however often it is asked for. */
  queue(context: CommandContext, happening: Happening): Promise<Committed<void>>;
  /** What is to be sent. */
  open(delivery_id: string): Promise<OpenedEndpointDelivery | undefined>;
  /** Notes an attempt. @throws DomainError `conflict` when the delivery ended meanwhile */
  recordAttempt(
    context: CommandContext,
    due: DueEndpointDelivery,
    outcome: EndpointOutcome,
  ): Promise<Committed<EndpointDelivery>>;
  /** Tries one that ended again. @throws DomainError `not_found`, `conflict` */
  retry(context: CommandContext, delivery_id: string): Promise<Committed<EndpointDelivery>>;
}

/** What the commands of webhook endpoints stand on. */
export interface WebhookEndpointCommandsDeps {
  handler: CommandHandler;
  eventStore: Pick<EventStore, 'lastRevision' | 'readStream'>;
  clock: Clock;
  /** For tests: what spreads attempts, 0 to 1. */
  random?: () => number;
}

declare module '../core/commands.js' {
  interface Commands {
    webhookEndpoints: WebhookEndpointCommands;
  }
}

/** Creates the commands of webhook endpoints. */
export function createWebhookEndpointCommands(deps: WebhookEndpointCommandsDeps): WebhookEndpointCommands {
  const subscribers = createSubscribers(deps);
  const [settings, told] = [settingUp(deps), telling(deps, subscribers)];
  return {
    ...{ now: subscribers.now, ...settings, ...told },
    async ping(context, endpoint_id, id) {
      const resumed = await settings.judge(context, { type: 'resume', endpoint_id, at: deps.clock().toISOString() });
      const pinged = await told.ping(context, endpoint_id, id);
      return { ...pinged, event_types: [...resumed.event_types, ...pinged.event_types] };
    },
  };
}

/** Commands about the endpoints of a tenant, which the context names. */
function settingUp({
  handler,
  clock,
}: WebhookEndpointCommandsDeps): Pick<WebhookEndpointCommands, 'add' | 'change' | 'remove' | 'judge'> {
  const now = (): string => clock().toISOString();
  const handle = (context: CommandContext, command: WebhookEndpointCommand) => {
    const stream = webhookEndpointsStream(context.tenant_id);
    // Who lost an address sets another: nothing else of an endpoint is sealed.
    return handler.handle({
      ...{ stream, decider: webhookEndpoints, command, context, once: true, lostAsErased: true },
    });
  };
  const one = ({ state }: Awaited<ReturnType<typeof handle>>, id: string): WebhookEndpoint => {
    const endpoint = state.endpoints.find(({ endpoint_id }) => endpoint_id === id);
    if (!endpoint) throw noneWithThisId('webhook endpoint');
    return endpoint;
  };
  return {
    async add(context, settings, id = randomUUID()) {
      const endpoint = { ...settings, endpoint_id: id, tenant_id: context.tenant_id };
      const handled = await handle(context, { type: 'add', endpoint, mode: context.mode, at: now() });
      return committed(one(handled, id), handled);
    },

    async change(context, endpoint_id, changes) {
      const handled = await handle(context, { type: 'change', endpoint_id, changes, mode: context.mode, at: now() });
      return committed(one(handled, endpoint_id), handled);
    },

    remove: async (context, endpoint_id) =>
      committed(undefined, await handle(context, { type: 'remove', endpoint_id, mode: context.mode, at: now() })),

    judge: async (context, verdict) => committed(undefined, await handle(context, verdict)),
  };
}

/** Commands about what endpoints are told. */
function telling(
  deps: WebhookEndpointCommandsDeps,
  subscribers: Subscribers,
): Pick<WebhookEndpointCommands, 'ping' | 'queue' | 'open' | 'recordAttempt' | 'retry'> {
  const { handler, clock, random = Math.random } = deps;
  const now = (): string => clock().toISOString();

  const handle = (
    context: CommandContext,
    id: string,
    command: EndpointDeliveryCommand,
    known?: Loaded<EndpointDeliveryState>,
  ) =>
    handler.handle({
      ...{ stream: endpointDeliveryStream(id), decider: endpointDelivery, command, context, once: true },
      ...(known && { known }),
    });

  return {
    async ping(context, endpoint_id, id = randomUUID()) {
      const { tenant_id } = context;
      const at = now();
      const what = { event_type: 'ping', about: null, happened_at: at, queued_at: at };
      const delivery = { delivery_id: id, endpoint_id, tenant_id, ...what };
      const handled = await handle(context, id, { type: 'queue', delivery });
      return committed(deliveryIn(handled.state), handled);
    },

    async queue(context, { event_id, event_type, about, position, happened_at }) {
      const { tenant_id } = context;
      const handled: Handled<EndpointDeliveryState, { type: string }>[] = [];
      for (const { endpoint_id } of await subscribers.of(tenant_id, event_type, position)) {
        // The same for the same fact and endpoint, whoever queues it and however often.
        const delivery_id = derivedId(event_id, endpoint_id);
        const what = { event_type, about, happened_at, queued_at: now() };
        const delivery = { delivery_id, endpoint_id, tenant_id, ...what };
        handled.push(await handle(context, delivery_id, { type: 'queue', delivery }));
      }
      return committed(undefined, ...handled);
    },

    open: createOpenEndpointDelivery({
      ...{ handler, subscribers, clock },
      drop: ({ delivery: { tenant_id, delivery_id }, known }) =>
        handle(contextOfDrop(tenant_id, delivery_id), delivery_id, { type: 'drop', at: now() }, known),
    }),

    async recordAttempt(context, { delivery, known }, outcome) {
      const { tenant_id, delivery_id } = delivery;
      const command: EndpointDeliveryCommand = { type: 'record_attempt', outcome, jitter: random(), at: now() };
      const handled = await handle({ ...context, tenant_id }, delivery_id, command, known);
      return committed(deliveryIn(handled.state), handled);
    },

    async retry(context, delivery_id) {
      const handled = await handle(context, delivery_id, { type: 'requeue', at: now() });
      return committed(deliveryIn(handled.state), handled);
    },
  };
}

const contextOfDrop = (tenant_id: string, delivery_id: string): CommandContext => ({
  ...{ tenant_id, actor: 'worker:webhooks', correlation_id: delivery_id, causation_id: randomUUID() },
});

function deliveryIn(state: EndpointDeliveryState): EndpointDelivery {
  if (state.status === 'not_queued') throw new Error('A delivery that was never queued has no view');
  return state.delivery;
}
