import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Path,
  Post,
  Query,
  Request,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type express from 'express';
import type { BlockInput } from '../../commands/blocklist/blocklistCommands.js';
import type { BlocklistEntry } from '../../domain/blocklist/index.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import { ApiError } from '../http/responses/apiError.js';
import { page, type PageHeaders, readCursor } from '../http/responses/pages.js';
import type { ErrorBody } from '../http/textContract.js';
import type { BlocklistBody, BlocklistEntryView } from './blocklistContract.js';

const NO_ENTRY = { detail: 'There is no blocklist entry with this id' };

/** What a tenant does not take: a document that is on its blocklist, or names a person who is, has the reason `blocklisted` when its case completes. */
@Route('v1/blocklist')
@Tags('Blocklist')
export class BlocklistController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Puts document numbers or a person on the blocklist. It counts for cases that complete from now on. What is given is kept as keyed
   * hashes alone: nobody can read it again.
   * @summary Add a blocklist entry
   */
  @Post()
  @Extension('x-location', '/v1/blocklist/{id}')
  @SuccessResponse(201, 'The entry')
  @Response<ErrorBody>(400, 'The document states nothing of the kind', {
    detail: 'The document states no document number, so there is nothing to block',
  })
  @Response<ErrorBody>(404, 'There is no such case or document', { detail: 'There is no case with this id' })
  async addBlocklistEntry(@Body() body: BlocklistBody): Promise<BlocklistEntryView> {
    const { reason = null } = body;
    const input = { ...blocked(body), reason, entry_id: this.call.madeId };
    const context = this.call.contextFor(this.call.tenantFor(body.tenant_id));
    return entryView(await this.call.visible(this.call.services.commands.blocklist.add(context, input)));
  }

  /**
   * Lists entries, newest first: never what they hold.
   * @summary List blocklist entries
   * @param tenant_id Tenant whose entries are listed; empty or left out: all that the key may see
   * @param kind Only entries of this kind
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor Where the page begins, as `Link` of the page before it says
   */
  @Get()
  @Extension('x-read-model', 'blocklist')
  @SuccessResponse<PageHeaders>(200, 'The entries')
  async listBlocklistEntries(
    @Request() request: express.Request,
    @Query() tenant_id?: TenantId,
    @Query() kind?: 'document_number' | 'person',
    @Query() limit = 50,
    @Query() cursor?: string,
  ): Promise<BlocklistEntryView[]> {
    const after = readCursor('blocklist', cursor);
    const listed = await this.call.services.queries.blocklist.list({
      ...{ tenant_id: this.call.tenantFilter(tenant_id), kind, limit: limit + 1 },
      ...(after && { after: { created_at: after.at, entry_id: after.id } }),
    });
    return page(listed, limit, { list: 'blocklist', request }, ({ created_at: at, entry_id: id }) => ({ at, id })).map(
      entryView,
    );
  }

  /**
   * One entry: never what it holds.
   * @summary Get a blocklist entry
   * @param entry_id The entry
   */
  @Get('{entry_id}')
  @Extension('x-tagged', true)
  @Response<ErrorBody>(404, 'There is no such entry', NO_ENTRY)
  async getBlocklistEntry(@Path() entry_id: Uuid): Promise<BlocklistEntryView> {
    return entryView(await this.find(entry_id));
  }

  /**
   * Takes an entry off the blocklist, with all that was known of it. Verdicts that were given before stay.
   * @summary Remove a blocklist entry
   * @param entry_id The entry
   */
  @Delete('{entry_id}')
  @SuccessResponse(204, 'Removed')
  @Response<ErrorBody>(404, 'There is no such entry', NO_ENTRY)
  async removeBlocklistEntry(@Path() entry_id: Uuid): Promise<void> {
    const entry = await this.find(entry_id);
    const { blocklist } = this.call.services.commands;
    await this.call.visible(blocklist.remove(this.call.contextFor(entry.tenant_id), entry.entry_id));
  }

  private find(entry_id: string): Promise<BlocklistEntry> {
    return this.call.findOwn(this.call.services.queries.blocklist, entry_id, 'blocklist entry');
  }
}

/** Most numbers of one entry: each is looked up by itself. */
const MOST_NUMBERS = 100;

/** What a body asks to block. @throws ApiError 422 where it does not say what, or says it twice */
function blocked({ kind, values, case_id, doc_id }: BlocklistBody): Pick<BlockInput, 'kind' | 'what'> {
  if (kind === 'face') throw new ApiError(422, 'The field `kind` cannot be `face`: faces cannot be blocked yet');
  if (case_id !== undefined || doc_id !== undefined) {
    if (values !== undefined) throw new ApiError(422, 'The fields `values` and `case_id` cannot both be given');
    if (case_id === undefined) throw new ApiError(422, 'The field `case_id` is required with `doc_id`');
    if (doc_id === undefined) throw new ApiError(422, 'The field `doc_id` is required with `case_id`');
    return { kind, what: { case_id: case_id.toLowerCase(), doc_id: doc_id.toLowerCase() } };
  }
  if (values === undefined) throw new ApiError(422, 'The field `values` is required, or `case_id` and `doc_id`');
  if (kind === 'person') {
    if (Array.isArray(values)) throw new ApiError(422, 'The field `values` must be an object of fields for a person');
    return { kind, what: { kind, fields: values } };
  }
  if (!Array.isArray(values)) throw new ApiError(422, 'The field `values` must be a list of document numbers');
  if (values.length === 0 || values.length > MOST_NUMBERS) {
    throw new ApiError(422, `The field \`values\` must have 1 to ${MOST_NUMBERS} document numbers`);
  }
  return { kind, what: { kind, numbers: values } };
}

const entryView = (entry: BlocklistEntry): BlocklistEntryView => ({
  id: entry.entry_id,
  tenant_id: entry.tenant_id,
  kind: entry.kind,
  value_count: entry.value_count,
  reason: entry.reason ?? '',
  added_by: entry.added_by,
  created_at: entry.created_at,
});
