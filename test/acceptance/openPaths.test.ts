import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let anyone: Client;

beforeAll(async () => {
  service = await startService();
  anyone = service.as(undefined);
  // Its workers join the broker once requests are answered.
  await until(async () => (await anyone.get('/healthz')).status === 200 || undefined, 30_000);
});

afterAll(() => service.stop());

test.each(['/healthz', '/readyz', '/livez', '/docs', '/openapi.json', '/redoc', '/metrics', '/v1/signing-keys'])(
  '%s needs no key, and HEAD works like GET',
  async (path) => {
    const [got, head] = [await anyone.get(path), await anyone.send('HEAD', path)];
    expect([got.status, head.status, head.bytes.length]).toEqual([200, 200, 0]);
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
    expect((await service.as('nonsense').get(path)).status).toBe(200);
  },
);

test('/healthz says ok and how each part is', async () => {
  const { body } = await anyone.get('/healthz');
  expect(body).toMatchObject({ status: 'ok', checks: { database: { status: 'ok', kind: 'postgres' } } });
  expect(Object.keys(body['checks'] as object)).toEqual(
    expect.arrayContaining(['database', 'event_store', 'blobs', 'bus', 'projections', 'document_engine', 'work']),
  );
});

test('/healthz names the event store and the bus that the settings ask for', async () => {
  const { settings } = service.stack;
  const kinds = [
    'EVENTSTORE_URL' in settings ? 'eventstoredb' : 'postgres',
    'KAFKA_BROKERS' in settings ? 'kafka' : 'postgres',
  ];
  const { checks } = (await anyone.get('/healthz')).body as { checks: Record<string, { kind?: string } | undefined> };
  expect([checks['event_store']?.kind, checks['bus']?.kind]).toEqual(kinds);
});

test('/readyz asks only what requests cannot do without', async () => {
  const { body } = await anyone.get('/readyz');
  expect(body['status']).toBe('ok');
  expect(Object.keys(body['checks'] as object).sort()).toEqual(['blobs', 'database', 'document_engine', 'event_store']);
});

test('/metrics speaks the Prometheus text format and counts requests by route', async () => {
  await service.platform.get('/v1/document-types/passport');
  await service.platform.get('/secret-path/no-one-should-see');
  const answer = await anyone.get('/metrics');
  const text = answer.bytes.toString();
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?version=0\.0\.4/);
  expect(text).toMatch(
    /attest_http_requests_total\{method="GET",route="\/v1\/document-types\/\{context_id\}",status="200"\} 1/,
  );
  expect(text).toMatch(/attest_http_requests_total\{method="GET",route="none",status="404"\} 1/);
  expect(text).toMatch(/^# HELP attest_http_request_duration_seconds /m);
  expect(text).not.toContain('secret-path');
});

test('/metrics has every counter from the start, before there is anything to count', async () => {
  const fresh = await startService();
  await until(async () => (await fresh.as(undefined).get('/healthz')).status === 200 || undefined, 30_000);
  const text = (await fresh.as(undefined).get('/metrics')).bytes.toString();
  await fresh.stop();
  const store = service.stack.settings['EVENTSTORE_URL'] ? 'eventstoredb' : 'postgres';
  for (const counter of [
    `event_store_append_conflicts_total{store="${store}"}`,
    `event_store_subscription_reconnects_total{store="${store}"}`,
    'engine_jobs_total{outcome="completed"}',
    'engine_jobs_total{outcome="failed"}',
    'engine_pages_total{source="ocr"}',
    'engine_pages_total{source="text_layer"}',
    ...['crashed', 'killed', 'aborted', 'timed_out', 'starved', 'stood_still', 'out_of_memory', 'recycled'].map(
      (why) => `engine_process_ends_total{reason="${why}"}`,
    ),
    'relay_messages_total{topic="attest.executions"}',
    'parked_messages_total{topic="attest.executions"}',
    'webhook_attempts_total{outcome="delivered"}',
    'webhook_attempts_total{outcome="failed"}',
    'http_requests_total{method="POST",route="/v1/pipeline/run",status="500"}',
    'http_requests_total{method="POST",route="/v1/pipeline/run",status="503"}',
    'read_your_writes_wait_seconds_count{outcome="timeout"}',
    'projection_events_total{projection="executions"}',
  ]) {
    expect(text).toContain(`\nattest_${counter} `);
  }
});

describe.each(['/docs', '/redoc'])('%s', (page) => {
  test('brings its files along, and names no other place', async () => {
    const { bytes, headers } = await anyone.get(page);
    const html = bytes.toString();
    const files = [...html.matchAll(/(?:src|href|spec-url)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      expect(file).toMatch(/^\//);
      const asset = await anyone.get(file);
      expect([file, asset.status]).toEqual([file, 200]);
      expect(asset.bytes.includes('cdn.redoc.ly')).toBe(false);
    }
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await anyone.get(`${page}/`)).status).toBe(200);
  });

  test('has no other files to give', async () => {
    for (const path of [
      '/assets/',
      '/assets/..%2fpackage.json',
      '/assets/swagger-ui.js.map',
      '/assets/__proto__',
      '/nothing',
    ]) {
      expect((await anyone.get(page + path)).status).toBe(404);
    }
    expect((await anyone.send('POST', `${page}/assets/nothing`)).status).toBe(404);
  });
});
