export { type WebhookDeliveryEvent, webhookDeliveryStream } from './webhookDelivery.js';
export { webhookEventDefinitions } from './webhookEvents.js';
