import type { TenantId } from '../../domain/core/text.js';
import type { SearchKindName } from './searchContract.js';

/** Of what the fields are asked for. */
export interface SearchFieldsBody {
  kind: SearchKindName;
  /** Tenant at whose things is looked; empty or left out: all that the key may see. */
  tenant_id?: TenantId;
}

/** A field, as the newest thousand things have it. */
export interface SearchFieldView {
  /**
   * Its path, by which a query names it.
   * @example "extracted.surname"
   */
  name: string;
  /** `mixed` where its values are of several kinds; `object` for a list of objects, whose fields are told by themselves. */
  type: 'text' | 'number' | 'boolean' | 'moment' | 'object' | 'mixed';
  /**
   * In which share of the things it has a value.
   * @minimum 0
   * @maximum 1
   * @example 0.97
   */
  fill_rate: number;
  /**
   * Some of its values, none of a masked field.
   * @example ["LINDQVIST"]
   */
  examples: (string | number | boolean)[];
}
