import { createDocumentTypeCommands } from '../../commands/documentTypes/documentTypeCommands.js';
import { createDocumentTypeQueries } from '../../projections/documentTypes/documentTypesProjection.js';
import { createDocumentTypeVersionQueries } from '../../projections/documentTypes/documentTypeVersionsProjection.js';
import type { Feature } from '../feature.js';

/** Document types, and their versions. */
export const documentTypes = {
  queries: (readModels) => ({
    documentTypes: createDocumentTypeQueries(readModels),
    documentTypeVersions: createDocumentTypeVersionQueries(readModels),
  }),
  commands: (parts) => ({ documentTypes: createDocumentTypeCommands(parts) }),
} satisfies Feature;
