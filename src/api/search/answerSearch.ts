import type { Call } from '../http/call.js';
import { searchShown } from './searchShown.js';
import type { SearchBody, SearchView } from './searchContract.js';

/**
 * What is found of what a body asks, as far as the caller may see it.
 * @throws DomainError `invalid` for a query that is wrong, or would cost too much
 */
export async function answerSearch(call: Call, body: SearchBody): Promise<SearchView> {
  const { services } = call;
  const { query = '', filters = [], facets = [], percentiles = [], sort = [], limit = 50, highlight = false } = body;
  const wanted = { ...body, query, filters, facets, percentiles, limit, highlight };
  const tenant_id = call.tenantFilter(body.tenant_id);
  const { of, ...found } = await services.queries.search.search(
    {
      ...{ ...wanted, tenant_id },
      sort: sort.map(({ field, order = 'asc' }) => ({ field, order })),
    },
    services.clock(),
  );
  await searchShown(call, { kind: body.kind, tenant_id }, of);
  return found as SearchView;
}
