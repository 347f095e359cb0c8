import { Body, Controller, Extension, Get, Put, Query, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { TenantId } from '../../domain/core/text.js';
import type { WatchlistMonitoring } from '../../domain/faces/index.js';
import type { Call } from '../http/call.js';
import type { WatchlistMonitoringBody, WatchlistMonitoringView } from './watchlistMonitoringContract.js';

/** Whether faces of cases that were judged are compared with those that join a watchlist later. */
@Route('v1/watchlists/monitoring')
@Tags('Faces')
export class WatchlistMonitoringController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Tells whether the faces of a tenant's cases are kept, and compared with whoever joins a watchlist.
   * @summary Get whether faces are monitored
   * @param tenant_id The tenant; the key's own when left out or empty
   */
  @Get()
  async getWatchlistMonitoring(@Query() tenant_id?: TenantId): Promise<WatchlistMonitoringView> {
    const tenant = this.call.tenantFor(tenant_id);
    return monitoringView(tenant, await this.call.services.commands.watchlistMonitoring.monitoring(tenant));
  }

  /**
   * Has the numbers of the faces of a tenant's cases kept when these are completed, encrypted under the key of the case, and compared with every face
   * that joins a watchlist from then on: a hit stands in `watchlist_hits` of its case, and endpoints that ask for `face.watchlist_hit` are told.
   * With `monitors: false` those that are kept are forgotten. Test keys cannot change it.
   * @summary Set whether faces are monitored
   * @param tenant_id The tenant; the key's own when left out or empty
   */
  @Put()
  @Extension('x-required-scope', 'admin')
  @SuccessResponse(200, 'What holds from now on')
  async setWatchlistMonitoring(
    @Body() body: WatchlistMonitoringBody,
    @Query() tenant_id?: TenantId,
  ): Promise<WatchlistMonitoringView> {
    const context = this.call.contextFor(this.call.tenantFor(tenant_id));
    const { watchlistMonitoring } = this.call.services.commands;
    return monitoringView(
      context.tenant_id,
      await this.call.visible(watchlistMonitoring.setMonitoring(context, body.monitors)),
    );
  }
}

const monitoringView = (
  tenant_id: string,
  { monitors, changed_by, changed_at }: WatchlistMonitoring,
): WatchlistMonitoringView => ({ tenant_id, monitors, changed_by, changed_at });
