import {
  EndpointAttemptFailed,
  EndpointDelivered,
  EndpointDeliveryDropped,
  EndpointDeliveryQueued,
  EndpointDeliveryRequeued,
} from './endpointDelivery.js';
import {
  WebhookEndpointAdded,
  WebhookEndpointChanged,
  WebhookEndpointDisabled,
  WebhookEndpointPaused,
  WebhookEndpointRemoved,
  WebhookEndpointResumed,
} from './webhookEndpoints.js';

/** Every event type of webhook endpoints and of what they are told. */
export const webhookEndpointEventDefinitions = [
  WebhookEndpointAdded,
  WebhookEndpointChanged,
  WebhookEndpointRemoved,
  WebhookEndpointPaused,
  WebhookEndpointResumed,
  WebhookEndpointDisabled,
  EndpointDeliveryQueued,
  EndpointDelivered,
  EndpointAttemptFailed,
  EndpointDeliveryRequeued,
  EndpointDeliveryDropped,
] as const;
