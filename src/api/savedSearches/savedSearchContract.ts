import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';
import type { SearchQuestion, SearchTold } from '../search/searchContract.js';
import type { RequestWarnings } from '../http/textContract.js';

/**
 * What a saved search is called: 1 to 200 characters that are not all blank.
 * @minLength 1
 * @maxLength 200
 * @pattern \S
 * @example "Passports of this week"
 */
export type SavedSearchName = string;

/** What a saved search is to be, all of it. */
export interface ChangeSavedSearchBody extends SearchQuestion, SearchTold {
  name: SavedSearchName;
  /** Whether every key of the tenant sees it, may change and delete it; else the key that saved it alone. `false` when left out. */
  shared?: boolean;
  /**
   * Whether webhook endpoints that ask for `search.found` are told when it finds what it had not found before: looked for once a minute, among the
   * newest 200 that it finds. `false` when left out.
   */
  alerts?: boolean;
}

/** A search that is to be saved. */
export interface SaveSearchBody extends ChangeSavedSearchBody {
  tenant_id?: TenantId;
}

/** What a saved search asks. */
interface SavedSearchAsked extends SearchQuestion, SearchTold {
  shared: boolean;
  alerts: boolean;
  /**
   * From 1; each change is the next.
   * @isInt
   * @minimum 1
   * @example 1
   */
  version: number;
  /**
   * Who saved this version.
   * @example "key:5f0c3c7e-8b1d-4a53-9f5e-2f4f3f0b7a11"
   */
  changed_by: string;
}

/** A saved search, as it is. */
export interface SavedSearchView extends SavedSearchAsked {
  id: Uuid;
  /** Null once it is erased. */
  name: SavedSearchName | null;
  tenant_id: TenantId;
  /**
   * Who saved it first.
   * @example "key:5f0c3c7e-8b1d-4a53-9f5e-2f4f3f0b7a11"
   */
  owner: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  /**
   * When what it was called and asked was erased, as that held a name or a number of somebody whose case or execution was erased. It has no versions
   * then, asks for nothing, is neither run nor changed, and can be deleted. Null while it is as it was saved.
   */
  erased_at: Timestamp | null;
  warnings?: RequestWarnings;
}

/** A version of a saved search. */
export interface SavedSearchVersionView extends SavedSearchAsked {
  name: SavedSearchName;
  /** When it became so. */
  saved_at: Timestamp;
}
