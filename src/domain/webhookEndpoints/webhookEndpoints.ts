import { z } from 'zod';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import type { Mode } from '../core/mode.js';
import { assertOwnWorld } from '../core/ownWorld.js';

/** Most endpoints of one tenant: what happens is queued once for each. */
export const MOST_ENDPOINTS = 20;

/** Why an endpoint was disabled by the service: it answered 410, or took nothing for too long. */
export const DISABLED_BECAUSE = ['gone', 'failing'] as const;

/** What can be set of an endpoint. */
export interface EndpointSettings {
  /** Where it is; it may hold a secret of the caller's. Null where it is lost. */
  url: string | null;
  /** What it is told of; words that a later version knows are kept. */
  events: string[];
  description: string;
  /** One that is not is told of nothing. */
  enabled: boolean;
}

/** Where a tenant is told what happens. */
export interface WebhookEndpoint extends EndpointSettings {
  endpoint_id: string;
  tenant_id: string;
  /** Null where it is enabled, or was disabled by a caller. */
  disabled_because: (typeof DISABLED_BECAUSE)[number] | null;
  /** Since when it is only probed, ISO 8601; null while it is not paused. */
  paused_at: string | null;
  /** `test` where a test key set it as it is. */
  mode?: 'test' | undefined;
  /** ISO 8601 */
  created_at: string;
  /** When a caller changed it last, ISO 8601. */
  updated_at: string;
}

const ofEndpoint = { endpoint_id: z.string(), tenant_id: z.string() };

const settings = {
  url: z.string().nullable(),
  events: z.array(z.string()),
  description: z.string(),
  enabled: z.boolean(),
  /** Absent for live keys. */
  mode: z.literal('test').optional(),
};

/** A tenant wants to be told what happens, at an address. */
export const WebhookEndpointAdded = defineEvent(
  'WebhookEndpointAdded',
  z.object({ ...ofEndpoint, ...settings, added_at: z.string() }),
  { sealed: ['url'] },
);

/** Its settings are these from here on. A new address, and being enabled, end a pause. */
export const WebhookEndpointChanged = defineEvent(
  'WebhookEndpointChanged',
  z.object({ ...ofEndpoint, ...settings, ends_pause: z.boolean(), changed_at: z.string() }),
  { sealed: ['url'] },
);

/** Nothing is sent to it any more. */
export const WebhookEndpointRemoved = defineEvent(
  'WebhookEndpointRemoved',
  z.object({ ...ofEndpoint, removed_at: z.string() }),
);

/** It took nothing for a while: from here on it is only probed. */
export const WebhookEndpointPaused = defineEvent(
  'WebhookEndpointPaused',
  z.object({ ...ofEndpoint, failing_since: z.string(), paused_at: z.string() }),
);

/** It took a probe. */
export const WebhookEndpointResumed = defineEvent(
  'WebhookEndpointResumed',
  z.object({ ...ofEndpoint, resumed_at: z.string() }),
);

/** The service gave it up. */
export const WebhookEndpointDisabled = defineEvent(
  'WebhookEndpointDisabled',
  z.object({ ...ofEndpoint, because: z.enum(DISABLED_BECAUSE), disabled_at: z.string() }),
);

/** What can happen to the endpoints of a tenant. */
export type WebhookEndpointEvent =
  | EventOf<typeof WebhookEndpointAdded>
  | EventOf<typeof WebhookEndpointChanged>
  | EventOf<typeof WebhookEndpointRemoved>
  | EventOf<typeof WebhookEndpointPaused>
  | EventOf<typeof WebhookEndpointResumed>
  | EventOf<typeof WebhookEndpointDisabled>;

/** What can be asked of the endpoints of a tenant. `at` is the time, ISO 8601. */
export type WebhookEndpointCommand =
  | ({ type: 'add'; endpoint: EndpointSettings & { endpoint_id: string; tenant_id: string } } & ByCaller)
  | ({ type: 'change'; endpoint_id: string; changes: Partial<EndpointSettings> } & ByCaller)
  | ({ type: 'remove'; endpoint_id: string } & ByCaller)
  | ({ type: 'pause'; failing_since: string } & OfAttempt)
  | ({ type: 'resume' } & OfAttempt)
  | ({ type: 'disable'; because: (typeof DISABLED_BECAUSE)[number] } & OfAttempt);

/** What a caller does. One stream has the endpoints that are meant beside those of trials, so that each says itself which it is. */
interface ByCaller {
  /** That of the caller's key. */
  mode?: Mode | undefined;
  at: string;
}

/** What the service does by itself, mostly after an attempt. */
interface OfAttempt {
  endpoint_id: string;
  /** `updated_at` of the endpoint that was sent to; left out where nothing was. */
  sent_to?: string | undefined;
  at: string;
}

/** The endpoints of a tenant, in the order in which they were added. */
export interface WebhookEndpointsState {
  endpoints: readonly WebhookEndpoint[];
}

/** The stream of a tenant's endpoints; also the subject whose key seals their addresses. */
export const webhookEndpointsStream = (tenantId: string): string => `webhookEndpoints-${tenantId}`;

/** The rules of a tenant's endpoints: one aggregate, so that their number is bounded and all of them are known at once. */
export const webhookEndpoints: Decider<WebhookEndpointsState, WebhookEndpointCommand, WebhookEndpointEvent> = {
  initial: { endpoints: [] },

  decide(command, state) {
    switch (command.type) {
      case 'add':
        return add(command, state);
      case 'change':
        return change(command, own(command, state));
      case 'remove':
        return [{ type: 'WebhookEndpointRemoved', data: { ...of(own(command, state)), removed_at: command.at } }];
      default:
        return byTheService(command, state);
    }
  },

  evolve({ endpoints }, event) {
    const { endpoint_id } = event.data;
    if (event.type === 'WebhookEndpointAdded') {
      const added = applyToWebhookEndpoint(undefined, event);
      return { endpoints: added ? [...endpoints, added] : endpoints };
    }
    return {
      endpoints: endpoints.flatMap((one) =>
        one.endpoint_id === endpoint_id ? (applyToWebhookEndpoint(one, event) ?? []) : [one],
      ),
    };
  },
};

const of = ({ endpoint_id, tenant_id }: Pick<WebhookEndpoint, 'endpoint_id' | 'tenant_id'>) => ({
  ...{ endpoint_id, tenant_id },
});

function add(
  { endpoint, mode, at }: Extract<WebhookEndpointCommand, { type: 'add' }>,
  { endpoints }: WebhookEndpointsState,
): WebhookEndpointEvent[] {
  // Adding is repeated where its answer was lost in a crash.
  if (endpoints.some(({ endpoint_id }) => endpoint_id === endpoint.endpoint_id)) return [];
  if (endpoints.length >= MOST_ENDPOINTS) {
    throw new DomainError('rule_broken', `A tenant has at most ${MOST_ENDPOINTS} webhook endpoints`);
  }
  const data = { ...endpoint, events: unique(endpoint.events), ...madeWith(mode), added_at: at };
  return [{ type: 'WebhookEndpointAdded', data }];
}

function change(
  { changes, mode, at }: Extract<WebhookEndpointCommand, { type: 'change' }>,
  endpoint: WebhookEndpoint,
): WebhookEndpointEvent[] {
  const { url, events, description, enabled } = { ...endpoint, ...changes };
  const ends_pause = changes.enabled === true || url !== endpoint.url;
  const isSame =
    url === endpoint.url &&
    description === endpoint.description &&
    enabled === endpoint.enabled &&
    unique(events).join() === endpoint.events.join() &&
    !(ends_pause && endpoint.paused_at !== null);
  if (isSame) return [];
  const settled = { url, events: unique(events), description, enabled, ...madeWith(mode) };
  return [{ type: 'WebhookEndpointChanged', data: { ...of(endpoint), ...settled, ends_pause, changed_at: at } }];
}

/**
 * What the service does by itself: late news of an endpoint that is gone, or is so already, change nothing, and neither does what came of an
 * attempt that was begun before a caller changed it: that may have been at another address.
 */
function byTheService(
  command: Extract<WebhookEndpointCommand, { type: 'pause' | 'resume' | 'disable' }>,
  { endpoints }: WebhookEndpointsState,
): WebhookEndpointEvent[] {
  const endpoint = endpoints.find(({ endpoint_id }) => endpoint_id === command.endpoint_id);
  if (!endpoint?.enabled) return [];
  const { sent_to = endpoint.updated_at, at } = command;
  if (sent_to !== endpoint.updated_at) return [];
  switch (command.type) {
    case 'pause': {
      if (endpoint.paused_at !== null) return [];
      const data = { ...of(endpoint), failing_since: command.failing_since, paused_at: at };
      return [{ type: 'WebhookEndpointPaused', data }];
    }
    case 'resume':
      if (endpoint.paused_at === null) return [];
      return [{ type: 'WebhookEndpointResumed', data: { ...of(endpoint), resumed_at: at } }];
    case 'disable':
      return [
        { type: 'WebhookEndpointDisabled', data: { ...of(endpoint), because: command.because, disabled_at: at } },
      ];
  }
}

function found({ endpoints }: WebhookEndpointsState, id: string): WebhookEndpoint {
  const endpoint = endpoints.find(({ endpoint_id }) => endpoint_id === id);
  if (!endpoint) throw noneWithThisId('webhook endpoint');
  return endpoint;
}

/** The endpoint that a caller may change. @throws DomainError `not_found`, `forbidden` */
function own(
  command: Extract<WebhookEndpointCommand, { type: 'change' | 'remove' }>,
  state: WebhookEndpointsState,
): WebhookEndpoint {
  const endpoint = found(state, command.endpoint_id);
  assertOwnWorld(command, endpoint.mode);
  return endpoint;
}

const madeWith = (mode: Mode | undefined): { mode?: 'test' } => (mode === 'test' ? { mode } : {});

const unique = (events: readonly string[]): string[] => [...new Set(events)];

/** What an event makes of an endpoint; undefined: there is none (any more). Shared with the read model. */
export function applyToWebhookEndpoint(
  before: WebhookEndpoint | undefined,
  event: WebhookEndpointEvent,
): WebhookEndpoint | undefined {
  if (event.type === 'WebhookEndpointAdded') {
    const { added_at, ...endpoint } = event.data;
    return { ...endpoint, disabled_because: null, paused_at: null, created_at: added_at, updated_at: added_at };
  }
  if (!before) return undefined;
  switch (event.type) {
    case 'WebhookEndpointChanged': {
      const { ends_pause, changed_at, ...settled } = event.data;
      const paused_at = ends_pause ? null : before.paused_at;
      const disabled_because = settled.enabled ? null : before.disabled_because;
      return { ...before, mode: undefined, ...settled, paused_at, disabled_because, updated_at: changed_at };
    }
    case 'WebhookEndpointPaused':
      return { ...before, paused_at: event.data.paused_at };
    case 'WebhookEndpointResumed':
      return { ...before, paused_at: null };
    case 'WebhookEndpointDisabled':
      return { ...before, enabled: false, paused_at: null, disabled_because: event.data.because };
    case 'WebhookEndpointRemoved':
      return undefined;
  }
}
