import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START_MS, until } from '../support/until.js';
import { blankPage } from './support/blankPage.js';
import type { Client } from './support/client.js';
import { startMain, type MainProcess } from './support/mainProcess.js';
import { startService, type Service } from './support/service.js';
import { startStack, type Stack } from './support/stack.js';

let stack: Stack;
let apis: [Service, Service];
let workers: [MainProcess, MainProcess];
/** It has no master key, and a data folder of its own: what it is not given it cannot lose. */
let relay: MainProcess;
let relayDir: string;
let page: string;
/** How many ticks of a schedule had come when both workers were there. */
let ticksBefore: number;

beforeAll(async () => {
  page = await blankPage();
  stack = await startStack();
  const limits = { RATE_LIMIT_TENANTS: 'tight=10' };
  relayDir = await mkdtemp(join(tmpdir(), 'attest-relay-'));
  const withoutSecrets = { ...stack.settings, MASTER_KEY: '', BOOTSTRAP_API_KEY: '' };
  relay = startMain({ ...withoutSecrets, DATA_DIR: relayDir, ROLES: 'relay' });
  await probesOf(relay);
  const first = await startService({ ...limits, ROLES: 'api,projector' }, stack);
  workers = [startWorker(), startWorker()];
  apis = [first, await startService({ ...limits, ROLES: 'api' }, stack)];
  for (const worker of workers) await probesOf(worker);
  ticksBefore = new Set(ticks()).size;
});

afterAll(async () => {
  for (const one of [...workers, relay]) await end(one);
  for (const api of apis) await api.stop();
  await stack.close();
  await rm(relayDir, { recursive: true });
});

const startWorker = (env: Record<string, string> = {}): MainProcess =>
  startMain({ ...stack.settings, ROLES: 'worker', LOG_LEVEL: 'debug', ...env });
const probesOf = (worker: MainProcess): Promise<string> =>
  until(() => /^ {2}Probes +(http\S+)\/readyz$/m.exec(worker.stdout())?.[1], START_MS);
/** Those of a schedule of every minute, of both workers; one that ran twice is there twice. */
const ticks = (): string[] =>
  workers.flatMap((worker) =>
    worker
      .stdout()
      .split('\n')
      .filter((line) => line.includes('"schedule":"interrupted-runs"'))
      .map((line) => (JSON.parse(line) as { tick: string }).tick),
  );
const end = async (worker: MainProcess): Promise<number | null> => {
  worker.child.kill('SIGTERM');
  return worker.exit();
};
const keyFor = async (tenant: string): Promise<[Client, Client]> => {
  const { key } = await apis[0].withKey(tenant);
  return [apis[0].as(key), apis[1].as(key)];
};
const typeOf = (context_id: string) => ({ context_id, display_name: context_id, output_schema: { number: 'string' } });
const run = (client: Client) =>
  client.post('/v1/pipeline/run', {
    ...{ context_id: 'passport', sync: false },
    input: { data: page, mime_type: 'image/png', filename: 'page.png' },
  });

describe('two API processes and two workers over one stack', () => {
  test('let exactly the limit of a tenant in, whichever is asked', async () => {
    const clients = await keyFor('tight');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => clients[n % 2 === 0 ? 0 : 1].get('/v1/document-types/passport')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('execute a request with one idempotency key once, also when both get it at the same time', async () => {
    const clients = await keyFor('acme');
    const headers = { 'Idempotency-Key': 'once' };
    const define = (client: Client) => client.post('/v1/document-types', typeOf('only_once'), headers);
    const answers = await Promise.all([...clients, ...clients].map(define));
    // In flight at the other one is 409; executed twice would be one, too, and say that the type is there already.
    for (const { status, detail } of answers) if (status !== 201) expect(detail).toMatch(/still being executed/);
    const later = await Promise.all(clients.map(define));
    for (const { status, headers: sent } of later) {
      expect([status, sent.get('idempotency-replayed')]).toEqual([201, 'true']);
    }
  });

  test('show at one what was written at the other', async () => {
    const [one, other] = await keyFor('readers');
    expect((await one.post('/v1/document-types', typeOf('seen'))).status).toBe(201);
    expect((await other.get('/v1/document-types/seen')).status).toBe(200);
  });

  test('complete each asynchronous run once', async () => {
    const [one, other] = await keyFor('busy');
    const ids = await Promise.all(Array.from({ length: 6 }, async (_, n) => (await run(n % 2 ? one : other)).body));
    for (const { execution_id } of ids) {
      const done = await until(async () => {
        const { body } = await one.get(`/v1/pipeline/executions/${String(execution_id)}`);
        return body['status'] === 'running' ? undefined : body;
      }, 90_000);
      expect(done['status']).toBe('completed');
      const orders = (done['steps'] as { order: number }[]).map(({ order }) => order);
      expect(orders).toEqual([...new Set(orders)]);
    }
  });

  test('run a schedule once per tick', async () => {
    // Two come while both are there; by the second one nobody takes the first any more.
    await until(() => (new Set(ticks()).size >= ticksBefore + 2 ? true : undefined), 150_000);
    expect(ticks().sort()).toEqual([...new Set(ticks())].sort());
  });

  test('finish what a worker leaves that is told to stop, and it ends with exit code 0', async () => {
    const [client] = await keyFor('leavers');
    const ids = await Promise.all(Array.from({ length: 4 }, async () => (await run(client)).body['execution_id']));
    expect(await end(workers[0])).toBe(0);
    for (const id of ids) {
      await until(async () => {
        const { body } = await client.get(`/v1/pipeline/executions/${String(id)}`);
        return body['status'] === 'completed' ? true : undefined;
      }, 90_000);
    }
  });
});

describe('a process without the API', () => {
  const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

  test('that only relays does so without the master key, also as the first on a new database', async () => {
    const [client] = await keyFor('relayed');
    const { execution_id } = (await run(client)).body;
    await until(async () => {
      const { body } = await client.get(`/v1/pipeline/executions/${String(execution_id)}`);
      return body['status'] === 'completed' ? true : undefined;
    }, 90_000);
    expect(await statusOf(`${await probesOf(relay)}/readyz`)).toBe(200);
    expect(await readdir(relayDir, { recursive: true })).not.toContain('master.key');
  });

  test('answers its probes and metrics, and nothing else', async () => {
    const url = await probesOf(workers[1]);
    for (const path of ['/livez', '/readyz', '/healthz', '/metrics']) expect(await statusOf(url + path)).toBe(200);
    expect(await statusOf(`${url}/v1/document-types`)).toBe(404);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('attest_');
  });

  test('that starts while the broker is away waits for it, and says so', async () => {
    const worker = startWorker({ KAFKA_BROKERS: '127.0.0.1:1' });
    try {
      const url = await probesOf(worker);
      const readiness = await fetch(`${url}/readyz`);
      expect(readiness.status).toBe(503);
      expect(await readiness.json()).toMatchObject({
        ...{ status: 'error', detail: expect.stringMatching(/Not working: .*work/) as string },
        checks: { database: { status: 'ok' }, bus: { status: 'error', kind: 'kafka' }, work: { status: 'error' } },
      });
      expect(await statusOf(`${url}/livez`)).toBe(200);
      await until(() => worker.stdout().includes('the broker does not answer') || undefined, START_MS);
      expect(worker.child.exitCode).toBeNull();
    } finally {
      expect(await end(worker)).toBe(0);
    }
  });
});
