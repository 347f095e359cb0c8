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
import type { Call } from '../http/call.js';
import type { CaseReport, ReportHeaders } from '../../reports/caseReport.js';
import type { Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';

/** A report is a case for the files. */
@Route('v1/cases')
@Tags('Cases')
@Response<ErrorBody>(404, 'There is no such case', { detail: 'There is no case with this id' })
export class CaseReportsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * What was asked for, shown, read and decided, with the evidence and the hashes to check it by. A report is made at the first request, and kept until something about
   * the case changes. JSON and PDF hold the same facts.
   * @summary Get the report of a case
   * @param session_id The case
   * @param regenerate Makes it anew
   * @param format In which form
   */
  @Get('{session_id}/report')
  @Extension('x-personal-data', true)
  @Extension('x-media-types', ['application/pdf'])
  @SuccessResponse<ReportHeaders>(200, 'The report')
  @Response<ErrorBody>(422, 'The case is still collecting, or a value is not acceptable', {
    detail: 'The case is still collecting; there is a report once it has ended',
  })
  async getReport(
    @Path() session_id: Uuid,
    @Request() request: express.Request,
    @Query() regenerate = false,
    @Query() format: 'json' | 'pdf' = 'json',
  ): Promise<CaseReport | undefined> {
    const { queries, reports } = this.call.services;
    const theCase = await this.call.findOwn(queries.cases, session_id, 'case');
    if (format === 'json') return reports.facts(theCase.session_id, { regenerate });
    const pdf = await reports.pdf(theCase.session_id, { regenerate });
    request.res
      ?.set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename=report_${theCase.session_id}.pdf`,
      })
      .send(pdf);
    return undefined;
  }
}
