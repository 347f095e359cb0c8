import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { requestIdOf } from '../api/http/requests/requestId.js';
import type { Health, Probes } from '../platform/health.js';
import { metricsText, registry } from '../platform/metrics.js';

/** A process is alive for as long as it answers at all. */
const ALIVE: Health = { status: 'ok', checks: {} };

/** What an open path answers. */
const ANSWERS: { [path: string]: (probes: Probes, response: ServerResponse) => Promise<void> } = {
  '/livez': (_probes, response) => Promise.resolve(send(response, 200, ALIVE)),
  '/readyz': async (probes, response) => sendHealth(response, await probes.readiness()),
  '/healthz': async (probes, response) => sendHealth(response, await probes.health()),
  '/metrics': async (_probes, response) => {
    const text = await metricsText();
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
  },
};

/** Answers the probes and metrics of a process that has no API, or not yet; everything else with `otherwise`. */
export function answerProbes(probes: Probes, otherwise: { status: number; detail: string }): RequestListener {
  return (request, response) => {
    response.setHeader('X-Request-Id', requestIdOf(request));
    const answer = ['GET', 'HEAD'].includes(request.method ?? '') ? ANSWERS[pathOf(request)] : undefined;
    if (!answer) return send(response, otherwise.status, { detail: otherwise.detail });
    answer(probes, response).catch(() => response.destroy());
  };
}

/** The path of a request, which can also be named by its whole address (RFC 9112, section 3.2.2). */
const pathOf = ({ url = '' }: IncomingMessage): string =>
  url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');

const sendHealth = (response: ServerResponse, health: Health): void =>
  send(response, health.status === 'ok' ? 200 : 503, health);

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': '1' }),
  });
  response.end(JSON.stringify(body));
}
