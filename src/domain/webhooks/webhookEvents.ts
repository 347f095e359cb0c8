import {
  WebhookAttemptFailed,
  WebhookDelivered,
  WebhookErased,
  WebhookQueued,
  WebhookRequeued,
} from './webhookDelivery.js';
import { WebhookSecretIssued } from './webhookSecret.js';

/** Every event type of webhooks: their deliveries and the secrets they are signed with. */
export const webhookEventDefinitions = [
  WebhookQueued,
  WebhookDelivered,
  WebhookAttemptFailed,
  WebhookRequeued,
  WebhookErased,
  WebhookSecretIssued,
] as const;
