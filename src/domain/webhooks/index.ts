export {
  WebhookAttemptFailed,
  WebhookDelivered,
  type WebhookDeliveryEvent,
  WebhookErased,
  WebhookQueued,
  WebhookRequeued,
} from './webhookDelivery.js';
export { type WebhookSecretEvent, WebhookSecretIssued } from './webhookSecret.js';
