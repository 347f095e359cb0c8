import type { SearchQueries } from '../../projections/search/searchQueries.js';

/** Among which things of the past is looked. */
export interface PastThingsWanted {
  search: {
    kind: 'documents' | 'cases';
    query: string;
    filters: string[];
    time: { field: string; from?: string | undefined; to?: string | undefined } | null;
  };
  /** ISO 8601: when looking began. What came later is left out, and date maths are of then. */
  at: string;
}

/** Past things that are looked at, newest first. */
export interface PastThings {
  /** How many there are. @throws DomainError `invalid` for a query that is wrong, or would cost too much */
  count(tenant_id: string, asked: PastThingsWanted): Promise<number>;
  /** The next of them, each as a text that names it and where it stands. */
  next(tenant_id: string, asked: PastThingsWanted, after: string | null, limit: number): Promise<string[]>;
}

/** What one of them is: when it came, its own id and that of its case. */
export interface PastThing {
  at: string;
  id: string;
  session_id: string;
}

/** Reads the name of a thing. */
export const readThing = (item: string): PastThing => {
  const [at = '', id = '', session_id = ''] = item.split(' ');
  return { at, id, session_id };
};

/** Whether a query says something of `mode`: only then are trials looked at too. */
const NAMES_MODE = /(^|[^\p{L}\p{N}_.])mode\s*:/iu;

/** What was tried with a test key counts in nothing, unless it is asked for. */
const NO_TRIALS = 'not mode: test';

/** Things by the search: page after page, each behind the last thing of the one before, as far as they were there at the beginning. */
export function createPastThings(search: Pick<SearchQueries, 'search'>): PastThings {
  const found = (tenant_id: string, { search: wanted, at }: PastThingsWanted) => {
    const { kind, query, time } = wanted;
    const namesMode = [query, ...wanted.filters].some((text) => NAMES_MODE.test(text));
    const filters = kind === 'cases' && !namesMode ? [...wanted.filters, NO_TRIALS] : wanted.filters;
    return (limit: number, search_after?: readonly unknown[]) =>
      search.search(
        {
          ...{ kind, query, filters, time: time ?? undefined, pit: true, limit, search_after },
          ...{ sort: [], highlight: false, facets: [], percentiles: [] },
          ...(tenant_id !== '' && { tenant_id }), // what is the platform's is for all tenants
        },
        new Date(at),
      );
  };
  return {
    count: async (tenant_id, asked) => (await found(tenant_id, asked)(1)).total,

    async next(tenant_id, asked, after, limit) {
      const behind = after === null ? undefined : readThing(after);
      const { hits } = await found(tenant_id, asked)(limit, behind && [behind.at, behind.id]);
      return hits.map(({ id, source: { session_id }, sort: [at] }) =>
        [String(at), id, typeof session_id === 'string' ? session_id : ''].join(' '),
      );
    },
  };
}
