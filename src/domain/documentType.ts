import type { DocumentTypeConfig } from './documentTypeConfig.js';

/** A document type as the contract shows it. */
export interface DocumentType extends DocumentTypeConfig {
  context_id: string;
  /** `''` is global: shared by all tenants. */
  tenant_id: string;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601 */
  updated_at: string;
}

/** A document type as it was before a change. */
export interface DocumentTypeVersion {
  id: string;
  context_id: string;
  tenant_id: string;
  display_name: string;
  config: DocumentTypeConfig;
  /** Why the snapshot was taken. */
  note: string;
  /** ISO 8601 */
  created_at: string;
}
