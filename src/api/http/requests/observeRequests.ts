import type { Request, RequestHandler } from 'express';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Log } from '../../../platform/log.js';
import { registry } from '../../../platform/metrics.js';
import { actorOf } from '../access/caller.js';
import { stateOf } from '../requestState.js';
import type { Operation } from './operation.js';

const labelNames = ['method', 'route', 'status'] as const;

const requests = new Counter({
  name: 'attest_http_requests_total',
  help: 'HTTP requests answered.',
  labelNames,
  registers: [registry],
});

const durations = new Histogram({
  name: 'attest_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last byte of its answer.',
  labelNames,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [registry],
});

const inFlight = new Gauge({
  name: 'attest_http_requests_in_flight',
  help: 'HTTP requests being answered.',
  registers: [registry],
});

/** What an alert is made of. */
const SERVER_FAULTS = [500, 503];

/** Counts, times and logs every request, by its route and never by what its URL, headers or body hold. */
export function observeRequests(log: Log, operations: readonly Operation[]): RequestHandler {
  for (const { method, path: route } of operations) {
    for (const status of SERVER_FAULTS) requests.inc({ method, route, status }, 0);
  }
  return (request, response, next) => {
    const start = process.hrtime.bigint();
    inFlight.inc();
    response.once('close', () => {
      inFlight.dec();
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      const route = routeOf(request);
      const method = request.method;
      const status = response.writableFinished ? response.statusCode : 499;
      requests.inc({ method, route, status });
      durations.observe({ method, route, status }, seconds);
      const { requestId, caller, detail } = stateOf(request);
      log[status >= 500 ? 'warn' : 'info'](
        {
          request_id: requestId,
          tenant_id: caller?.tenant_id,
          actor: caller && actorOf(caller),
          method,
          route,
          status,
          ms: Math.round(seconds * 1e5) / 100,
          detail,
        },
        'Request',
      );
    });
    next();
  };
}

const OPEN_ROUTES = new Set(['/healthz', '/metrics', '/openapi.json', '/docs', '/redoc']);

/** The path as the documentation writes it; paths that mean nothing share a name, so that no one can make metrics grow. */
export function routeOf(request: Request): string {
  const open = `/${request.path.split('/')[1] ?? ''}`;
  return stateOf(request).operation?.path ?? (OPEN_ROUTES.has(open) ? open : 'none');
}
