import type { DocumentTypeId, DocumentTypeVersion } from '../../domain/documentTypes/documentType.js';
import type { DocumentTypeEvent } from '../../domain/documentTypes/documentTypeEvents.js';
import { declareProjection, declareTable, IGNORED } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';

const documentTypeVersionsTable = declareTable<DocumentTypeVersion, DocumentTypeEvent>({
  name: 'document_type_versions',
  columns: {
    id: 'text collate "C" not null',
    context_id: 'text not null',
    tenant_id: 'text not null',
    display_name: 'text not null',
    config: 'json not null',
    note: 'text not null',
    created_at: 'text collate "C" not null',
  },
  indexes: ['(tenant_id, context_id, created_at desc, id desc)'],
  ofOneStream: true,
  keys: (event) => ('version_id' in event.data ? [event.data.version_id] : []),
  on: {
    DocumentTypeDefined: IGNORED,
    DocumentTypeSnapshotTaken(_row, { data: { version_id, context_id, tenant_id, config, note, taken_at } }) {
      const { display_name } = config;
      return { id: version_id, context_id, tenant_id, display_name, config, note, created_at: taken_at };
    },
    DocumentTypeUpdated: IGNORED,
    DocumentTypeFieldsLocked: IGNORED,
    DocumentTypeRemoved: IGNORED,
  },
});

/** What document types were before they were changed. */
export const documentTypeVersionsProjection = declareProjection({
  name: 'document_type_versions',
  version: 2,
  tables: [documentTypeVersionsTable],
});

/** Reads what document types were before. */
export interface DocumentTypeVersionQueries {
  /** Newest first. */
  list(id: DocumentTypeId): Promise<DocumentTypeVersion[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    documentTypeVersions: DocumentTypeVersionQueries;
  }
}

/** Creates the queries of document type versions. */
export function createDocumentTypeVersionQueries(readModels: ReadModels): DocumentTypeVersionQueries {
  const versions = readModels.of(documentTypeVersionsProjection, documentTypeVersionsTable);
  return {
    async list({ tenant_id, context_id }) {
      const found = await versions.list((query) =>
        query.where({ tenant_id, context_id }).orderByRaw('created_at desc, id desc'),
      );
      return found.map(({ id, display_name, config, note, created_at }) => ({
        ...{ id, context_id, tenant_id, display_name, config, note, created_at },
      }));
    },
  };
}
