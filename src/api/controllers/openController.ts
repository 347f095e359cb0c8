import type express from 'express';
import { Controller, Extension, Get, Request, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import { registry } from '../../platform/metrics.js';
import type { Call } from '../call.js';
import type { Health } from '../contract/health.js';
import { sendPage, SWAGGER_UI_PAGE, REDOC_PAGE } from '../documentation/pages.js';
import { checkHealth } from '../health.js';

/** Paths that need no key. */
@Route('')
@Tags('Open paths')
export class OpenController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Asks the database, the event store, the blob store and the document engine whether they answer.
   * @summary Health
   */
  @Get('healthz')
  @Extension('x-open-path', true)
  @Response<Health>(503, 'A part does not answer; `detail` names it', {
    status: 'error',
    checks: { event_store: { status: 'error', kind: 'postgres' } },
    detail: 'Not working: event_store',
  })
  async getHealth(): Promise<Health> {
    const health = await checkHealth(this.call.services);
    if (health.status === 'error') this.setStatus(503);
    return health;
  }

  /**
   * Metrics of this process in the Prometheus text format.
   * @summary Metrics
   */
  @Get('metrics')
  @Extension('x-open-path', true)
  @Extension('x-media-types', ['text/plain'])
  @SuccessResponse(200, 'The metrics')
  async getMetrics(@Request() request: express.Request): Promise<void> {
    request.res?.type(registry.contentType).send(await registry.metrics());
  }

  /**
   * This document.
   * @summary OpenAPI document
   */
  @Get('openapi.json')
  @Extension('x-open-path', true)
  getOpenApiDocument(): { [key: string]: unknown } {
    return this.call.services.document;
  }

  /**
   * The documentation as Swagger UI, to try requests in.
   * @summary Documentation to try out
   */
  @Get('docs')
  @Extension('x-open-path', true)
  @Extension('x-media-types', ['text/html'])
  @SuccessResponse(200, 'The page')
  getSwaggerUi(@Request() request: express.Request): void {
    sendPage(request, SWAGGER_UI_PAGE);
  }

  /**
   * The documentation as Redoc, to read.
   * @summary Documentation to read
   */
  @Get('redoc')
  @Extension('x-open-path', true)
  @Extension('x-media-types', ['text/html'])
  @SuccessResponse(200, 'The page')
  getRedoc(@Request() request: express.Request): void {
    sendPage(request, REDOC_PAGE);
  }
}
