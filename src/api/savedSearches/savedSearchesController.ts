import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Header,
  Path,
  Post,
  Put,
  Query,
  Request,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type express from 'express';
import type { SavedSearchCommands } from '../../commands/savedSearches/savedSearchCommands.js';
import { noneWithThisId } from '../../domain/core/decider.js';
import { type SavedSearch, textsErased } from '../../domain/savedSearches/index.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import { actorOf, isPlatform } from '../http/access/caller.js';
import type { Call } from '../http/call.js';
import { CHANGED, etagOf, revisionsOf } from '../http/etag.js';
import { page, type PageHeaders, readCursor } from '../http/responses/pages.js';
import type { ErrorBody } from '../http/textContract.js';
import { answerSearch } from '../search/answerSearch.js';
import type { SearchPage, SearchView } from '../search/searchContract.js';
import type {
  ChangeSavedSearchBody,
  SavedSearchVersionView,
  SavedSearchView,
  SaveSearchBody,
} from './savedSearchContract.js';
import {
  askedAgain,
  isShown,
  isWhole,
  savedQueryOf,
  savedSearchView,
  type ShownSearch,
  versionView,
} from './savedSearchViews.js';

const KIND = 'saved search';
const NO_SEARCH = { detail: 'There is no saved search with this id' };
const ERASED = { detail: 'What the saved search asked was erased with a person whom it named; save another one' };
const UNREADABLE = {
  detail: 'The field `query` cannot be read at character 16 (from 1): expected `(`, a value or `{`',
};

/** Searches that are kept, to be run again. */
@Route('v1/search/views')
@Tags('Search')
export class SavedSearchesController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Saves a search: what `POST /v1/search` is asked, but for a page and a point in time. A query that could not be run is not saved; date
   * maths in it is of the moment at which it is run.
   * @summary Save a search
   */
  @Post()
  @Extension('x-location', '/v1/search/views/{id}')
  @SuccessResponse(201, 'The saved search')
  @Response<ErrorBody>(400, 'The tenant has too many saved searches', {
    detail: 'The tenant has 500 saved searches, and takes no more; delete some first',
  })
  @Response<ErrorBody>(422, 'A value is not acceptable, or a query is wrong', UNREADABLE)
  async saveSearch(@Body() body: SaveSearchBody): Promise<SavedSearchView> {
    const { name, shared = false, alerts = false } = body;
    const context = this.call.contextFor(this.call.tenantFor(body.tenant_id));
    const input = { name, shared, alerts, asks: savedQueryOf(body) };
    return this.shown(await this.call.visible(this.commands.save(context, input, this.call.madeId)));
  }

  /**
   * Lists saved searches that are shared, and those of the own key, newest first. A key of the platform sees all of them.
   * @summary List saved searches
   * @param tenant_id Tenant whose saved searches are listed; empty or left out: all that the key may see
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor Where the page begins, as `Link` of the page before it says
   */
  @Get()
  @Extension('x-read-model', 'saved_searches')
  @SuccessResponse<PageHeaders>(200, 'The saved searches')
  async listSavedSearches(
    @Request() request: express.Request,
    @Query() tenant_id?: TenantId,
    @Query() limit = 50,
    @Query() cursor?: string,
  ): Promise<SavedSearchView[]> {
    const { caller, services } = this.call;
    const after = readCursor('saved_searches', cursor);
    const listed = await services.queries.savedSearches.list({
      ...{ tenant_id: this.call.tenantFilter(tenant_id), limit: limit + 1 },
      ...(!isPlatform(caller) && { seen_by: actorOf(caller) }),
      ...(after && { after: { created_at: after.at, view_id: after.id } }),
    });
    const shown = page(listed, limit, { list: 'saved_searches', request }, ({ created_at: at, view_id: id }) => ({
      at,
      id,
    }));
    return shown.filter(isShown).map(savedSearchView);
  }

  /**
   * One saved search, as it is.
   * @summary Get a saved search
   * @param view_id The saved search
   */
  @Get('{view_id}')
  @Extension('x-tagged', true)
  @Response<ErrorBody>(404, 'There is no such saved search, or it is not shared', NO_SEARCH)
  async getSavedSearch(@Path() view_id: Uuid): Promise<SavedSearchView> {
    const search = await this.find(view_id);
    this.setHeader('ETag', etagOf(search.revision));
    return savedSearchView(search);
  }

  /**
   * Makes a saved search another one: all of it is given, what is left out is so as when it is saved. Each change is a version; where nothing
   * is different, nothing changes.
   * @summary Change a saved search
   * @param view_id The saved search
   * @param if_match `ETag` of the saved search as it was read: where it has changed since, nothing is changed
   */
  @Put('{view_id}')
  @SuccessResponse(200, 'The saved search')
  @Response<ErrorBody>(400, 'It has too many versions', {
    detail: 'A saved search has at most 100 versions; save it as a new one',
  })
  @Response<ErrorBody>(403, 'The scope is missing, or another key saved it', {
    detail: 'Only who saved a search, or the platform, can change whether it is shared',
  })
  @Response<ErrorBody>(404, 'There is no such saved search, or it is not shared', NO_SEARCH)
  @Response<ErrorBody>(409, 'What it asked was erased', ERASED)
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  @Response<ErrorBody>(422, 'A value is not acceptable, or a query is wrong', UNREADABLE)
  async changeSavedSearch(
    @Path() view_id: Uuid,
    @Body() body: ChangeSavedSearchBody,
    @Header('If-Match') if_match?: string,
  ): Promise<SavedSearchView> {
    const search = await this.find(view_id);
    const { name, shared = false, alerts = false } = body;
    const changed = this.commands.change(this.call.contextFor(search.tenant_id), search.view_id, {
      ...{ name, shared, alerts, asks: savedQueryOf(body) },
      may_share: isPlatform(this.call.caller) || this.isOwn(search),
      ifRevision: revisionsOf(if_match),
    });
    return this.shown(await this.call.visible(changed));
  }

  /**
   * Deletes a saved search. Nothing of what it was called and asked is left, in none of its versions.
   * @summary Delete a saved search
   * @param view_id The saved search
   * @param if_match `ETag` of the saved search as it was read: where it has changed since, nothing is deleted
   */
  @Delete('{view_id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'There is no such saved search, or it is not shared', NO_SEARCH)
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  async deleteSavedSearch(@Path() view_id: Uuid, @Header('If-Match') if_match?: string): Promise<void> {
    const search = await this.find(view_id);
    const context = this.call.contextFor(search.tenant_id);
    await this.call.visible(this.commands.remove(context, search.view_id, revisionsOf(if_match)));
  }

  /**
   * What a saved search was after each change, newest first, the first of them as it is. None where it was erased.
   * @summary List the versions of a saved search
   * @param view_id The saved search
   */
  @Get('{view_id}/versions')
  @Response<ErrorBody>(404, 'There is no such saved search, or it is not shared', NO_SEARCH)
  async listSavedSearchVersions(@Path() view_id: Uuid): Promise<SavedSearchVersionView[]> {
    const search = await this.find(view_id);
    return (await this.commands.versions(search.view_id)).filter(isWhole).map(versionView);
  }

  /**
   * Runs a saved search among the things of its tenant; one of the platform, among all. The answer is that of `POST /v1/search`. It changes nothing and takes
   * no `Idempotency-Key`.
   * @summary Run a saved search
   * @param view_id The saved search
   */
  @Post('{view_id}/run')
  @Extension('x-personal-data', true)
  @Extension('x-required-scope', 'read')
  @Extension('x-only-reads', true)
  @Extension('x-read-model', 'searched_{kind}')
  @SuccessResponse(200, 'What was found')
  @Response<ErrorBody>(404, 'There is no such saved search, or it is not shared', NO_SEARCH)
  @Response<ErrorBody>(409, 'What it asked was erased', ERASED)
  @Response<ErrorBody>(422, 'A value is not acceptable, or the search would cost too much', {
    detail: 'The field `search_after` must be the `next` of a search with the same `sort`',
  })
  async runSavedSearch(@Path() view_id: Uuid, @Body() body?: SearchPage): Promise<SearchView> {
    const { asks, tenant_id, erased_at } = await this.find(view_id);
    if (erased_at !== null) throw textsErased();
    const { limit, search_after, pit } = body ?? {};
    return answerSearch(this.call, { ...askedAgain(asks), limit, search_after, pit, tenant_id });
  }

  private get commands(): SavedSearchCommands {
    return this.call.services.commands.savedSearches;
  }

  private isOwn({ owner }: { owner: string }): boolean {
    return owner === actorOf(this.call.caller);
  }

  /** What the caller may see of it. @throws DomainError `not_found`, also for one of another key: nobody can tell which */
  private async find(view_id: string): Promise<ShownSearch & { revision: number }> {
    const search = await this.call.findOwn(this.call.services.queries.savedSearches, view_id, KIND);
    const isSeen = search.shared || isPlatform(this.call.caller) || this.isOwn(search);
    if (!isSeen || !isShown(search)) throw noneWithThisId(KIND);
    return search;
  }

  /** What a command made of it. @throws DomainError `not_found` where it is being deleted at this moment */
  private shown(search: SavedSearch): SavedSearchView {
    if (!isShown(search)) throw noneWithThisId(KIND);
    return savedSearchView(search);
  }
}
