import { Controller, Extension, Get, Query, Request, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type express from 'express';
import type { CaseSummary } from '../../domain/cases/caseSummary.js';
import type { Moment, PastMoment, TenantId } from '../../domain/core/text.js';
import type { ModeName } from '../apiKeys/apiKeyContract.js';
import type { Call } from '../http/call.js';
import { assertReason } from '../http/requests/closedLists.js';
import { metadataFilter } from '../http/requests/metadata.js';
import { createdWithin } from '../http/requests/moments.js';
import { asksOnlyFor, onlyFields } from '../http/responses/fields.js';
import { nameNext, page, type PageHeaders, readCursor } from '../http/responses/pages.js';
import type { ErrorBody } from '../http/textContract.js';
import type { CaseStatusName, ListedCaseView } from './caseContract.js';
import { BRIEF_FIELDS, listedCaseView } from './caseView.js';

/** The cases there are, and those that there were. */
@Route('v1/cases')
@Tags('Cases')
@Response<ErrorBody>(404, 'There is no such case, document or goal', { detail: 'There is no case with this id' })
export class CaseListController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Lists cases, newest first, without their documents, as they are or as they were. All of what it is narrowed by must hold. Where there are more than `limit`, the header `Link` names the next page; as of a moment the list goes on as long as there is one, also behind a page that is not full.
   * @summary List cases
   * @param tenant_id Tenant whose cases are listed; empty or left out: all that the key may see
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param client_reference_id Only the case with this reference
   * @param status Only cases that stand so
   * @param goal Only cases of the agents with this goal
   * @param document_type Only cases with a document that was read as this type
   * @maxLength document_type 64
   * @param reason Only cases whose result names a reason with this code; 422 where there is no such code
   * @maxLength reason 64
   * @param assignee Only cases that this person is to look at
   * @maxLength assignee 200
   * @param mode Only cases of live keys, or of test keys; left out: those of keys like the one that asks
   * @param created_from Only cases that were opened then or later
   * @param created_to Only cases that were opened then or earlier
   * @param fields Of each case these fields alone, with commas between their names
   * @param cursor Where the page begins, as `Link` of the page before it says
   * @param as_of Lists what there was then, by what was true of it then
   */
  @Get()
  @Extension('x-personal-data', true)
  @Extension('x-read-model', 'cases')
  @Extension('x-by-metadata', true)
  @SuccessResponse<PageHeaders>(200, 'The cases')
  async listCases(
    @Request() request: express.Request,
    @Query() tenant_id?: TenantId,
    @Query() limit = 50,
    @Query() client_reference_id?: string,
    @Query() status?: CaseStatusName,
    @Query() goal?: string,
    @Query() document_type?: string,
    @Query() reason?: string,
    @Query() assignee?: string,
    @Query() mode?: ModeName,
    @Query() created_from?: Moment,
    @Query() created_to?: Moment,
    @Query() fields?: string,
    @Query() cursor?: string,
    @Query() as_of?: PastMoment,
  ): Promise<ListedCaseView[]> {
    assertReason(reason);
    const asOf = await this.call.asOf(as_of);
    const after = readCursor('cases', cursor);
    const endOfCase = ({ created_at: at, session_id: id }: Pick<CaseSummary, 'created_at' | 'session_id'>) => ({
      at,
      id,
    });
    const filter = {
      ...{
        tenant_id: this.call.tenantFilter(tenant_id),
        client_reference_id,
        mode: mode ?? this.call.mode,
        status,
        goal,
        assignee,
      },
      ...{ document_type, reason, metadata: metadataFilter(request.query) },
      ...createdWithin(created_from, created_to),
      ...(after && { after: { created_at: after.at, session_id: after.id } }),
    };
    if (asOf) {
      const { pastCases } = this.call.services.queries;
      const { rows, next } = await this.call.pastList(() => pastCases.list({ ...filter, limit }, asOf));
      if (next) nameNext({ list: 'cases', request }, endOfCase(next));
      await this.call.shownAll(rows.map(named));
      return onlyFields(rows.map(listedCaseView), fields);
    }
    const brief = asksOnlyFor(fields, BRIEF_FIELDS);
    const shown = page(
      await this.call.services.queries.cases.list({ ...filter, brief, limit: limit + 1 }),
      limit,
      { list: 'cases', request },
      endOfCase,
    );
    await this.call.shownAll(shown.map(named));
    return onlyFields(shown.map(listedCaseView), fields);
  }
}

const named = ({ tenant_id, session_id: id }: Pick<CaseSummary, 'tenant_id' | 'session_id'>) => ({ tenant_id, id });
