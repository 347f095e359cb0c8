import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import type { LookUp } from '../../../../src/platform/network/nameLookUp.js';
import { post, type Post } from '../../../../src/workers/webhooks/post.js';
import { showSecret } from '../../../../src/domain/webhooks/webhookSecret.js';
import { sign } from '../../../../src/workers/webhooks/signature.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook?token=s3cr3t`;
}

const secret = Buffer.alloc(32, 7);
const body = Buffer.from('{"execution_id":"e1","text":"Zoë"}');
const headers = sign('e1', new Date(), body, [secret]);
const deliver = (url: string, rest: Partial<Omit<Post, 'url'>> = {}) =>
  post({ url, body, headers, allowPrivate: true, ...rest });

describe('posting a webhook', () => {
  it('sends exactly the body, signed so that an independent library accepts it', async () => {
    const seen: { body: string; headers: Record<string, string> }[] = [];
    const url = await receiver((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({ body: Buffer.concat(chunks).toString(), headers: request.headers as Record<string, string> });
        response.writeHead(202).end('thanks');
      });
    });
    const outcome = await deliver(url);
    expect(outcome).toMatchObject({ response_status: 202, response_excerpt: 'thanks', error: null });
    const [got] = seen;
    expect(got?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Service-Webhooks/1.0' });
    expect(new Webhook(showSecret(secret.toString('base64'))).verify(got?.body ?? '', got?.headers ?? {})).toEqual(
      JSON.parse(body.toString()),
    );
  });

  it.each([301, 302, 307, 308])('does not follow a %i', async (status) => {
    let elsewhere = 0;
    const target = await receiver((_request, response) => {
      elsewhere++;
      response.end();
    });
    const url = await receiver((_request, response) => response.writeHead(status, { location: target }).end());
    expect(await deliver(url)).toMatchObject({
      response_status: status,
      error: expect.stringContaining('2xx') as unknown,
    });
    expect(elsewhere).toBe(0);
  });

  it('keeps a kilobyte of an endless answer and reads no further', async () => {
    const url = await receiver((_request, response) => {
      const more = (): void => {
        if (response.write('x'.repeat(512))) setImmediate(more);
        else response.once('drain', more);
      };
      response.on('error', () => undefined);
      more();
    });
    const outcome = await deliver(url);
    expect(outcome.response_excerpt).toHaveLength(1024);
    expect(outcome.error).toBeNull();
  });

  it('fails when the receiver does not answer in time', async () => {
    const url = await receiver(() => undefined);
    expect(await deliver(url, { timeoutMs: 50 })).toMatchObject({
      response_status: null,
      error: expect.stringContaining('did not answer within') as unknown,
    });
  });

  it('fails when the name of the receiver is not found in time, and looks for it no longer', async () => {
    const ended: string[] = [];
    const lookUp: LookUp = (name, signal) =>
      new Promise<never>(() => signal.addEventListener('abort', () => ended.push(name)));
    expect(await deliver('http://receiver.example/', { lookUp, timeoutMs: 50 })).toMatchObject({
      response_status: null,
      error: 'The receiver did not answer within 0.05 seconds',
    });
    expect(ended).toEqual(['receiver.example']);
  });

  it('can be broken off while the name of the receiver is looked up', async () => {
    const breaking = new AbortController();
    const lookUp = () => {
      breaking.abort();
      return new Promise<never>(() => undefined);
    };
    const outcome = await deliver('http://receiver.example/', { lookUp, signal: breaking.signal });
    expect(outcome).toMatchObject({ response_status: null, error: 'The connection to the receiver failed' });
  });

  it.each([
    { allowPrivate: false, threads: 0 },
    { allowPrivate: true, threads: 1 },
  ])('has $threads threads look up a name where private receivers are allowed: $allowPrivate', async (how) => {
    const breaking = new AbortController();
    const looking = () => process.getActiveResourcesInfo().filter((one) => one === 'GetAddrInfoReqWrap').length;
    const before = looking();
    const ended = deliver('http://receiver.invalid/', { allowPrivate: how.allowPrivate, signal: breaking.signal });
    expect(looking() - before).toBe(how.threads);
    breaking.abort();
    await ended;
  });

  it('fails when the answer does not end in time', async () => {
    const url = await receiver((_request, response) => response.write('a'));
    expect(await deliver(url, { timeoutMs: 50 })).toMatchObject({
      error: expect.stringContaining('did not answer') as unknown,
    });
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://[::1]:1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://0x7f.1/',
    'http://[fd00::1]/',
    'http://192.168.1.1/',
    'http://0.0.0.0/',
  ])('refuses %s without connecting', async (url) => {
    const outcome = await deliver(url, { allowPrivate: false });
    expect(outcome).toMatchObject({ response_status: null, error: 'The receiver is not at a public address' });
  });

  it('never repeats the address of the receiver: it may hold a secret', async () => {
    const outcome = await deliver('http://127.0.0.1:1/hook?token=s3cr3t');
    expect(outcome.error).toBe('The receiver refused the connection');
  });

  it('says that a name does not exist', async () => {
    expect(await deliver('http://no-such-name.invalid/', { allowPrivate: false })).toMatchObject({
      error: 'The name of the receiver cannot be resolved',
    });
  });
});

describe('signing', () => {
  it('signs with every live secret, so that a receiver with either accepts it', () => {
    const older = Buffer.alloc(32, 9);
    const signed = { ...sign('e1', new Date(), body, [secret, older]) };
    for (const one of [secret, older]) {
      expect(new Webhook(showSecret(one.toString('base64'))).verify(body.toString(), signed)).toBeTruthy();
    }
    expect(() =>
      new Webhook(showSecret(Buffer.alloc(32, 1).toString('base64'))).verify(body.toString(), signed),
    ).toThrow();
  });
});
