import {
  Body,
  Controller,
  Delete,
  Extension,
  Get,
  Header,
  Patch,
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
import type { GovernanceCommands } from '../../commands/governance/governanceCommands.js';
import type { Json } from '../../domain/core/json.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import { type GovernanceConfigGiven, type GovernanceSet, knownConfig } from '../../domain/governance/index.js';
import type { Call } from '../http/call.js';
import { CHANGED, etagOf, revisionsOf } from '../http/etag.js';
import { page, type PageHeaders, readCursor } from '../http/responses/pages.js';
import type { ErrorBody } from '../http/textContract.js';
import type {
  ChangeGovernanceSetBody,
  CreateGovernanceSetBody,
  GovernanceConfigBody,
  GovernanceRunView,
  GovernanceSetView,
  GovernanceTriggered,
} from './governanceContract.js';
import { governanceRunView, governanceSetView } from './governanceViews.js';

const NO_SET = { detail: 'There is no governance set with this id' };
const WRONG = { detail: 'The field `config.lookback_days` must be a whole number from 1 to 3650' };

/** Documents of a type that are held to its rules again and again, as these are then. */
@Route('v1/governance')
@Tags('Governance')
export class GovernanceController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Keeps a governance set: which documents of a type are held to its rules, and when. Without `config` those are all that were read as the type. One of the
   * platform looks at the documents of all tenants that have no type of their own by that name.
   * @summary Create a governance set
   */
  @Post()
  @Extension('x-location', '/v1/governance/{id}')
  @SuccessResponse(201, 'The governance set')
  @Response<ErrorBody>(400, 'The tenant has too many governance sets', {
    detail: 'The tenant has 200 governance sets, and takes no more; delete some first',
  })
  @Response<ErrorBody>(404, 'There is no such document type, or no agent with the goal', {
    detail: 'There is no document type passport',
  })
  @Response<ErrorBody>(422, 'A value is not acceptable', WRONG)
  async createGovernanceSet(@Body() body: CreateGovernanceSetBody): Promise<GovernanceSetView> {
    const { name, context_id, schedule = 'daily', config = {}, enabled = true } = body;
    const context = this.call.contextFor(this.call.tenantFor(body.tenant_id));
    const input = { name, context_id, schedule, enabled, config: given(config) };
    return governanceSetView(
      await this.call.visible(this.commands.create(context, input, this.call.madeId)),
      undefined,
    );
  }

  /**
   * Lists governance sets, newest first.
   * @summary List governance sets
   * @param tenant_id Tenant whose sets are listed; empty or left out: all that the key may see
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor Where the page begins, as `Link` of the page before it says
   */
  @Get()
  @Extension('x-read-model', 'governance_sets')
  @SuccessResponse<PageHeaders>(200, 'The governance sets')
  async listGovernanceSets(
    @Request() request: express.Request,
    @Query() tenant_id?: TenantId,
    @Query() limit = 50,
    @Query() cursor?: string,
  ): Promise<GovernanceSetView[]> {
    const { governanceSets, governanceRuns } = this.call.services.queries;
    const after = readCursor('governance', cursor);
    const listed = await governanceSets.list({
      ...{ tenant_id: this.call.tenantFilter(tenant_id), limit: limit + 1 },
      ...(after && { after: { created_at: after.at, governance_id: after.id } }),
    });
    const shown = page(listed, limit, { list: 'governance', request }, ({ created_at: at, governance_id: id }) => ({
      at,
      id,
    }));
    const last = await governanceRuns.lastOf(shown.map(({ governance_id }) => governance_id));
    return shown.map((set) => governanceSetView(set, last.get(set.governance_id)));
  }

  /**
   * One governance set, as it is.
   * @summary Get a governance set
   * @param governance_id The governance set
   */
  @Get('{governance_id}')
  @Extension('x-tagged', true)
  @Response<ErrorBody>(404, 'There is no such governance set', NO_SET)
  async getGovernanceSet(@Path() governance_id: Uuid): Promise<GovernanceSetView> {
    const set = await this.find(governance_id);
    this.setHeader('ETag', etagOf(set.revision));
    return this.shown(set);
  }

  /**
   * Changes a governance set, or enables or disables it. What it would have done while it was disabled is not made up for.
   * @summary Change a governance set
   * @param governance_id The governance set
   * @param if_match `ETag` of the set as it was read: where it has changed since, nothing is changed
   */
  @Patch('{governance_id}')
  @SuccessResponse(200, 'The governance set')
  @Response<ErrorBody>(400, 'It was changed too often', {
    detail: 'The governance set was changed 1000 times, and each is kept; make a new one',
  })
  @Response<ErrorBody>(404, 'There is no such governance set, or no agent with the goal', NO_SET)
  @Response<ErrorBody>(412, 'It has changed since it was read', CHANGED)
  @Response<ErrorBody>(422, 'A value is not acceptable', WRONG)
  async changeGovernanceSet(
    @Path() governance_id: Uuid,
    @Body() body: ChangeGovernanceSetBody,
    @Header('If-Match') if_match?: string,
  ): Promise<GovernanceSetView> {
    const set = await this.find(governance_id);
    const { name, schedule, enabled, config } = body;
    const changes = {
      ...(name !== undefined && { name }),
      ...(schedule !== undefined && { schedule }),
      ...(enabled !== undefined && { enabled }),
      ...(config !== undefined && { config: given(config) }),
    };
    const context = this.call.contextFor(set.tenant_id);
    const changed = this.commands.change(context, set.governance_id, changes, revisionsOf(if_match));
    return this.shown(await this.call.visible(changed));
  }

  /**
   * Deletes a governance set: it runs no more. A run that is under way goes on, and what runs found can be read by their ids.
   * @summary Delete a governance set
   * @param governance_id The governance set
   */
  @Delete('{governance_id}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(404, 'There is no such governance set', NO_SET)
  async deleteGovernanceSet(@Path() governance_id: Uuid): Promise<void> {
    const set = await this.find(governance_id);
    await this.call.visible(this.commands.remove(this.call.contextFor(set.tenant_id), set.governance_id));
  }

  /**
   * Lists the runs of a governance set, newest first.
   * @summary List runs of a governance set
   * @param governance_id The governance set
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   * @param cursor Where the page begins, as `Link` of the page before it says
   */
  @Get('{governance_id}/runs')
  @Extension('x-read-model', 'governance_runs')
  @SuccessResponse<PageHeaders>(200, 'The runs')
  @Response<ErrorBody>(404, 'There is no such governance set', NO_SET)
  async listGovernanceRuns(
    @Request() request: express.Request,
    @Path() governance_id: Uuid,
    @Query() limit = 20,
    @Query() cursor?: string,
  ): Promise<GovernanceRunView[]> {
    const set = await this.find(governance_id);
    const after = readCursor('governance_runs', cursor);
    const listed = await this.call.services.queries.governanceRuns.list({
      ...{ governance_id: set.governance_id, limit: limit + 1 },
      ...(after && { after: { started_at: after.at, run_id: after.id } }),
    });
    const shown = page(listed, limit, { list: 'governance_runs', request }, ({ started_at: at, run_id: id }) => ({
      at,
      id,
    }));
    return Promise.all(shown.map(async (run) => governanceRunView(await this.commands.progress(run))));
  }

  /**
   * Begins a run of a governance set now, also of one that is disabled. It goes on in the background.
   * @summary Trigger a run
   * @param governance_id The governance set
   */
  @Post('{governance_id}/trigger')
  @Extension('x-location', '/v1/governance/runs/{run_id}')
  @SuccessResponse(202, 'The run, which goes on')
  @Response<ErrorBody>(404, 'There is no such governance set', NO_SET)
  @Response<ErrorBody>(409, 'Too many runs are under way', {
    detail: 'The tenant has 10 governance runs under way, and begins no more; wait for one to end, or cancel it',
  })
  async triggerGovernanceRun(@Path() governance_id: Uuid): Promise<GovernanceTriggered> {
    const set = await this.find(governance_id);
    const context = this.call.contextFor(set.tenant_id);
    const begun = this.commands.begin(context, set.governance_id, null, this.call.madeId);
    const { run_id } = await this.call.visible(begun);
    this.setStatus(202);
    return { status: 'triggered', governance_id: set.governance_id, run_id };
  }

  private get commands(): GovernanceCommands {
    return this.call.services.commands.governance;
  }

  private find(id: string): Promise<GovernanceSet & { revision: number }> {
    return this.call.findOwn(this.call.services.queries.governanceSets, id, 'governance set');
  }

  private async shown(set: GovernanceSet): Promise<GovernanceSetView> {
    const last = await this.call.services.queries.governanceRuns.lastOf([set.governance_id]);
    return governanceSetView(set, last.get(set.governance_id));
  }
}

/** A configuration as the domain takes it, without what the service does not know. */
const given = (config: GovernanceConfigBody): GovernanceConfigGiven =>
  // A body is JSON, which interfaces do not say of themselves.
  knownConfig(Object.fromEntries(Object.entries(config) as [string, Json][]));
