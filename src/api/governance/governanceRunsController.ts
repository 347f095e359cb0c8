import { Extension, Controller, Get, Path, Post, Query, Request, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime'; // prettier-ignore
import type express from 'express';
import type { GovernanceCommands } from '../../commands/governance/governanceCommands.js';
import type { Uuid } from '../../domain/core/text.js';
import type { GovernanceRun } from '../../domain/governance/index.js';
import type { Call } from '../http/call.js';
import { page, type PageHeaders, readCursor } from '../http/responses/pages.js';
import type { ErrorBody } from '../http/textContract.js';
import type { GovernanceResultView, GovernanceRunView } from './governanceContract.js';
import { governanceResultView, governanceRunView } from './governanceViews.js';

const NO_RUN = { detail: 'There is no governance run with this id' };

/** What became of the runs of governance sets. */
@Route('v1/governance/runs')
@Tags('Governance')
export class GovernanceRunsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * How far a run is, and what it counted.
   * @summary Get a run
   * @param run_id The run
   */
  @Get('{run_id}')
  @Extension('x-tagged', true)
  @Response<ErrorBody>(404, 'There is no such run', NO_RUN)
  async getGovernanceRun(@Path() run_id: Uuid): Promise<GovernanceRunView> {
    return governanceRunView(await this.commands.progress(await this.find(run_id)));
  }

  /**
   * How each document stood to the rules of its type, newest document first. Results are kept for ninety days, and those of a case until it is erased.
   * @summary List results of a run
   * @param run_id The run
   * @param status Only documents that pass, or fail; empty or left out: all
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 1000
   * @param cursor Where the page begins, as `Link` of the page before it says
   */
  @Get('{run_id}/results')
  @Extension('x-personal-data', true)
  @SuccessResponse<PageHeaders>(200, 'The results')
  @Response<ErrorBody>(404, 'There is no such run', NO_RUN)
  async listGovernanceResults(
    @Request() request: express.Request,
    @Path() run_id: Uuid,
    @Query() status?: 'pass' | 'fail' | '',
    @Query() limit = 200,
    @Query() cursor?: string,
  ): Promise<GovernanceResultView[]> {
    const run = await this.find(run_id);
    const after = readCursor('governance_results', cursor);
    const found = await this.commands.results(run.run_id, {
      ...{ status: status === '' ? undefined : status, limit: limit + 1 },
      ...(after && { after: { received_at: after.at, doc_id: after.id } }),
    });
    const shown = page(found, limit, { list: 'governance_results', request }, ({ received_at: at, doc_id: id }) => ({
      at,
      id,
    }));
    return shown.map((result) => governanceResultView(run.run_id, result));
  }

  /**
   * Ends a run that goes on: it has failed, with `cancelled` as its error. What it found stays.
   * @summary Cancel a run
   * @param run_id The run
   */
  @Post('{run_id}/cancel')
  @SuccessResponse(200, 'The run')
  @Response<ErrorBody>(404, 'There is no such run', NO_RUN)
  @Response<ErrorBody>(409, 'It has ended', { detail: 'The governance run has ended, so it cannot be cancelled' })
  async cancelGovernanceRun(@Path() run_id: Uuid): Promise<GovernanceRunView> {
    const { run_id: id, tenant_id } = await this.find(run_id);
    return governanceRunView(await this.call.visible(this.commands.cancel(this.call.contextFor(tenant_id), id)));
  }

  private get commands(): GovernanceCommands {
    return this.call.services.commands.governance;
  }

  private find(id: string): Promise<GovernanceRun> {
    return this.call.findOwn(this.call.services.queries.governanceRuns, id, 'governance run');
  }
}
