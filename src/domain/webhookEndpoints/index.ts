export { saysGone } from './endpointDelivery.js';
export { ENDPOINT_EVENT_TYPES, type SentEventType } from './eventTypes.js';
export { webhookEndpointEventDefinitions } from './webhookEndpointEvents.js';
