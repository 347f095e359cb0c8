import type { Knex } from 'knex';
import type { EventOf } from '../../domain/core/event.js';
import type {
  DocumentTypeId,
  DocumentTypeSnapshotTaken,
  DocumentTypeVersion,
} from '../../domain/documentTypes/documentType.js';
import { readRows, type Projection } from '../core/projection.js';

/** What document types were before they were changed. */
export const documentTypeVersionsProjection: Projection<
  DocumentTypeVersion,
  EventOf<typeof DocumentTypeSnapshotTaken>
> = {
  name: 'document_type_versions',
  version: 1,
  table: {
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
  },
  eventTypes: ['DocumentTypeSnapshotTaken'],
  key: (event) => event.data.version_id,

  apply(_row, event) {
    const { version_id, context_id, tenant_id, config, note, taken_at } = event.data;
    const { display_name } = config;
    return { id: version_id, context_id, tenant_id, display_name, config, note, created_at: taken_at };
  },
};

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
export function createDocumentTypeVersionQueries(knex: Knex): DocumentTypeVersionQueries {
  return {
    async list({ tenant_id, context_id }) {
      return readRows(knex, documentTypeVersionsProjection)
        .where({ tenant_id, context_id })
        .orderByRaw('created_at desc, id desc');
    },
  };
}
