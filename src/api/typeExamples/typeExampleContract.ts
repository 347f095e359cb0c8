import type { FieldValuesView } from '../../domain/documents/index.js';
import type { Timestamp, TenantId, Uuid } from '../../domain/core/text.js';
import type { ContextId, DocumentTypeChanges } from '../documentTypes/documentTypeContract.js';
import type { SampleDocument } from '../documentTypes/documentTypeDiscoveryContract.js';

/** A document that is to be kept with a type. */
export interface KeepTypeExampleBody {
  document: SampleDocument;
  /**
   * What to call it.
   * @minLength 1
   * @maxLength 200
   * @example "Receipt with two tax rates"
   */
  name?: string;
  /**
   * What the type has to read, field by field, as a result shows it: null where nothing may be read. Fields that are left out are not looked at. Without it all that the
   * type reads now is expected.
   */
  expected?: FieldValuesView;
  tenant_id?: TenantId;
}

/** A document that is kept with a type. */
export interface TypeExampleView {
  id: Uuid;
  context_id: ContextId;
  tenant_id: TenantId;
  /** @example "Receipt with two tax rates" */
  name: string | null;
  /** Masked where the type masks a field. */
  expected: FieldValuesView;
  /**
   * Of the document.
   * @isInt
   * @minimum 1
   */
  size_bytes: number;
  created_at: Timestamp;
}

/** What of a type is to be otherwise than it is saved. */
export interface CheckTypeExamplesBody {
  draft?: DocumentTypeChanges;
}
