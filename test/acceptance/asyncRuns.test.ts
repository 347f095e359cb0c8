import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

interface Received {
  body: string;
  headers: Record<string, string>;
}

let service: Service;
let acme: Client;
let page: string;
let receiver: Server;
const received: Received[] = [];
/** What the receiver answers next; 200 when it has been given nothing. */
const answers: number[] = [];

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_WORKER_INTERVAL: '0.2' });
  acme = await service.withKey('acme', ['read', 'write', 'admin']);
  const blank = sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } });
  page = (await blank.png().toBuffer()).toString('base64');
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers as Record<string, string> });
      response.writeHead(answers.shift() ?? 200).end('noted');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});

afterAll(async () => {
  await service.stop();
  receiver.close();
});

const hook = (path: string): string => `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/${path}`;
const accept = (more: { [field: string]: unknown } = {}, client = acme): Promise<Answer> =>
  client.post('/v1/pipeline/run', {
    context_id: 'passport',
    input: { data: page, mime_type: 'image/png', filename: 'page.png' },
    sync: false,
    ...more,
  });
const idOf = (answer: Answer): string => String(answer.body['execution_id']);
const ended = (id: string): Promise<Answer> =>
  until(async () => {
    const read = await acme.get(`/v1/pipeline/executions/${id}`);
    return read.body['status'] === 'running' ? undefined : read;
  }, 120_000);
const webhookOf = (id: string): Promise<Received> =>
  until(() => received.find(({ headers }) => headers['webhook-id'] === id), 120_000);
const deliveryOf = async (id: string): Promise<{ [field: string]: unknown } | undefined> => {
  const { list } = await acme.get(`/v1/webhooks/deliveries?execution_id=${id}`);
  return list[0];
};

describe('a run with sync: false', () => {
  test('answers running at once and is completed behind the answer', async () => {
    const accepted = await accept();
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({ status: 'running', steps: [], result: {} });
    const { body } = await ended(idOf(accepted));
    expect(body).toMatchObject({ status: 'completed', context_id: 'passport', tenant_id: 'acme' });
    expect((body['steps'] as { tool: string }[]).map(({ tool }) => tool)).toEqual(
      expect.arrayContaining(['classify', 'extract', 'validate']),
    );
  });

  test('of a file that does not decode ends as failed with a sentence', async () => {
    const torn = Buffer.from(page, 'base64').subarray(0, 60).toString('base64');
    const accepted = await accept({ input: { data: torn, mime_type: 'image/png', filename: 'torn.png' } });
    expect((await ended(idOf(accepted))).body).toMatchObject({
      status: 'failed',
      error: expect.any(String) as unknown,
    });
  });

  test('of an unknown type is 404, and leaves no trace', async () => {
    // What runs of the tests before are still at may go on meanwhile.
    const ids = async () => (await acme.get('/v1/pipeline/executions')).list.map(({ execution_id }) => execution_id);
    const before = await ids();
    expect((await accept({ context_id: 'no_such_type' })).status).toBe(404);
    expect(await ids()).toEqual(before);
  });
});

describe('while the broker is away', () => {
  test('a run with sync: false is 503 and leaves no trace, and its idempotency key stays free', async () => {
    const cut = await startService({ KAFKA_BROKERS: '127.0.0.1:1', ROLES: 'api,projector' });
    try {
      const headers = { 'Idempotency-Key': 'again' };
      const run = { context_id: 'passport', input: { data: page, mime_type: 'image/png', filename: 'page.png' } };
      expect((await cut.platform.post('/v1/pipeline/run', { ...run, sync: false }, headers)).status).toBe(503);
      expect((await cut.platform.get('/v1/pipeline/executions')).list).toEqual([]);
      const direct = await cut.platform.post('/v1/pipeline/run', run, headers);
      expect([direct.status, direct.body['status']]).toEqual([200, 'completed']);
    } finally {
      await cut.stop();
    }
  });
});

describe('the webhook of a run', () => {
  test('carries what a read of the execution shows, signed with the secret of the tenant', async () => {
    const id = idOf(await accept({ webhook_url: hook('signed') }));
    const { body, headers } = await webhookOf(id);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Service-Webhooks/1.0' });
    expect(JSON.parse(body)).toEqual((await ended(id)).body);
    const secret = await acme.get('/v1/webhooks/secret');
    expect(new Webhook(String(secret.body['secret'])).verify(body, headers)).toBeTruthy();
    await until(async () => ((await deliveryOf(id))?.['status'] === 'delivered' ? true : undefined));
    expect(await deliveryOf(id)).toMatchObject({
      attempts: [{ attempt: 1, response_status: 200, response_excerpt: 'noted', error: null }],
    });
  });

  test('is sent for a failed run too', async () => {
    const torn = Buffer.from(page, 'base64').subarray(0, 60).toString('base64');
    const input = { data: torn, mime_type: 'image/png', filename: 'torn.png' };
    const { body } = await webhookOf(idOf(await accept({ input, webhook_url: hook('failed') })));
    expect(JSON.parse(body)).toMatchObject({ status: 'failed' });
  });

  test('is tried again with the same id and body, five times in all, each shown with what was answered, and again when somebody asks', async () => {
    answers.push(500, 500, 500, 500, 302);
    const id = idOf(await accept({ webhook_url: hook('down') }));
    await until(async () => ((await deliveryOf(id))?.['status'] === 'failed' ? true : undefined), 120_000);
    const tries = () => received.filter(({ headers }) => headers['webhook-id'] === id);
    expect(tries()).toHaveLength(5);
    expect(new Set(tries().map(({ body }) => body)).size).toBe(1);
    expect((await deliveryOf(id))?.['attempts']).toMatchObject(
      [500, 500, 500, 500, 302].map((response_status, n) => ({ attempt: n + 1, response_status })),
    );

    const retried = await acme.post(`/v1/webhooks/deliveries/${id}/retry`);
    expect([retried.status, retried.body['status']]).toEqual([200, 'pending']);
    await until(async () => ((await deliveryOf(id))?.['status'] === 'delivered' ? true : undefined), 120_000);
    expect(tries()).toHaveLength(6);
  });

  test('is not sent for a run that was answered directly', async () => {
    const direct = await accept({ sync: true, webhook_url: hook('direct') });
    expect(direct.body['status']).toBe('completed');
    await webhookOf(idOf(await accept({ webhook_url: hook('later') })));
    expect(await deliveryOf(idOf(direct))).toBeUndefined();
  });

  test('is refused with 422 where its address can never be delivered to', async () => {
    for (const webhook_url of ['ftp://example.com/', 'https://user:pw@example.com/', 'nonsense']) {
      expect((await accept({ webhook_url })).status).toBe(422);
    }
  });
});

describe('deliveries', () => {
  test('are shown to their tenant alone, and a foreign one is 404', async () => {
    const id = idOf(await accept({ webhook_url: hook('mine') }));
    await webhookOf(id);
    const other = await service.withKey('other');
    expect((await other.get('/v1/webhooks/deliveries')).list).toEqual([]);
    expect((await other.post(`/v1/webhooks/deliveries/${id}/retry`)).status).toBe(404);
    expect((await acme.get('/v1/webhooks/deliveries?limit=0')).status).toBe(422);
    expect((await acme.get('/v1/webhooks/deliveries?status=lost')).status).toBe(422);
  });

  test('are counted once each, however many attempts they took', async () => {
    const listed = (await acme.get('/v1/webhooks/deliveries?limit=200')).list;
    const { body, status } = await acme.get('/v1/analytics/webhooks?days=1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: listed.length, total_sent: listed.length });
    expect(Number(body['delivered']) + Number(body['failed']) + Number(body['pending'])).toBe(listed.length);
    expect((await acme.get('/v1/analytics/webhooks?days=366')).status).toBe(422);
  });
});

describe('the webhook secret', () => {
  test('needs the scope admin', async () => {
    const plain = await service.withKey('acme', ['read', 'write']);
    expect((await plain.get('/v1/webhooks/secret')).status).toBe(403);
    expect((await plain.post('/v1/webhooks/secret/rotate')).status).toBe(403);
  });

  test('of the platform is nobody else’s to read', async () => {
    const own = (await acme.get('/v1/webhooks/secret')).body;
    for (const query of ['?tenant_id=', '?tenant_id']) {
      expect((await acme.get(`/v1/webhooks/secret${query}`)).body).toEqual(own);
    }
    const { body } = await service.platform.get('/v1/webhooks/secret?tenant_id=');
    expect([body['tenant_id'], body['secret'] === own['secret']]).toEqual(['', false]);
  });

  test('stays as it is until it is rotated, and then signs beside the new one', async () => {
    const before = (await acme.get('/v1/webhooks/secret')).body;
    expect((await acme.get('/v1/webhooks/secret')).body).toEqual(before);
    const rotated = (await acme.post('/v1/webhooks/secret/rotate')).body;
    expect(rotated['live_secrets']).toEqual([rotated['secret'], before['secret']]);
    expect(rotated['secret']).not.toBe(before['secret']);
    const { body, headers } = await webhookOf(idOf(await accept({ webhook_url: hook('rotated') })));
    for (const secret of [before['secret'], rotated['secret']]) {
      expect(new Webhook(String(secret)).verify(body, headers)).toBeTruthy();
    }
  });

  test('is left out of the replayed answer of its rotation, as is documented', async () => {
    const rotate = () => acme.post('/v1/webhooks/secret/rotate', undefined, { 'Idempotency-Key': 'rotate-once' });
    const { secret, live_secrets, ...rest } = (await rotate()).body;
    expect([typeof secret, Array.isArray(live_secrets)]).toEqual(['string', true]);
    const again = await rotate();
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', rest]);
    expect((await acme.get('/v1/webhooks/secret')).body).toEqual({ ...rest, secret, live_secrets });
  });
});
