export { ENDPOINT_EVENT_TYPES, type SentEventType } from './eventTypes.js';
export { webhookEndpointEventDefinitions } from './webhookEndpointEvents.js';
