import type { Schemas } from '../api/schemas.js';
import type { DiscoverSearch } from './discoverSearch.js';
import { RANGES, type Range } from './kinds.js';
import { searchedThings } from './searchBody.js';

/** What of a saved search is shown here. */
type Saved = Pick<Schemas['SavedSearchView'], 'kind' | 'query' | 'filters' | 'time' | 'columns' | 'sort'>;

/** What is shown, as it is saved: not which row is opened. */
export const savedOf = (
  search: DiscoverSearch,
  { name, shared, alerts }: { name: string; shared: boolean; alerts: boolean },
) => ({
  ...{ name, shared, alerts },
  ...searchedThings(search),
  ...(search.columns && { columns: search.columns }),
  ...(search.sort && { sort: [search.sort] }),
});

/** What a saved search shows: from then on the address says it, and may say more. */
export function searchOf({ kind, query, filters, time, columns, sort }: Saved): DiscoverSearch {
  const [first] = sort ?? [];
  return {
    kind,
    ...(query !== undefined && query !== '' && { query }),
    ...(filters && filters.length > 0 && { filters }),
    ...(columns && columns.length > 0 && { columns }),
    ...(first && { sort: { field: first.field, order: first.order ?? 'asc' } }),
    ...timesOf(time),
  };
}

/** A time of a saved search: in words where there are words for it. */
function timesOf(time: Saved['time']): Pick<DiscoverSearch, 'range' | 'from' | 'to'> {
  if (time?.from === undefined && time?.to === undefined) return { range: 'any' };
  const { from, to } = time;
  const range = (Object.keys(RANGES) as Range[]).find((one) => RANGES[one].from === from);
  return to === undefined && range
    ? { range }
    : { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}
