import { createEraseDelivery } from '../../commands/webhooks/eraseDelivery.js';
import { createWebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import { createWebhookDeliveryQueries } from '../../projections/webhooks/webhookDeliveriesProjection.js';
import { startWebhookDeliverer } from '../../workers/webhooks/deliverWebhooks.js';
import { endedWork } from '../../workers/webhooks/endedWork.js';
import type { Feature } from '../feature.js';

/** What is told to callers once their runs have ended. */
export const webhooks = {
  queries: (readModels) => ({ webhookDeliveries: createWebhookDeliveryQueries(readModels) }),
  commands: (parts) => ({ webhooks: createWebhookCommands({ ...parts, eraseDelivery: createEraseDelivery(parts) }) }),
  work: [endedWork],
  background: ({ commands, queries, config, ...parts }) =>
    startWebhookDeliverer({
      ...{ ...parts, commands: commands.webhooks, queries: queries.webhookDeliveries },
      allowPrivate: config.webhookAllowPrivate,
      intervalSeconds: config.webhookWorkerInterval,
    }),
} satisfies Feature;
