import type { DocumentTypeVersion } from '../domain/documentType.js';

/** Reads what document types were before. */
export interface DocumentTypeVersionQueries {
  /** Newest first. */
  list(id: { tenant_id: string; context_id: string }): Promise<DocumentTypeVersion[]>;
}
