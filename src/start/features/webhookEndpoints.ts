import { createWebhookEndpointCommands } from '../../commands/webhookEndpoints/webhookEndpointCommands.js';
import { createEndpointDeliveryQueries } from '../../projections/webhookEndpoints/endpointDeliveriesProjection.js';
import { createWebhookEndpointQueries } from '../../projections/webhookEndpoints/webhookEndpointsProjection.js';
import { startEndpointDeliverer } from '../../workers/webhookEndpoints/deliverToEndpoints.js';
import {
  happeningRoutes,
  happeningWork,
  ofTenantsWithEndpoints,
} from '../../workers/webhookEndpoints/happeningWork.js';
import type { Feature } from '../feature.js';

/** What tenants are told of what happens to their cases. */
export const webhookEndpoints = {
  queries: (readModels) => ({
    webhookEndpoints: createWebhookEndpointQueries(readModels),
    endpointDeliveries: createEndpointDeliveryQueries(readModels),
  }),
  commands: (parts) => ({ webhookEndpoints: createWebhookEndpointCommands(parts) }),
  work: [happeningWork],
  ownRelay: { name: 'relay-of-happenings', routes: happeningRoutes, picks: ofTenantsWithEndpoints },
  background: ({ commands, queries, config, ...parts }) =>
    startEndpointDeliverer({
      ...parts,
      commands: { ...commands.webhookEndpoints, secrets: (...asked) => commands.webhooks.secrets(...asked) },
      ...{ deliveries: queries.endpointDeliveries, endpoints: queries.webhookEndpoints },
      allowPrivate: config.webhookAllowPrivate,
    }),
} satisfies Feature;
