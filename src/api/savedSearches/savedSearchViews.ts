import type {
  SavedQuery,
  SavedSearch,
  SavedSearchContent,
  SavedSearchVersion,
} from '../../domain/savedSearches/index.js';
import type { SearchQuestion, SearchTold } from '../search/searchContract.js';
import type { SavedSearchVersionView, SavedSearchView } from './savedSearchContract.js';

/** What a body asks, as it is saved. */
export function savedQueryOf(asked: SearchQuestion & SearchTold): SavedQuery {
  const { kind, query = '', filters = [], time, columns = null, sort = [] } = asked;
  const { highlight = false, facets = [], histogram = null, percentiles = [] } = asked;
  return {
    ...{ kind, query, filters, columns, highlight, facets, percentiles },
    time: time ? { field: time.field, from: time.from ?? null, to: time.to ?? null } : null,
    sort: sort.map(({ field, order = 'asc' }) => ({ field, order })),
    histogram: histogram && { field: histogram.field, interval: histogram.interval },
  };
}

/** What is saved, as it is asked: what asks for nothing is left out. */
export function askedAgain(asks: SavedQuery): SearchQuestion & SearchTold {
  const { kind, query, filters, time, columns, sort, highlight, facets, histogram, percentiles } = asks;
  const within = time && {
    field: time.field,
    ...(time.from !== null && { from: time.from }),
    ...(time.to !== null && { to: time.to }),
  };
  return {
    ...{ kind, query, filters },
    ...(within && { time: within }),
    ...(columns && { columns }),
    ...{ sort, highlight, facets },
    ...(histogram && { histogram }),
    percentiles,
  };
}

/** A saved search that can be shown: also one that says that it was erased. */
export type ShownSearch = SavedSearch & { asks: SavedQuery };

/** Whether it can be shown: its key goes a moment before the fact says what became of it. */
export const isShown = (search: SavedSearch): search is ShownSearch => search.asks !== null;

type Whole = { name: string; asks: SavedQuery };

/** Whether nothing of a version is erased. */
export const isWhole = <Content extends SavedSearchContent>(version: Content): version is Content & Whole =>
  version.name !== null && version.asks !== null;

/** A saved search as it is shown. */
export const savedSearchView = (search: ShownSearch): SavedSearchView => ({
  id: search.view_id,
  tenant_id: search.tenant_id,
  name: search.name,
  ...askedAgain(search.asks),
  shared: search.shared,
  alerts: search.alerts,
  version: search.version,
  owner: search.owner,
  changed_by: search.changed_by,
  created_at: search.created_at,
  updated_at: search.updated_at,
  erased_at: search.erased_at,
});

/** A version of it as it is shown. */
export const versionView = (version: SavedSearchVersion & Whole): SavedSearchVersionView => ({
  version: version.version,
  name: version.name,
  ...askedAgain(version.asks),
  shared: version.shared,
  alerts: version.alerts,
  changed_by: version.changed_by,
  saved_at: version.saved_at,
});
