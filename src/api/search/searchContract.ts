import type { TenantId, Timestamp } from '../../domain/core/text.js';

/**
 * What is searched: documents of cases, cases, or what was done: events of the log, without anything personal.
 * @example "documents"
 */
export type SearchKindName = 'documents' | 'cases' | 'events';

/**
 * A query in the query language; empty is everything.
 * @maxLength 10000
 * @example "document_type: passport and extracted.surname: lind*"
 */
export type QueryText = string;

/**
 * A field by its path, for example `extracted.surname`.
 * @minLength 1
 * @maxLength 200
 * @example "extracted.surname"
 */
export type FieldPath = string;

/** A time that things lie in; both ends are in it. */
export interface SearchTime {
  field: FieldPath;
  /**
   * A day, a time with its zone, or date maths.
   * @maxLength 100
   * @example "now-7d/d"
   */
  from?: string;
  /**
   * The same; of a day its end.
   * @maxLength 100
   * @example "now"
   */
  to?: string;
}

/** An order by a field. */
export interface SearchSort {
  field: FieldPath;
  /** Rising when left out. */
  order?: 'asc' | 'desc';
}

/** What is looked for, whosever it is. */
export interface SearchQuestion {
  kind: SearchKindName;
  query?: QueryText;
  /**
   * Queries that hold besides.
   * @maxItems 20
   */
  filters?: QueryText[];
  time?: SearchTime;
  /**
   * What of each thing is shown; all of it when left out.
   * @minItems 1
   * @maxItems 100
   */
  columns?: FieldPath[];
}

/** What is looked for, and what is told of it. */
export interface SearchedThings extends SearchQuestion {
  /** Tenant whose things are looked at; empty or left out: all that the key may see. */
  tenant_id?: TenantId;
}

/** In which order things are shown, and what is told of all of them. */
export interface SearchTold {
  /**
   * Newest first when left out. What stands at the same place goes by its id.
   * @maxItems 5
   */
  sort?: SearchSort[];
  /** Marks what was found. */
  highlight?: boolean;
  /**
   * Fields of which the most frequent values are counted.
   * @maxItems 10
   */
  facets?: FieldPath[];
  /** How many things there are in each part of the time, in UTC. */
  histogram?: { field: FieldPath; interval: 'minute' | 'hour' | 'day' | 'week' | 'month' };
  /**
   * Fields of whose numbers the percentiles are told.
   * @maxItems 10
   */
  percentiles?: FieldPath[];
}

/** Which of the things are shown. */
export interface SearchPage {
  /**
   * How many at most; 50 when left out.
   * @isInt
   * @minimum 1
   * @maximum 200
   */
  limit?: number;
  /**
   * `next` of the page before, of a search with the same `sort`: texts, numbers and nulls.
   * @maxItems 11
   */
  search_after?: unknown[];
  /** `true`, or `pit` of an earlier answer: what came later is left out. */
  pit?: boolean | string;
}

/** What is looked for, and what is asked of it. */
export interface SearchBody extends SearchedThings, SearchTold, SearchPage {}

/** A thing that was found. */
export interface SearchHit {
  id: string;
  /**
   * As it is shown elsewhere, or its `columns`.
   * @example { "doc_id": "0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11", "document_type": "passport" }
   */
  source: { [field: string]: unknown };
  /**
   * Where it stands.
   * @example ["2025-03-14T09:26:53.589Z", "0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11"]
   */
  sort: unknown[];
  /**
   * By field, the values in which something was found, as HTML with `<em>` around each word of it.
   * @example { "extracted.surname": ["<em>LINDQVIST</em>"] }
   */
  highlights: { [field: string]: string[] };
}

/** Values of a field, and how many things have them. */
export interface SearchFacet {
  /** The most frequent ten, in small letters. */
  values: { value: string; count: number }[];
  /**
   * Things without a value.
   * @isInt
   * @example 0
   */
  missing: number;
  /**
   * What is counted of all other values.
   * @isInt
   * @example 0
   */
  other: number;
}

/** What was found. */
export interface SearchView {
  /**
   * How many there are, exactly.
   * @isInt
   * @example 1
   */
  total: number;
  hits: SearchHit[];
  /** Where the next page begins, for `search_after`; null at the end. */
  next: unknown[] | null;
  /** What later pages of the same point in time are asked with; null where none was asked for. */
  pit: string | null;
  facets: { [field: string]: SearchFacet };
  /** The parts of the time in which anything is. */
  histogram: { buckets: { at: Timestamp; count: number }[] };
  /**
   * By field, the percentiles 1, 5, 25, 50, 75, 95 and 99; null where there are no numbers.
   * @example { "extracted.total": { "50": 12.5 } }
   */
  percentiles: { [field: string]: { [percent: string]: number | null } };
}
