import type { Condition } from './condition.js';
import type { Shown } from './searchable.js';
import type { TenantScope } from './tenantScope.js';

/**
 * The search port: finds things of one kind by what is shown of them. Adapters give the same answers in the same order to the same
 * questions.
 */

/** What can be searched. */
export const SEARCH_KINDS = ['documents', 'cases', 'events'] as const;

/** A value of `SEARCH_KINDS`. */
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A thing as it is shown. */
export interface Source {
  readonly [name: string]: Shown;
}

/** Which things are asked for. */
export interface PageAsked {
  kind: SearchKind;
  where: Condition;
  limit: number;
  /** How many of the first are passed over. */
  offset?: number;
  /** The thing behind which the page begins, by its time and its id. */
  after?: { at: string; id: string } | undefined;
}

/**
 * An order by a field: by its numbers, what has none by its texts, and what has no value last, whichever way. Of several values the first in
 * that order counts.
 */
export interface SortKey {
  field: string;
  order: 'asc' | 'desc';
}

/**
 * Where a thing stands in an order: of each key its number and its text, of which either may be missing, and its id. Without keys its
 * time and its id.
 */
export type SortValues = readonly (string | number | null)[];

/** How wide the parts of a histogram are. */
export type Interval = 'minute' | 'hour' | 'day' | 'week' | 'month';

/** Which things are asked for, and in which order. */
export interface HitsAsked {
  kind: SearchKind;
  where: Condition;
  /** Newest first where it is empty; what stands at the same place goes by its id, in the way of the first key. */
  sort: readonly SortKey[];
  limit: number;
  /** Behind which of them the hits begin. */
  after?: SortValues | undefined;
}

/** What is asked of all that is found. */
export interface SearchAsked extends HitsAsked {
  /** Fields of which the most frequent values are counted. */
  facets: readonly string[];
  /** By the moments of a field; weeks begin with Monday, all in UTC. */
  histogram?: { field: string; interval: Interval } | undefined;
  /** Fields of whose numbers the percentiles are asked. */
  percentiles: readonly string[];
}

/** A thing that is found. */
export interface Hit {
  id: string;
  source: Source;
  sort: SortValues;
}

/** How often the values of a field are there; each thing counts once for a value. Values are as `plain` writes them. */
export interface Facet {
  /** The most frequent, equally frequent ones in the order of their code points. */
  values: { value: string; count: number }[];
  /** Things without a value. */
  missing: number;
  /** What is counted of all other values. */
  other: number;
}

/** All that is asked for, of one moment. */
export interface Found {
  /** Exactly. */
  total: number;
  /** One more than was asked for where there are more. */
  hits: Hit[];
  facets: ReadonlyMap<string, Facet>;
  /** The parts in which anything is, by their beginning. */
  histogram: { at: string; count: number }[];
  /** By field, of each of `PERCENTS` what it is; null where there are no numbers. */
  percentiles: ReadonlyMap<string, readonly (number | null)[]>;
}

/** Which percentiles there are. */
export const PERCENTS = [1, 5, 25, 50, 75, 95, 99] as const;

/** Most values of a facet that are shown one by one. */
export const MOST_FACET_VALUES = 10;

/** Most parts of a histogram. */
export const MOST_BUCKETS = 1_000;

/** Finds things. */
export interface Search {
  /** Things as they are shown, newest first, by their time and then their id. */
  newest<Thing extends object = Source>(scope: TenantScope, asked: PageAsked): Promise<Thing[]>;
  /** The hits alone, for whoever reads page after page; one more than was asked for where there are more. @throws SearchTooDear */
  hits(scope: TenantScope, asked: HitsAsked): Promise<Hit[]>;
  /** Everything that is asked of what is found. @throws SearchTooDear */
  search(scope: TenantScope, asked: SearchAsked): Promise<Found>;
}

/** It would cost more than one search may. The message says what, as a part of a sentence. */
export class SearchTooDear extends Error {
  override readonly name = 'SearchTooDear';
}

/** What is searched cannot be asked just now. The message names no address and nothing of what was asked. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
}
