import { SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { startSpan } from '../../../platform/tracing/tracing.js';
import { stateOf } from '../requestState.js';
import { routeOf } from './observeRequests.js';

/**
 * Puts every request into a span, of the caller's trace where it sends a W3C `traceparent`. The span names the route and never what
 * URL, headers or body hold.
 */
export const traceRequests: RequestHandler = (request, response, next) => {
  const parent = request.headers['traceparent'];
  const { method } = request;
  const span = startSpan(method, { kind: SpanKind.SERVER, parent: typeof parent === 'string' ? parent : '' });
  response.once('close', () => {
    const { requestId, caller } = stateOf(request);
    const route = routeOf(request);
    span.updateName(`${method} ${route}`).setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': response.statusCode,
      'attest.request_id': requestId,
      ...(caller && { 'attest.tenant_id': caller.tenant_id }),
    });
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(context.active(), span), next);
};
