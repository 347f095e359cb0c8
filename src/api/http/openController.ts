import type express from 'express';
import { Controller, Extension, Get, Request, Response, Route, SuccessResponse, Tags } from '@tsoa/runtime';
import type { Health } from '../../platform/health.js';
import { metricsText, registry } from '../../platform/metrics.js';
import type { Call } from './call.js';
import { sendPage, SWAGGER_UI_PAGE, REDOC_PAGE } from './documentation/pages.js';

/** Paths that need no key. */
@Route('')
@Tags('Open paths')
export class OpenController extends Controller {
  constructor(private readonly call: Call) {
    super();
  }

  /**
   * Asks everything that the process stands on whether it answers: database, event store, blob store, bus, document
   * engine, read models.
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
    return this.answer(await this.call.services.probes.health());
  }

  /**
   * Whether this process can take requests now. Asks only what it cannot do without.
   * @summary Readiness
   */
  @Get('readyz')
  @Extension('x-open-path', true)
  @Response<Health>(503, 'It starts, stops, or lacks a part that it needs; `detail` says which', {
    status: 'error',
    checks: { database: { status: 'error', kind: 'postgres' } },
    detail: 'Not working: database',
  })
  async getReadiness(): Promise<Health> {
    return this.answer(await this.call.services.probes.readiness());
  }

  /**
   * Whether this process is alive. Asks no other part: a process is not to be restarted because its database is away.
   * @summary Liveness
   */
  @Get('livez')
  @Extension('x-open-path', true)
  getLiveness(): Health {
    return { status: 'ok', checks: {} };
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
    request.res?.type(registry.contentType).send(await metricsText());
  }

  /**
   * This document.
   * @summary OpenAPI document
   */
  @Get('openapi.json')
  @Extension('x-open-path', true)
  getOpenApiDocument(@Request() request: express.Request): { [key: string]: unknown } {
    const { document, documentText } = this.call.services;
    request.res?.type('json').send(documentText);
    return document; // is not sent again
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

  private answer(health: Health): Health {
    if (health.status === 'error') this.setStatus(503);
    return health;
  }
}
