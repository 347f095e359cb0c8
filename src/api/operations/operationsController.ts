import { Controller, Extension, Get, Path, Post, Query, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { ParkedWork } from '../../domain/operations/parkedWork.js';
import type { Call } from '../http/call.js';
import type { ParkedWorkView } from './parkedWorkContract.js';
import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { ErrorBody } from '../http/textContract.js';

/** Work that failed for the last time is parked until somebody decides about it. All of this needs the scope `admin`. */
@Route('v1/operations')
@Tags('Operations')
export class OperationsController extends Controller {
  constructor(private readonly call: Call) {
    super();
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
