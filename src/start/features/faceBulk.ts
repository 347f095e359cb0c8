import { faceBulkView } from '../../api/manyFaces/faceBulkView.js';
import { createFaceBulkCommands, type FaceBulkCommands } from '../../commands/faceBulk/faceBulkCommands.js';
import { createFaceBulkRows } from '../../commands/faceBulk/faceBulkRows.js';
import type { FaceRegistryCommands } from '../../commands/faces/faceRegistryCommands.js';
import { createEraseDelivery } from '../../commands/webhooks/eraseDelivery.js';
import { createWebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import { createBulkJobs } from '../../platform/bulkWork/bulkWork.js';
import type { CommandParts } from '../feature.js';

/** Searches for many faces, in these registers. */
export function faceBulkOf(parts: CommandParts, registry: Pick<FaceRegistryCommands, 'search'>): FaceBulkCommands {
  const eraseDelivery = createEraseDelivery(parts);
  return createFaceBulkCommands({
    ...{ ...parts, registry, eraseDelivery, bodyOf: faceBulkView },
    rows: createFaceBulkRows(parts.database),
    jobs: createBulkJobs(parts.database),
    byVectors: (ids) => parts.queries.faces.byVectors(ids),
    webhooks: createWebhookCommands({ ...parts, eraseDelivery }),
  });
}
