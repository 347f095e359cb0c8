import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';

/** What is put on a blocklist: `values`, or `case_id` with `doc_id`. */
export interface BlocklistBody {
  tenant_id?: TenantId;
  /** `face` is not taken yet. */
  kind: 'document_number' | 'person' | 'face';
  /**
   * For `document_number` a list of numbers. For `person` an object: `full_name` (or `surname` and `given_names`) with `birth_date`, and any of
   * `personal_number`, `ssn` and `tax_number`, each of which is enough. They are kept as keyed hashes and shown to nobody.
   * @example ["U48213967"]
   */
  values?: string[] | { [field: string]: string };
  /** A case of the tenant, from one of whose documents the values are taken. */
  case_id?: Uuid;
  /** The document. */
  doc_id?: Uuid;
  /**
   * Why, for people.
   * @maxLength 500
   * @example "Reported stolen"
   */
  reason?: string;
}

/** Something that a tenant does not take. */
export interface BlocklistEntryView {
  id: Uuid;
  tenant_id: TenantId;
  kind: 'document_number' | 'person';
  /**
   * By how many values it is known; which these are, nobody can tell.
   * @isInt
   * @example 1
   */
  value_count: number;
  /** Empty where none was given. */
  reason: string;
  /**
   * Who put it there.
   * @example "key:5f0c3c7e-8b1d-4a53-9f5e-2f4f3f0b7a11"
   */
  added_by: string;
  created_at: Timestamp;
}
