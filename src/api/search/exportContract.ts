import type { SearchedThings, SearchSort } from './searchContract.js';

/** What is exported, and how. */
export interface SearchExportBody extends SearchedThings {
  /** `csv` has a column for each of `columns`, or for each field that any thing has; `jsonl` (JSON Lines) has a thing in each line. */
  format: 'csv' | 'jsonl';
  /**
   * Newest first when left out. At most 10,000 things are put in another order.
   * @maxItems 5
   */
  sort?: SearchSort[];
  /** `pit` of an earlier answer: what came later is left out. Of now when left out. */
  pit?: boolean | string;
  /**
   * Whether each event carries the proof that it is in the log: the first line has a signed tree head, the last one signs all before it, and `attest-verify`
   * verifies the file. Of `events` as `jsonl` alone.
   */
  proof?: boolean;
}

/** Headers of an export. */
export interface SearchExportHeaders {
  /** `attachment; filename=search_export.csv`, or `.jsonl`. */
  'Content-Disposition': string;
}
