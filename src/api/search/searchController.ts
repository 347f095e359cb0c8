import { Body, Controller, Extension, Get, Post, Query, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { TenantId } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import type { ErrorBody } from '../http/textContract.js';
import { answerSearch } from './answerSearch.js';
import { searchShown } from './searchShown.js';
import type { SearchExplainBody, SearchExplanationView } from './explainContract.js';
import type { SearchFieldsBody, SearchFieldView } from './fieldsContract.js';
import type { SearchBody, SearchKindName, SearchView } from './searchContract.js';
import type { SearchSuggestionsView } from './suggestContract.js';

/** Finding, counting and comparing what was read, what became of it and what was done, in a query language. */
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
  @Extension('x-personal-data', true)
  @Extension('x-read-model', 'searched_{kind}')
  @SuccessResponse(200, 'What was found')
  @Response<ErrorBody>(422, 'A value is not acceptable, a query is wrong, or the search would cost too much', {
    detail: 'The field `query` cannot be read at character 16 (from 1): expected `(`, a value or `{`',
  })
  async search(@Body() body: SearchBody): Promise<SearchView> {
    return answerSearch(this.call, body);
  }

  /**
   * Tells which fields there are, of what kind, how many things have them, and some of their values, by the newest thousand things. Values of a masked field are no
   * examples.
   * @summary List the fields of a search
   */
  @Post('fields')
  @Extension('x-required-scope', 'read')
  @Extension('x-only-reads', true)
  @Extension('x-personal-data', true)
  @Extension('x-read-model', 'searched_{kind}')
  @SuccessResponse(200, 'The fields, by name')
  async listSearchFields(@Body() body: SearchFieldsBody): Promise<SearchFieldView[]> {
    const { kind } = body;
    const tenant_id = this.call.tenantFilter(body.tenant_id);
    const fields = await this.call.services.queries.search.fields({ kind, tenant_id });
    await searchShown(this.call, { kind, tenant_id });
    return fields;
  }

  /**
   * Tells why a query finds a thing, or why not: of each part of the query whether it holds, and by which values.
   * @summary Explain a search
   */
  @Post('explain')
  @Extension('x-required-scope', 'read')
  @Extension('x-only-reads', true)
  @Extension('x-personal-data', true)
  @Extension('x-read-model', 'searched_{kind}')
  @SuccessResponse(200, 'The query as a whole, with its parts')
  @Response<ErrorBody>(404, 'There is no such thing, or it is not yours', {
    detail: 'Nothing of the kind documents has this id',
  })
  @Response<ErrorBody>(422, 'A value is not acceptable, or a query is wrong', {
    detail: 'The field `query` cannot be read at character 16 (from 1): expected `(`, a value or `{`',
  })
  async explainSearch(@Body() body: SearchExplainBody): Promise<SearchExplanationView> {
    const { services } = this.call;
    const { kind, query, id } = body;
    const wanted = { kind, query, id, tenant_id: this.call.tenantFilter(body.tenant_id) };
    const explained = await services.queries.search.explain(wanted, services.clock());
    await searchShown(this.call, wanted, [id]);
    return explained;
  }

  /**
   * Suggests what may come next in a query that is being written: fields, words and signs of the language, and the most frequent values of a field. What stands
   * there without a blank behind it is not done yet, and is what a suggestion takes the place of.
   * @summary Suggest what comes next in a query
   * @param kind What is searched
   * @param query The query
   * @maxLength query 2000
   * @param cursor How many characters of it stand before the cursor; all of them when left out
   * @isInt cursor
   * @minimum cursor 0
   * @maximum cursor 2000
   * @param tenant_id Tenant at whose things is looked; empty or left out: all that the key may see
   */
  @Get('suggest')
  @Extension('x-personal-data', true)
  @Extension('x-read-model', 'searched_{kind}')
  @SuccessResponse(200, 'What may come next')
  @Response<ErrorBody>(422, 'A value is not acceptable, or the query is wrong before the cursor', {
    detail: 'The field `query` cannot be read at character 16 (from 1): expected `(`, a value or `{`',
  })
  async suggestSearch(
    @Query() kind: SearchKindName,
    @Query() query: string,
    @Query() cursor?: number,
    @Query() tenant_id?: TenantId,
  ): Promise<SearchSuggestionsView> {
    const written = [...query].slice(0, cursor).join('');
    const wanted = { kind, query: written, tenant_id: this.call.tenantFilter(tenant_id) };
    const suggestions = await this.call.services.queries.search.suggest(wanted);
    await searchShown(this.call, wanted);
    return { suggestions };
  }
}
