import { Controller, Extension, Get, Query, Route, Tags } from '@tsoa/runtime';
import type { TenantId } from '../../domain/core/text.js';
import type { Call } from '../http/call.js';
import type { ChangesView } from './changesContract.js';
import type { LogPosition } from './proofContract.js';

/** What changes, for whoever shows it: asked for over and over, each time from where the last answer ended, it leaves nothing out. */
@Route('v1/changes')
@Tags('Audit')
export class ChangesController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Tells what was done since, oldest first. Without `after` it tells nothing but where to begin: what there was before is read elsewhere. An answer with `limit`
   * changes is not the last: ask on, at once.
   * @summary What has changed
   * @param tenant_id Tenant whose changes are told; empty or left out: all that the key may see
   * @param after `next` of the answer before
   * @param limit How many at most
   * @isInt limit
   * @minimum limit 1
   * @maximum limit 200
   */
  @Get()
  @Extension('x-read-model', 'audit')
  async listChanges(
    @Query() tenant_id?: TenantId,
    @Query() after?: LogPosition,
    @Query() limit = 200,
  ): Promise<ChangesView> {
    const { audit } = this.call.services.queries;
    const tenant = this.call.tenantFilter(tenant_id);
    if (after === undefined) return { changes: [], next: (await audit.lastPosition(tenant)) ?? '0' };
    const entries = await audit.since({ tenant_id: tenant, position: after, limit });
    const changes = entries.map(({ position, at, action, aggregate }) => ({ position, at, action, aggregate }));
    return { changes, next: changes.at(-1)?.position ?? after };
  }
}
