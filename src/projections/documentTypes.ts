import type { DocumentType } from '../domain/documentType.js';

/** A row of the read model. */
export interface DocumentTypeRow extends DocumentType {
  /** Revision of the type's stream that this row stands at. */
  revision: number;
}

/** Reads document types. */
export interface DocumentTypeQueries {
  /** The tenant's own type (`''`: the global one), enabled or not. */
  find(id: { tenant_id: string; context_id: string }): Promise<DocumentTypeRow | undefined>;
  /** The tenant's own type, else the global one. */
  resolve(id: { tenant_id: string; context_id: string }): Promise<DocumentTypeRow | undefined>;
  /** The tenant's own types (`''`: the global ones), newest first; `include_global` adds those it does not override. */
  list(filter: { tenant_id: string; include_global?: boolean }): Promise<DocumentTypeRow[]>;
}
