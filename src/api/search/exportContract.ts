import type { TenantId } from '../../domain/core/text.js';
import type { FieldPath, QueryText, SearchKindName, SearchSort, SearchTime } from './searchContract.js';

/** What is exported, and how. */
export interface SearchExportBody {
  kind: SearchKindName;
  /** `csv` has a column for each of `columns`, or for each field that any thing has; `jsonl` (JSON Lines) has a thing in each line. */
  format: 'csv' | 'jsonl';
  query?: QueryText;
  /** Tenant whose things are exported; empty or left out: all that the key may see. */
  tenant_id?: TenantId;
  /**
   * Queries that hold besides.
   * @maxItems 20
   */
  filters?: QueryText[];
  time?: SearchTime;
  /**
   * What of each thing is exported; all of it when left out.
   * @minItems 1
   * @maxItems 100
   */
  columns?: FieldPath[];
  /**
   * Newest first when left out. At most 10,000 things are put in another order.
   * @maxItems 5
   */
  sort?: SearchSort[];
  /** `pit` of an earlier answer: what came later is left out. Of now when left out. */
  pit?: boolean | string;
}

/** Headers of an export. */
export interface SearchExportHeaders {
  /** `attachment; filename=search_export.csv`, or `.jsonl`. */
  'Content-Disposition': string;
}
