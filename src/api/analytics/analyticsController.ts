import { Controller, Extension, Get, Query, Route, Tags } from '@tsoa/runtime';
import type { Call } from '../http/call.js';
import type { TenantId } from '../../domain/core/text.js';
import type { CorrectionStatisticsView, ExecutionStatisticsView, UsageView } from './analyticsContract.js';
import { daysUntil, dayOfMoment } from './days.js';
import type { WebhookStatisticsView } from '../webhooks/webhookContract.js';

const DAY_MS = 24 * 3_600_000;

/**
 * Figures over the last days, which are whole days in UTC: the last one is today. What becomes of a case, a run or a delivery counts on the
 * day on which it began. Nothing of a test counts. They are as fresh as every other read.
 */
@Route('v1/analytics')
@Tags('Analytics')
export class AnalyticsController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Counts what was used: cases that were opened in the last days by what became of them, their documents, and runs that were started.
   * Replays count.
   * @summary Usage
   * @param tenant_id Tenant whose use is counted; empty or left out: all that the key may see
   * @param days How many days, today included
   * @isInt days
   * @minimum days 1
   * @maximum days 365
   */
  @Get('usage')
  @Extension('x-read-model', 'case_figures')
  getUsage(@Query() tenant_id?: TenantId, @Query() days = 30): Promise<UsageView> {
    return this.call.services.queries.analytics.usage(this.daysOf(tenant_id, days));
  }

  /**
   * Counts the deliveries that were queued in the last days: the caller's tenant's, or everyone's for the platform.
   * @summary Webhook statistics
   * @param days How many days, today included
   * @isInt days
   * @minimum days 1
   * @maximum days 365
   */
  @Get('webhooks')
  @Extension('x-read-model', 'webhook_figures')
  async getWebhookStatistics(@Query() days = 30): Promise<WebhookStatisticsView> {
    const figures = await this.call.services.queries.analytics.webhooks(this.daysOf(undefined, days));
    return { total_sent: figures.total, ...figures };
  }

  /**
   * Counts the runs that were started in the last days, of documents and of agents, by what became of them.
   * @summary Execution statistics
   * @param tenant_id Tenant whose runs are counted; empty or left out: all that the key may see
   * @param days How many days, today included
   * @isInt days
   * @minimum days 1
   * @maximum days 365
   */
  @Get('executions')
  @Extension('x-read-model', 'execution_figures')
  getExecutionStatistics(@Query() tenant_id?: TenantId, @Query() days = 30): Promise<ExecutionStatisticsView> {
    return this.call.services.queries.analytics.executions(this.daysOf(tenant_id, days));
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

  private daysOf(tenant_id: TenantId | undefined, days: number) {
    const today = dayOfMoment(this.call.services.clock().toISOString());
    return daysUntil(this.call.tenantFilter(tenant_id), today, days);
  }
}
