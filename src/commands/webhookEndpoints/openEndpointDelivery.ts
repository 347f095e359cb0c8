import { captureLink, captureLinkStream } from '../../domain/capture/index.js';
import { type Case, caseRules, caseStream } from '../../domain/cases/index.js';
import {
  endpointDelivery,
  endpointDeliveryStream,
  type EndpointDelivery,
  type EndpointDeliveryState,
} from '../../domain/webhookEndpoints/endpointDelivery.js';
import { registeredFace, registeredFaceStream } from '../../domain/faces/index.js';
import { governanceRun, governanceRunStream, runIn } from '../../domain/governance/index.js';
import { searchAlert, searchAlertStream } from '../../domain/savedSearches/index.js';
import {
  bodyAboutAlert,
  bodyAboutCase,
  bodyAboutLink,
  bodyAboutDrift,
  bodyAboutHit,
  bodyAboutRun,
  bodyOfPing,
  type EndpointBody,
} from '../../domain/webhookEndpoints/endpointBody.js';
import type { SentEventType } from '../../domain/webhookEndpoints/eventTypes.js';
import type { WebhookEndpoint } from '../../domain/webhookEndpoints/webhookEndpoints.js';
import type { Clock } from '../../platform/clock.js';
import { SealedValueLost } from '../../platform/eventStore/eventCodec.js';
import type { CommandHandler, Loaded } from '../core/commandHandler.js';
import type { Subscribers } from './subscribers.js';

/** A delivery that is due. */
export interface DueEndpointDelivery {
  delivery: EndpointDelivery;
  known: Loaded<EndpointDeliveryState>;
  /** `updated_at` of the endpoint, as it is sent to. */
  sent_to?: string;
}

/** What is to be sent, or what of it is lost. */
export type OpenedEndpointDelivery = DueEndpointDelivery &
  ({ url: string; body: Buffer } | { lost: string; cause: unknown });

/** What opening stands on. */
export interface OpenEndpointDeliveryDeps {
  handler: Pick<CommandHandler, 'load'>;
  subscribers: Pick<Subscribers, 'now'>;
  clock: Clock;
  /** Ends a delivery whose endpoint takes nothing any more. */
  drop(due: DueEndpointDelivery): Promise<unknown>;
}

const LOST_ADDRESS = 'The address of the endpoint is lost: the key that it was sealed under is gone, or it was changed';
const LOST_CASE = 'What was to be told is lost: the key that the case was sealed under is gone, or it was changed';

/**
 * Creates what opens a delivery: to the address that its endpoint has now, with a body made of what is there of the case now.
 * Undefined where it has ended, is not due yet, or is dropped.
 * @throws EventUnreadable, and what the store throws while it is away: that is no attempt
 */
export function createOpenEndpointDelivery(
  deps: OpenEndpointDeliveryDeps,
): (delivery_id: string) => Promise<OpenedEndpointDelivery | undefined> {
  return async (delivery_id) => {
    const known = await deps.handler.load(endpointDeliveryStream(delivery_id), endpointDelivery);
    if (known.state.status !== 'pending') return undefined;
    const due = { delivery: known.state.delivery, known };
    // The read model may not show yet that it was tried.
    if ((due.delivery.next_attempt_at ?? '') > deps.clock().toISOString()) return undefined;
    const endpoint = await endpointOf(deps, due.delivery);
    if (!endpoint?.enabled) {
      await deps.drop(due);
      return undefined;
    }
    const { updated_at: sent_to } = endpoint;
    if (endpoint.url === null) return { ...due, lost: LOST_ADDRESS, cause: new Error(LOST_ADDRESS) };
    try {
      const told = await bodyOf(deps, due.delivery);
      return { ...due, sent_to, url: endpoint.url, body: Buffer.from(JSON.stringify(told)) };
    } catch (cause) {
      if (!(cause instanceof SealedValueLost)) throw cause;
      return { ...due, lost: LOST_CASE, cause };
    }
  };
}

async function endpointOf(
  { subscribers }: OpenEndpointDeliveryDeps,
  { tenant_id, endpoint_id }: EndpointDelivery,
): Promise<WebhookEndpoint | undefined> {
  return (await subscribers.now(tenant_id)).find((one) => one.endpoint_id === endpoint_id);
}

/** The run, what was found, or the case as the fact left it, opened with the keys that are there now: each attempt says the same, and none what was erased. */
async function bodyOf({ handler }: OpenEndpointDeliveryDeps, delivery: EndpointDelivery): Promise<EndpointBody> {
  const { event_type, about, happened_at, endpoint_id, tenant_id } = delivery;
  if (!about) return bodyOfPing(endpoint_id, tenant_id, happened_at);
  if ('run_id' in about) {
    const { state } = await handler.load(governanceRunStream(about.run_id), governanceRun);
    return (event_type === 'governance.drift' ? bodyAboutDrift : bodyAboutRun)(runIn(state), happened_at);
  }
  if ('alert_id' in about) {
    const { state } = await handler.load(searchAlertStream(about.alert_id), searchAlert);
    if (state.status === 'not_told') throw new Error('What a saved search found has no event');
    return bodyAboutAlert(state.alert);
  }
  if ('link_id' in about) {
    const { state } = await handler.load(captureLinkStream(about.link_id), captureLink);
    if (state.status === 'not_made') throw new Error('A link that something happened to has no events');
    const { link_id, session_id } = state.link;
    return bodyAboutLink(event_type as SentEventType, await caseOf(handler, session_id), { link_id, happened_at });
  }
  const theCase = await caseOf(handler, about.session_id, about.revision);
  if (event_type === 'face.watchlist_hit') {
    return bodyAboutHit(theCase, await calledBy(handler, theCase.watchlist_hits?.at(-1)?.registration_id), happened_at);
  }
  return bodyAboutCase(event_type as SentEventType, theCase, happened_at);
}

/** What a face is called by whoever registered it; null where it is not in its register any more. */
async function calledBy(
  { load }: OpenEndpointDeliveryDeps['handler'],
  registration_id: string | undefined,
): Promise<string | null> {
  if (registration_id === undefined) return null;
  const { state } = await load(registeredFaceStream(registration_id), registeredFace);
  return state.status === 'registered' ? state.face.face_id : null;
}

/** A case as it is, or as an event left it. */
async function caseOf(
  { load }: OpenEndpointDeliveryDeps['handler'],
  session_id: string,
  revision?: number,
): Promise<Case> {
  const { state } = await load(
    caseStream(session_id),
    caseRules,
    revision === undefined ? undefined : BigInt(revision),
  );
  if (state.status === 'not_opened') throw new Error('A case that something happened to has no events');
  return state.case;
}
