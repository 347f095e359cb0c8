import { agentsProjection } from './agents.js';
import { agentVersionsProjection } from './agentVersions.js';
import { apiKeysProjection } from './apiKeys.js';
import { casesProjection } from './cases.js';
import { documentTypesProjection } from './documentTypes.js';
import { documentTypeVersionsProjection } from './documentTypeVersions.js';
import { executionsProjection } from './executions.js';
import { parkedWorkProjection } from './parkedWork.js';
import { webhookDeliveriesProjection } from './webhookDeliveries.js';
import type { Projection } from './projection.js';

/** Every projection of the service. */
export const allProjections: readonly Projection[] = [
  apiKeysProjection,
  documentTypesProjection,
  documentTypeVersionsProjection,
  executionsProjection,
  casesProjection,
  webhookDeliveriesProjection,
  parkedWorkProjection,
  agentsProjection,
  agentVersionsProjection,
];
