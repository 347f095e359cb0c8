import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import { createTally } from '../../platform/tally.js';

/** A tenant's searches slow down its own alone; of more than these none would end while anybody waits for it. */
const MOST_WAITING = 100;

/** Searches for faces that are not answered yet, counted by tenant. */
export interface SearchesOfTenants {
  /** Runs a search. @throws EngineUnavailable where too many of the tenant are not answered: who was let in is not sent away halfway */
  run<Answer>(tenant_id: string, search: () => Promise<Answer>): Promise<Answer>;
}

/** None is running. @param most Most searches of one tenant at the same time */
export function createSearchesOfTenants(most = MOST_WAITING): SearchesOfTenants {
  const searching = createTally();
  return {
    async run(tenant_id, search) {
      if (searching.of(tenant_id) >= most) throw tooManySearches();
      searching.add(tenant_id, 1);
      try {
        return await search();
      } finally {
        searching.add(tenant_id, -1);
      }
    },
  };
}

/** What is said to whom there is no room for. */
export const tooManySearches = (): Error => new EngineUnavailable('Too many searches for faces wait; try again later.');
