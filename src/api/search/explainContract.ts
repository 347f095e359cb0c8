import type { TenantId } from '../../domain/core/text.js';
import type { QueryText, SearchKindName } from './searchContract.js';

/** Of which thing it is asked why a query finds it. */
export interface SearchExplainBody {
  kind: SearchKindName;
  query: QueryText;
  /**
   * `id` of a hit.
   * @minLength 1
   * @maxLength 100
   * @example "0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11"
   */
  id: string;
  /** Tenant whose thing it is; empty or left out: all that the key may see. */
  tenant_id?: TenantId;
}

/** A value by which a part of a query holds. */
export interface SearchMatchView {
  /** @example "extracted.surname" */
  field: string;
  /**
   * As it is shown, its first 500 characters.
   * @example "LINDQVIST"
   */
  value: string | number | boolean;
}

/** Whether a part of a query holds, and by what. */
export interface SearchExplanationView {
  /**
   * The part, as a query says it.
   * @example "extracted.surname: lind*"
   */
  clause: string;
  holds: boolean;
  /**
   * The first five values by which it holds.
   * @example [{ "field": "extracted.surname", "value": "LINDQVIST" }]
   */
  matched: SearchMatchView[];
  /**
   * The parts that it is made of.
   * @example []
   */
  of: SearchExplanationView[];
}
