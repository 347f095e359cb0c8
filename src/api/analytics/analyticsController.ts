import { Controller, Extension, Get, Query, Route, Tags } from '@tsoa/runtime';
import type { Call } from '../http/call.js';
import type { TenantId } from '../../domain/core/text.js';
import type { CorrectionStatisticsView } from './analyticsContract.js';
import type { WebhookStatisticsView } from '../webhooks/webhookContract.js';

const DAY_MS = 24 * 3_600_000;

/** Figures over the last days; as fresh as every other read. */
@Route('v1/analytics')
@Tags('Analytics')
export class AnalyticsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Counts the deliveries that were queued in the last days: the caller's tenant's, or everyone's for the platform.
   * @summary Webhook statistics
   * @param days How many days back
   * @isInt days
   * @minimum days 1
   * @maximum days 365
   */
  @Get('webhooks')
  @Extension('x-read-model', 'webhook_deliveries')
  async getWebhookStatistics(@Query() days = 30): Promise<WebhookStatisticsView> {
    const { queries, clock } = this.call.services;
    const since = new Date(clock().getTime() - days * DAY_MS);
    const tenant_id = this.call.tenantFilter(undefined);
    const { total, ...statistics } = await queries.webhookDeliveries.statistics({ tenant_id, since });
    return { total_sent: total, total, ...statistics };
  }

  /**
   * Counts which fields people corrected in the last days, the most corrected first: what a document type reads badly. A correction counts
   * for good, also once its case is erased.
   * @summary Correction statistics
   * @param tenant_id Tenant whose corrections are counted; empty or left out: all that the key may see
   * @param days How many days back
   * @isInt days
   * @minimum days 1
   * @maximum days 365
   */
  @Get('corrections')
  @Extension('x-read-model', 'corrections')
  async getCorrectionStatistics(@Query() tenant_id?: TenantId, @Query() days = 30): Promise<CorrectionStatisticsView> {
    const { queries, clock } = this.call.services;
    const since = new Date(clock().getTime() - days * DAY_MS);
    const fields = await queries.corrections.byField({ tenant_id: this.call.tenantFilter(tenant_id), since });
    return { total_corrections: fields.reduce((sum, { corrections }) => sum + corrections, 0), fields };
  }
}
