import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';
import type { EndpointEventType } from '../../domain/webhookEndpoints/eventTypes.js';
import type { WebhookUrl, RequestWarnings } from '../http/textContract.js';

/** What to tell, and where. */
export interface AddWebhookEndpointBody {
  tenant_id?: TenantId;
  /**
   * Where it is posted to. It may hold a secret: it is kept sealed.
   * @maxLength 2000
   */
  url: WebhookUrl;
  /**
   * What is told.
   * @minItems 1
   * @maxItems 20
   * @example ["case.completed", "case.review"]
   */
  events: EndpointEventType[];
  /**
   * For people.
   * @maxLength 500
   * @example "Onboarding, production"
   */
  description?: string;
  /** On when it is left out. */
  enabled?: boolean;
}

/** What is to be different; what is left out stays. */
export interface ChangeWebhookEndpointBody {
  /**
   * A new address ends a pause. What waits is posted to it.
   * @maxLength 2000
   */
  url?: WebhookUrl;
  /**
   * What is told from now on.
   * @minItems 1
   * @maxItems 20
   * @example ["case.decided"]
   */
  events?: EndpointEventType[];
  /** @maxLength 500 */
  description?: string;
  /** `true` ends a pause too. What waits for an endpoint that is disabled is dropped. */
  enabled?: boolean;
}

/** How an endpoint takes what it is sent. */
export interface WebhookEndpointHealthView {
  /**
   * `untried` until something was sent. `failing` since an attempt failed. `paused` after five failures in a row over an hour or more: it is
   * probed every ten minutes, and goes on once it takes a probe. `disabled` by a caller or by the service.
   */
  status: 'untried' | 'healthy' | 'failing' | 'paused' | 'disabled';
  /**
   * Attempts that failed since the last that did not.
   * @isInt
   */
  consecutive_failures: number;
  failing_since: Timestamp | null;
  last_success_at: Timestamp | null;
  last_failure_at: Timestamp | null;
  paused_at: Timestamp | null;
  /** Why the service disabled it: it answered 410, or took nothing for five days; null where it did not. */
  disabled_because: 'gone' | 'failing' | null;
}

/** Where a tenant is told what happens to its cases. */
export interface WebhookEndpointView {
  id: Uuid;
  tenant_id: TenantId;
  /** Empty where it is lost, as after a restore that did not bring back its key: set it anew. */
  url: string;
  events: string[];
  description: string;
  /** One that is not is told of nothing. */
  enabled: boolean;
  health: WebhookEndpointHealthView;
  created_at: Timestamp;
  updated_at: Timestamp;
  warnings?: RequestWarnings;
}

/** One attempt to deliver. What the receiver said beside its status is not kept. */
export interface EndpointAttemptView {
  /**
   * From 1.
   * @isInt
   */
  attempt: number;
  /** HTTP status of the receiver; null when there was no answer. */
  response_status: number | null;
  /** Why the attempt failed; null for one that succeeded. */
  error: string | null;
  /** Measured, in milliseconds. */
  duration_ms: number;
  attempted_at: Timestamp;
}

/** What an endpoint is told, on its way or at its end. */
export interface EndpointDeliveryView {
  /** Also the `webhook-id` that the receiver sees, in every attempt: one for each thing that happened and endpoint. */
  delivery_id: Uuid;
  endpoint_id: Uuid;
  tenant_id: TenantId;
  /** @example "case.completed" */
  type: string;
  /** The case; null for a `ping`. */
  session_id: Uuid | null;
  /** `dropped`: the endpoint was disabled while it waited. */
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: EndpointAttemptView[];
  /** Null once it has ended. */
  next_attempt_at: Timestamp | null;
  happened_at: Timestamp;
  queued_at: Timestamp;
  /** Null while it is pending. */
  ended_at: Timestamp | null;
}
