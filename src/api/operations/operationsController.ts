import { Controller, Extension, Get, Path, Post, Query, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { ParkedWork } from '../../domain/operations/parkedWork.js';
import type { Position } from '../../platform/eventStore/eventStore.js';
import type { BuildState, ReadModelState } from '../../projections/operations/readModelStates.js';
import { isPlatform } from '../http/access/caller.js';
import type { Call } from '../http/call.js';
import { ApiError } from '../http/responses/apiError.js';
import type { ParkedWorkView } from './parkedWorkContract.js';
import type { ReadModelBuildView, ReadModelView } from './readModelContract.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';

/** What whoever runs the service looks at and decides: read models that are built, work that failed for the last time. All of this needs the scope `admin`. */
@Route('v1/operations')
@Tags('Operations')
export class OperationsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Lists every read model with the version that is served, and how far what is built to take its place has come. Only for a key of
   * the platform: they are kept over all tenants, and hold nothing of one here.
   * @summary List read models and their rebuilds
   */
  @Get('read-models')
  @Extension('x-required-scope', 'admin')
  @Response<ErrorBody>(403, 'The key is no key of the platform, or lacks the scope', {
    detail: 'Read models are kept over all tenants: this needs a key of the platform',
  })
  async listReadModels(): Promise<ReadModelView[]> {
    if (!isPlatform(this.call.caller)) {
      throw new ApiError(403, 'Read models are kept over all tenants: this needs a key of the platform');
    }
    return (await this.call.services.queries.readModelStates.list()).map(readModelView);
  }

  /**
   * Lists parked work, what was parked last first.
   * @summary List parked work
   * @param tenant_id Tenant whose work is listed; empty or left out: all that the key may see
   * @param status Only work of this status
   * @param limit How much at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   */
  @Get('parked')
  @Extension('x-read-model', 'parked_work')
  @Extension('x-required-scope', 'admin')
  async listParkedWork(
    @Query() tenant_id?: TenantId,
    @Query() status: 'parked' | 'retried' | 'dropped' = 'parked',
    @Query() limit = 50,
  ): Promise<ParkedWorkView[]> {
    const filter = { tenant_id: this.call.tenantFilter(tenant_id), status, limit };
    return (await this.call.services.queries.parkedWork.list(filter)).map(parkedWorkView);
  }

  /**
   * Hands the work out again, with as many attempts as new work has.
   * @summary Retry parked work
   * @param parked_id The work
   */
  @Post('parked/{parked_id}/retry')
  @Extension('x-required-scope', 'admin')
  @SuccessResponse(200, 'The work, handed out again')
  @Response<ErrorBody>(404, 'There is no such work', { detail: 'There is no parked work with this id' })
  @Response<ErrorBody>(409, 'It was retried or dropped before', { detail: 'The work was handed out again already' })
  async retryParkedWork(@Path() parked_id: Uuid): Promise<ParkedWorkView> {
    const { tenant_id, id } = await this.parked(parked_id);
    const { parkedWork } = this.call.services.commands;
    return parkedWorkView(await this.call.visible(parkedWork.retry(this.call.contextFor(tenant_id), id)));
  }

  /**
   * Gives the work up for good: an execution that waited for it becomes `failed`.
   * @summary Drop parked work
   * @param parked_id The work
   */
  @Post('parked/{parked_id}/drop')
  @Extension('x-required-scope', 'admin')
  @SuccessResponse(200, 'The work, dropped')
  @Response<ErrorBody>(404, 'There is no such work', { detail: 'There is no parked work with this id' })
  @Response<ErrorBody>(409, 'It was retried or dropped before', { detail: 'The work was dropped already' })
  async dropParkedWork(@Path() parked_id: Uuid): Promise<ParkedWorkView> {
    const { tenant_id, id } = await this.parked(parked_id);
    const { parkedWork } = this.call.services.commands;
    return parkedWorkView(await this.call.visible(parkedWork.drop(this.call.contextFor(tenant_id), id)));
  }

  private async parked(parkedId: string): Promise<{ tenant_id: string; id: string }> {
    const id = parkedId.toLowerCase();
    const { tenant_id } = await this.call.findOwn(this.call.services.queries.parkedWork, id, 'parked work');
    return { tenant_id, id };
  }
}

const numberOf = (position: Position | undefined): number | null => (position === undefined ? null : Number(position));

const readModelView = ({ builds, position, head, ...state }: ReadModelState): ReadModelView => ({
  ...state,
  position: numberOf(position),
  head: numberOf(head),
  builds: builds.map(buildView),
});

const buildView = ({ from, position, begun_at, moved_at, expected_end, ...build }: BuildState): ReadModelBuildView => ({
  ...build,
  from_position: numberOf(from),
  position: numberOf(position),
  begun_at: begun_at?.toISOString() ?? null,
  moved_at: moved_at.toISOString(),
  expected_end: expected_end?.toISOString() ?? null,
});

const parkedWorkView = (work: ParkedWork): ParkedWorkView => ({
  parked_id: work.parked_id,
  tenant_id: work.tenant_id,
  topic: work.topic,
  type: work.type,
  payload: work.payload,
  status: work.status,
  error: work.error,
  message_id: work.message_id,
  attempts: work.attempts,
  times_parked: work.times_parked,
  parked_at: work.parked_at,
  settled_at: work.settled_at ?? '',
});
