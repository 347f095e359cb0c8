import { createDocumentTypeCommands } from '../../commands/documentTypes/documentTypeCommands.js';
import { documentTypeEventDefinitions } from '../../domain/documentTypes/index.js';
import {
  createDocumentTypeQueries,
  documentTypesProjection,
} from '../../projections/documentTypes/documentTypesProjection.js';
import {
  createDocumentTypeVersionQueries,
  documentTypeVersionsProjection,
} from '../../projections/documentTypes/documentTypeVersionsProjection.js';
import type { Feature } from '../feature.js';

/** Document types, and their versions. */
export const documentTypes = {
  events: documentTypeEventDefinitions,
  projections: [documentTypesProjection, documentTypeVersionsProjection],
  queries: (readModels) => ({
    documentTypes: createDocumentTypeQueries(readModels),
    documentTypeVersions: createDocumentTypeVersionQueries(readModels),
  }),
  commands: (parts) => ({ documentTypes: createDocumentTypeCommands(parts) }),
} satisfies Feature;
