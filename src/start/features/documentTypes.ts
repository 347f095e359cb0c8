import { createDocumentTypeCommands } from '../../commands/documentTypes/documentTypeCommands.js';
import { createDocumentTypeDiscovery } from '../../commands/documentTypes/documentTypeDiscovery.js';
import { createDocumentTypeTests } from '../../commands/documentTypes/documentTypeTest.js';
import { createDocumentTypeQueries } from '../../projections/documentTypes/documentTypesProjection.js';
import { createDocumentTypeVersionQueries } from '../../projections/documentTypes/documentTypeVersionsProjection.js';
import { createPastDocumentTypeQueries } from '../../projections/documentTypes/pastDocumentTypes.js';
import { createAuditQueries } from '../../projections/audit/auditProjection.js';
import type { Feature } from '../feature.js';
import { auditProjection } from '../stored.js';

/** Document types, and their versions. */
export const documentTypes = {
  queries: (readModels) => {
    const documentTypes = createDocumentTypeQueries(readModels);
    const documentTypeVersions = createDocumentTypeVersionQueries(readModels);
    const trail = createAuditQueries(readModels, auditProjection);
    const pastDocumentTypes = createPastDocumentTypeQueries(documentTypes, trail);
    return { documentTypes, documentTypeVersions, pastDocumentTypes };
  },
  commands(parts) {
    const documentTypes = createDocumentTypeCommands(parts);
    return {
      documentTypes,
      documentTypeDiscovery: createDocumentTypeDiscovery(parts),
      documentTypeTests: createDocumentTypeTests({ ...parts, types: documentTypes }),
    };
  },
} satisfies Feature;
