import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { startService, type Service } from './support/service.js';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

/** The body that OTLP over HTTP has in JSON, as far as it is looked at here. */
interface OtlpBody {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** Stands for the receiver of traces and for that of webhooks. */
let receiver: Server;
const bodies: string[] = [];
const webhooks: string[] = [];
let service: Service;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      (request.url === '/v1/traces' ? bodies : webhooks).push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(receiver),
    OTEL_BSP_SCHEDULE_DELAY: '100',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_WORKER_INTERVAL: '0.2',
  });
});

afterAll(async () => {
  await service.stop();
  receiver.close();
});

const addressOf = (server: Server): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
const spans = (): Span[] =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as OtlpBody).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  );

test('one trace holds a run from the request over event store, relay, bus and worker to its webhook', async () => {
  const client = await service.withKey('acme');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const blank = sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } });
  const data = (await blank.png().toBuffer()).toString('base64');
  const accepted = await client.post(
    '/v1/pipeline/run',
    {
      context_id: 'passport',
      input: { data, mime_type: 'image/png', filename: 'canary-4417.png', remark: 'canary-4417' },
      webhook_url: `${addressOf(receiver)}/canary-4417`,
      sync: false,
    },
    { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  );
  expect(accepted.body['status']).toBe('running');

  const path = [
    'deliver webhook',
    'command webhookDelivery',
    'process attest.executions-ended',
    'publish attest.executions-ended',
    'command execution',
    'process attest.executions',
    'publish attest.executions',
    'command execution',
    'POST /v1/pipeline/run',
  ];
  const walked = await until(() => {
    const mine = new Map(spans().flatMap((span) => (span.traceId === traceId ? [[span.spanId, span] as const] : [])));
    const last = [...mine.values()].find(({ name }) => name === 'deliver webhook');
    const names: string[] = [];
    for (let span = last; span; span = mine.get(span.parentSpanId ?? '')) names.push(span.name);
    return names.at(-1) === path.at(-1) ? names : undefined;
  }, 120_000);
  expect(walked).toEqual(path);
  expect(
    spans()
      .filter((span) => span.traceId === traceId)
      .map(({ name }) => name),
  ).toContain('append execution');
  expect(webhooks).toHaveLength(1);
});

test('spans hold no file name, no address of a receiver, and no key', () => {
  const sent = bodies.join('\n');
  expect(sent).toContain('attest.tenant_id');
  for (const secret of ['canary-4417', service.platform.key ?? '-', 'passport"']) expect(sent).not.toContain(secret);
});

test('a receiver that is away holds up neither requests nor the end of the service', async () => {
  const lonely = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  expect((await lonely.platform.get('/v1/document-types')).status).toBe(200);
  await lonely.stop();
  expect(lonely.output()).toContain('"msg":"stopped"');
});
