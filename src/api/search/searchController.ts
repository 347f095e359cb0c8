import { Body, Controller, Extension, Post, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Call } from '../http/call.js';
import type { ErrorBody } from '../http/textContract.js';
import type { SearchFieldsBody, SearchFieldView } from './fieldsContract.js';
import type { SearchBody, SearchView } from './searchContract.js';

/** Finding, counting and comparing what was read, in a query language. */
@Route('v1/search')
@Tags('Search')
export class SearchController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Finds things by a query, counts them, and tells how they are spread. It changes nothing, takes no `Idempotency-Key`, and what it would take too
   * long to answer is refused.
   * @summary Search
   */
  @Post()
  @Extension('x-required-scope', 'read')
  @Extension('x-only-reads', true)
  @Extension('x-read-model', 'searched_documents')
  @SuccessResponse(200, 'What was found')
  @Response<ErrorBody>(422, 'A value is not acceptable, a query is wrong, or the search would cost too much', {
    detail: 'The field `query` cannot be read at character 16 (from 1): expected `(`, a value or `{`',
  })
  async search(@Body() body: SearchBody): Promise<SearchView> {
    const { services } = this.call;
    const { query = '', filters = [], facets = [], percentiles = [], sort = [], limit = 50, highlight = false } = body;
    const wanted = { ...body, query, filters, facets, percentiles, limit, highlight };
    const found = await services.queries.search.search(
      {
        ...wanted,
        tenant_id: this.call.tenantFilter(body.tenant_id),
        sort: sort.map(({ field, order = 'asc' }) => ({ field, order })),
      },
      services.clock(),
    );
    return found as SearchView;
  }

  /**
   * Tells which fields there are, of what kind, how many things have them, and some of their values, by the newest thousand things. Values of a masked field are no
   * examples.
   * @summary List the fields of a search
   */
  @Post('fields')
  @Extension('x-required-scope', 'read')
  @Extension('x-only-reads', true)
  @Extension('x-read-model', 'searched_documents')
  @SuccessResponse(200, 'The fields, by name')
  async listSearchFields(@Body() body: SearchFieldsBody): Promise<SearchFieldView[]> {
    const { kind, tenant_id } = body;
    return this.call.services.queries.search.fields({ kind, tenant_id: this.call.tenantFilter(tenant_id) });
  }
}
