import {
  Controller,
  Extension,
  Get,
  Path,
  Query,
  Request,
  Response,
  Route,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type express from 'express';
import { DomainError } from '../../domain/core/decider.js';
import type { Moment, TenantId } from '../../domain/core/text.js';
import type { AuditFilter } from '../../projections/audit/auditProjection.js';
import { assertInForce } from '../http/access/keyInForce.js';
import type { Call } from '../http/call.js';
import { assertOneOf } from '../http/requests/closedLists.js';
import { whileOf } from '../http/requests/moments.js';
import { ApiError } from '../http/responses/apiError.js';
import type { PageHeaders } from '../http/responses/pages.js';
import { begun, sendLines } from '../http/responses/sendLines.js';
import type { ErrorBody } from '../http/textContract.js';
import type { AuditEntryView } from './auditContract.js';
import { auditPage, readAuditCursor } from './auditPages.js';
import { createAuditViews } from './auditViews.js';
import { queryOf, shownEntries } from './provenEntries.js';

/** How many entries an export reads at once: what it has in memory. */
const EXPORT_PAGE = 200;

/** Behind how many events of a stream entries of an export have no changes: what lies before them is read for every page. */
const MOST_EVENTS_EXPORTED = 2_000;

/** What `limit` is where it is left out: all of an export. */
const LISTED = 50;

/** Who did what, when and to what: an entry for each event of the log, newest first. */
@Route('v1/audit')
@Tags('Audit')
export class AuditController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Lists who did what, when, to what and from where, newest first. With `format=jsonl` it is JSON Lines, an entry in each line: all of them
   * where `limit` is left out. With `proof=true` beside it, the first line has a signed tree head, each entry the proof that its event is in the log
   * of that head, and the last line signs all of them: `attest-verify` needs nothing but the file and the public keys. A tenant has two exports with proofs, or
   * of searches, under way at most.
   * @summary List audit entries
   * @param tenant_id Tenant whose entries are listed; empty or left out: all that the key may see
   * @param aggregate Only what was done to this: its id, or with its kind before it, `case-<session_id>`
   * @param actor Only what this one did: `key:<id>`, `person:<subject>`, `worker:<role>` or `system`
   * @param action Only events of this type, such as `CaseDecided`; 422 where there is no such type
   * @param from Only what was done then or later
   * @param to Only what was done then or earlier
   * @param limit How many at most; 50 where it is left out, and all with `format=jsonl`
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor Where the page begins, as `Link` of the page before it says
   * @param format `jsonl` for JSON Lines
   * @param proof Whether the lines carry their proof; 422 without `format=jsonl`
   */
  @Get()
  @Extension('x-read-model', 'audit')
  @Extension('x-media-types', ['application/x-ndjson'])
  @SuccessResponse<PageHeaders>(200, 'The entries')
  async listAuditEntries(
    @Request() request: express.Request,
    @Query() tenant_id?: TenantId,
    @Query() aggregate?: string,
    @Query() actor?: string,
    @Query() action?: string,
    @Query() from?: Moment,
    @Query() to?: Moment,
    @Query() limit?: number,
    @Query() cursor?: string,
    @Query() format?: 'json' | 'jsonl',
    @Query() proof = false,
  ): Promise<AuditEntryView[]> {
    const { actions } = this.call.services.queries.audit;
    if (proof && format !== 'jsonl') throw new ApiError(422, 'The parameter `proof` needs `format=jsonl`');
    assertOneOf(action, { field: 'action', known: actions, must: 'be the type of an event' });
    const filter = {
      ...{ tenant_id: this.call.tenantFilter(tenant_id), aggregate, actor, action },
      ...whileOf(from, to, { from: 'from', to: 'to' }),
      after: readAuditCursor('audit', cursor),
    };
    if (format !== 'jsonl' || !request.res)
      return this.listed({ list: 'audit', request }, { ...filter, limit: limit ?? LISTED });
    const wanted = { ...filter, limit: limit ?? Infinity };
    await (proof
      ? this.sendProven(request, request.res, wanted)
      : sendJsonLines(request, request.res, jsonLines(this.pages(wanted))));
    return [];
  }

  /**
   * Tells the history of one thing, newest first: of a case, a run, an agent, a document type, a key.
   * @summary Get the history of an aggregate
   * @param aggregate Its id, such as a `session_id`; of a document type its `context_id`
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor Where the page begins, as `Link` of the page before it says
   */
  @Get('{aggregate}')
  @Extension('x-read-model', 'audit')
  @SuccessResponse<PageHeaders>(200, 'The entries')
  @Response<ErrorBody>(404, 'Nothing was ever done to it, or it is not yours', {
    detail: 'There is nothing with this id',
  })
  async getAuditHistory(
    @Request() request: express.Request,
    @Path() aggregate: string,
    @Query() limit = 50,
    @Query() cursor?: string,
  ): Promise<AuditEntryView[]> {
    const after = readAuditCursor('audit_history', cursor);
    const tenant_id = this.call.tenantFilter(undefined);
    const entries = await this.listed({ list: 'audit_history', request }, { tenant_id, aggregate, after, limit });
    if (entries.length > 0 || after !== undefined) return entries;
    throw new DomainError('not_found', 'There is nothing with this id');
  }

  /** A page of entries, and the header that names the next one. */
  private async listed(listing: Parameters<typeof auditPage>[2], filter: AuditFilter): Promise<AuditEntryView[]> {
    const rows = await this.call.services.queries.audit.list({ ...filter, limit: filter.limit + 1 });
    return createAuditViews(this.call).viewsOf(auditPage(rows, filter.limit, listing));
  }

  /** The entries with their proofs, as far as the head goes that they are proven against, and as long as the key is good. */
  private async sendProven(request: express.Request, response: express.Response, filter: AuditFilter): Promise<void> {
    const { services, caller } = this.call;
    const giveBack = services.exportPlaces.take(caller.tenant_id);
    try {
      const { upTo, lines } = await services.commands.proofs.beginExport();
      const pages = shownEntries(this.pages({ ...filter, upTo }), () => assertInForce(services, caller));
      await sendJsonLines(request, response, lines({ kind: 'audit', query: queryOf(filter) }, pages));
    } finally {
      giveBack();
    }
  }

  /** All entries, page by page; each with its changes where it is among the first of its stream, which is read again for each page. */
  private async *pages(filter: AuditFilter): AsyncGenerator<AuditEntryView[], void> {
    const views = createAuditViews(this.call, { mostEvents: MOST_EVENTS_EXPORTED });
    for (let { after, limit: left } = filter; left > 0;) {
      const rows = await this.call.services.queries.audit.list({
        ...filter,
        after,
        limit: Math.min(left, EXPORT_PAGE),
      });
      if (rows.length > 0) yield await views.viewsOf(rows);
      if (rows.length < EXPORT_PAGE) return;
      left -= rows.length;
      after = rows.at(-1);
    }
  }
}

/** Sends lines of which the first are read before the answer begins: what cannot be read at all is still an answer of its own. */
async function sendJsonLines(
  request: express.Request,
  response: express.Response,
  lines: AsyncGenerator<string>,
): Promise<void> {
  const all = await begun(lines);
  response.status(200).set({ 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' });
  await sendLines(all, response, { head: request.method === 'HEAD' });
}

/** Pages as JSON Lines (https://jsonlines.org). The next one is read once the receiver has taken the one before. */
async function* jsonLines(pages: AsyncIterable<AuditEntryView[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((one) => `${JSON.stringify(one)}\n`).join('');
}
