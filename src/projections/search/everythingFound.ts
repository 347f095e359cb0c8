import { DomainError } from '../../domain/core/decider.js';
import type { Search, SortValues, Source } from '../../platform/search/search.js';
import type { TenantScope } from '../../platform/search/tenantScope.js';
import { conditionWanted, type SearchWanted } from './searchWanted.js';
import { withReason } from './tooDear.js';

/** What is read whole. */
export type EverythingWanted = Pick<SearchWanted, 'tenant_id' | 'kind' | 'query' | 'filters' | 'time' | 'pit' | 'sort'>;

/**
 * Things page by page, from the beginning each time it is gone through. A page is asked for when the one before it was taken: nothing is
 * held in the database in between, however long that takes. Its errors are those of a search.
 */
export type Pages = () => AsyncIterable<Source[]>;

/** Things that are in memory at a time: each can hold much. */
const AT_ONCE = 200;

/**
 * Most things that are read in an order of one's own. No index has it, so that each page looks along everything; newest first each goes on
 * where the one before it ended.
 */
const MOST_SORTED = 10_000;

/**
 * All that is looked for, as far as it was there at one point in time: who reads on while things arrive would never come to the end.
 * @throws DomainError `invalid` for a query that is wrong, or more things than can be put in order
 * @throws SearchTooDear
 */
export async function everythingFound(
  search: Pick<Search, 'hits' | 'search'>,
  scope: TenantScope,
  wanted: EverythingWanted,
  now: Date,
): Promise<Pages> {
  const { kind, sort } = wanted;
  const { where } = conditionWanted({ ...wanted, pit: wanted.pit || true }, now);
  if (sort.length > 0) {
    const counted = await search.search(scope, { kind, where, sort: [], limit: 1, facets: [], percentiles: [] });
    if (counted.total > MOST_SORTED) {
      const detail = `The field \`sort\` can put at most ${MOST_SORTED} things in order, and ${counted.total} are found: leave it out, or narrow the search`;
      throw new DomainError('invalid', detail);
    }
  }
  return async function* pages() {
    for (let after: SortValues | undefined; ;) {
      const asked = { kind, where, sort, limit: AT_ONCE, after };
      const found = await withReason(() => search.hits(scope, asked));
      const hits = found.slice(0, AT_ONCE);
      if (hits.length > 0) yield hits.map(({ source }) => source);
      if (found.length <= AT_ONCE) return;
      after = hits.at(-1)?.sort;
    }
  };
}
