import { agentsProjection } from './agents/agentsProjection.js';
import { agentVersionsProjection } from './agents/agentVersionsProjection.js';
import { apiKeysProjection } from './apiKeys/apiKeysProjection.js';
import { casesProjection } from './cases/casesProjection.js';
import { documentTypesProjection } from './documentTypes/documentTypesProjection.js';
import { documentTypeVersionsProjection } from './documentTypes/documentTypeVersionsProjection.js';
import { executionsProjection } from './executions/executionsProjection.js';
import { parkedWorkProjection } from './operations/parkedWorkProjection.js';
import { webhookDeliveriesProjection } from './webhooks/webhookDeliveriesProjection.js';
import type { Projection } from './core/projection.js';

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
