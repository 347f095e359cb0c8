import {
  applyToDocumentType,
  documentTypeStream,
  type DocumentType,
  type DocumentTypeId,
} from '../../domain/documentTypes/documentType.js';
import type { DocumentTypeEvent } from '../../domain/documentTypes/documentTypeEvents.js';
import { PLATFORM } from '../../domain/core/tenant.js';
import type { Decoded } from '../../platform/eventStore/eventCodec.js';
import { declareProjection, declareTable, IGNORED, type StoredRow } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';
import type { AsOf } from '../core/asOf.js';

/** What a row says of a type. */
interface ListedType extends DocumentType {
  /** Whether a test key made it, and no live key changed it since. */
  trial?: true;
}

/** A row of the read model. */
export type DocumentTypeRow = StoredRow<ListedType>;

/** The key of a row. */
export const rowKey = ({ tenant_id, context_id }: DocumentTypeId): string => `${tenant_id}:${context_id}`;

/** Which type has a key: a tenant's id has no colon. */
export const idOf = (key: string): DocumentTypeId => {
  const colon = key.indexOf(':');
  return { tenant_id: key.slice(0, colon), context_id: key.slice(colon + 1) };
};

/** A row has all of its columns; a type need not say what its documents are. */
function rowOf(before: ListedType | undefined, event: Decoded<DocumentTypeEvent>): ListedType | undefined {
  const after = applyToDocumentType(before, event);
  return after && { describes: undefined, ...after, trial: event.metadata.mode === 'test' ? true : undefined };
}

const documentTypesTable = declareTable<ListedType, DocumentTypeEvent>({
  name: 'document_types',
  columns: {
    tenant_id: 'text not null',
    context_id: 'text collate "C" not null',
    display_name: 'text not null',
    input_type: 'text not null',
    analysis_type: 'text not null',
    model_hint: 'text not null',
    category: 'text not null',
    output_schema: 'json not null',
    validation_rules: 'json not null',
    classify_hints: 'json not null',
    pipeline_steps: 'json not null',
    prompt_hint: 'text not null',
    enabled: 'boolean not null',
    describes: 'json',
    trial: 'boolean',
    created_at: 'text collate "C" not null',
    updated_at: 'text collate "C" not null',
  },
  indexes: ['(tenant_id, created_at desc, context_id desc)'],
  stream: (key) => documentTypeStream(idOf(key)),
  snapshots: true,
  keys: (event) => [rowKey(event.data)],
  on: {
    DocumentTypeDefined: rowOf,
    DocumentTypeUpdated: rowOf,
    DocumentTypeFieldsLocked: rowOf,
    DocumentTypeRemoved: rowOf,
    DocumentTypeSnapshotTaken: IGNORED,
  },
});

/** Document types as they are now. */
export const documentTypesProjection = declareProjection({
  name: 'document_types',
  version: 3,
  tables: [documentTypesTable],
});

/** Reads document types. */
export interface DocumentTypeQueries {
  /** The tenant's own type (`''`: the global one), enabled or not. */
  find(id: DocumentTypeId, asOf?: AsOf): Promise<DocumentTypeRow | undefined>;
  /** The tenant's own type, else the global one. */
  resolve(id: DocumentTypeId, asOf?: AsOf): Promise<DocumentTypeRow | undefined>;
  /** The tenant's own types (`''`: the global ones), newest first; `include_global` adds those it does not override. */
  list(filter: { tenant_id: string; include_global?: boolean }): Promise<DocumentTypeRow[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    documentTypes: DocumentTypeQueries;
  }
}

/** A type as it was defined, out of its row. */
const defined = ({ describes, trial, ...row }: DocumentTypeRow): DocumentTypeRow => ({
  ...{ ...row, ...(describes && { describes }) },
  ...(trial && { trial }),
});

/** Creates the queries of document types. */
export function createDocumentTypeQueries(readModels: ReadModels): DocumentTypeQueries {
  const types = readModels.of(documentTypesProjection, documentTypesTable);
  const find = async (id: DocumentTypeId, asOf?: AsOf): Promise<DocumentTypeRow | undefined> => {
    const row = await types.find(rowKey(id), undefined, asOf);
    return row && defined(row);
  };
  return {
    find,

    async resolve({ tenant_id, context_id }, asOf) {
      const [own, global] = await Promise.all(
        // The platform's own are the global ones.
        [...new Set([tenant_id, PLATFORM])].map((tenant) => find({ tenant_id: tenant, context_id }, asOf)),
      );
      return own ?? global;
    },

    async list({ tenant_id, include_global = false }) {
      const tenants = include_global ? [tenant_id, PLATFORM] : [tenant_id];
      const found = await types.list((query) =>
        query.whereIn('tenant_id', tenants).orderByRaw('created_at desc, context_id desc'),
      );
      const own = new Set(found.flatMap((row) => (row.tenant_id === tenant_id ? row.context_id : [])));
      return found.filter((row) => row.tenant_id === tenant_id || !own.has(row.context_id)).map(defined);
    },
  };
}
