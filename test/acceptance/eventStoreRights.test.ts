import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEventStoreDbDouble } from '../support/eventStoreDbDouble/double.js';
import { startSecureDouble, type SecureDouble } from '../support/eventStoreDbDouble/secureDouble.js';
import { createTestDatabase, type TestDatabase } from '../support/testDatabase.js';
import { until } from '../support/until.js';
import { startMain, type MainProcess } from './support/mainProcess.js';

let server: SecureDouble;
let database: TestDatabase;
let dataDir: string;
const started: MainProcess[] = [];

beforeEach(async () => {
  server = await startSecureDouble();
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'attest-rights-'));
});
afterEach(async () => {
  for (const { child, exit } of started.splice(0)) {
    child.kill('SIGTERM');
    await exit();
  }
  server.kill();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (url: string): MainProcess => {
  const service = startMain({ DATABASE_URL: database.url, DATA_DIR: dataDir, EVENTSTORE_URL: url });
  started.push(service);
  return service;
};

describe('a start on EventStoreDB fails with one line that says what is wrong and what to do, when', () => {
  const complaint = async (url: string): Promise<string> => {
    const service = start(url);
    expect(await service.exit()).toBe(1);
    expect(service.stderr().trimEnd().split('\n')).toHaveLength(1);
    expect(service.stdout() + service.stderr()).not.toMatch(/hunter2|change(:|%3A)it|a(@|%40)b/);
    return service.stderr();
  };

  test.each([
    ['the password is wrong', () => server.urlOf('attest', 'hunter2')],
    ['there is no such user', () => server.urlOf('nobody', 'hunter2')],
    ['it names no user', () => server.urlOf('')],
  ])('%s', async (_, url) => {
    expect(await complaint(url())).toMatch(
      /^attest: EVENTSTORE_URL: EventStoreDB does not know the user, or not with this password: .*user:password@/,
    );
  });

  test('the user may not read $all', async () => {
    await server.allowAll(['$admins']);
    expect(await complaint(server.urlOf('attest'))).toMatch(/does not let the user .* read \$all: .* \$acl\.\$r/);
  });

  test('its certificate cannot be verified', async () => {
    expect(await complaint(server.urlWithoutAuthority)).toMatch(/certificate .* cannot be verified: .* tlsCAFile=/);
  });

  test('a file that the address names is not there', async () => {
    const url = server.urlOf('attest').replace('ca.crt', 'none.crt');
    expect(await complaint(url)).toMatch(/a file that tlsCAFile, .* names is not there/);
  });

  test('it speaks TLS and is spoken to in plain text', async () => {
    const url = `esdb://127.0.0.1:${server.port}?tls=false`;
    expect(await complaint(url)).toMatch(/does not speak plain text: leave tls=false out/);
  });

  test('it speaks plain text and is spoken to in TLS', async () => {
    const plain = await startEventStoreDbDouble({ batchAppend: true });
    expect(await complaint(`esdb://localhost:${plain.port}`)).toMatch(/speaks plain text there: add tls=false/);
    plain.kill();
  });

  test.each([
    ['it is down', 'esdb://127.0.0.1:1?tls=false'],
    ['it is down and TLS was meant', 'esdb://localhost:1'],
    ['all of its nodes are down', 'esdb://127.0.0.1:1,127.0.0.1:2?tls=false'],
  ])('%s', async (_, url) => {
    expect(await complaint(url)).toMatch(/EventStoreDB does not answer: start it, correct EVENTSTORE_URL/);
  });

  test('the certificate of the nodes of a cluster cannot be verified', async () => {
    const at = `localhost:${server.port}`;
    const [plain, discovered] = [server.urlWithoutAuthority.replace(at, `${at},${at}`), server.urlWithoutAuthority];
    expect(await complaint(plain)).toMatch(/certificate .* cannot be verified/);
    expect(await complaint(discovered.replace('esdb:', 'esdb+discover:'))).toMatch(/certificate .* cannot be verified/);
  });
});

test('while the right to read $all is missing readiness and /healthz say so, and all heals when it is given back', async () => {
  await server.allowAll(['$admins', 'attest']);
  const url = await start(server.urlOf('attest')).url();
  const health = async (path = '/healthz') => {
    const response = await fetch(url + path);
    const { checks } = (await response.json()) as { checks: Record<string, { status: string; detail?: string }> };
    return { status: response.status, checks };
  };
  expect(await health()).toMatchObject({ status: 200, checks: { projections: { status: 'ok' } } });

  await server.allowAll(['$admins']);
  const missing = { status: 'error', detail: expect.stringMatching(/read \$all: .* \$acl\.\$r/) as string };
  // Each part is asked once in a second, and not all at the same moment.
  const said = await until(async () => {
    const answer = await health();
    const failing = Object.values(answer.checks).filter(({ status }) => status === 'error');
    return failing.length > 1 ? answer : undefined;
  });
  expect(said).toMatchObject({ status: 503, checks: { event_store: missing, projections: missing } });
  expect(await health('/readyz')).toMatchObject({ status: 503, checks: { event_store: missing } });

  await server.allowAll(['$admins', 'attest']);
  await until(async () =>
    (await health()).status === 200 && (await health('/readyz')).status === 200 ? true : undefined,
  );
});

test.each([
  ['the addresses of its nodes, of which some are down', 'esdb://', 'localhost:1,HERE,localhost:2'],
  ['a name of all of them', 'esdb+discover://', 'HERE'],
])('the service starts on a cluster that is given as %s', async (_, scheme, hosts) => {
  await server.allowAll(['$admins', 'attest']);
  const here = `localhost:${server.port}`;
  const url = server.urlOf('attest').replace('esdb://', scheme).replace(here, hosts.replace('HERE', here));
  expect((await fetch(`${await start(url).url()}/readyz`)).status).toBe(200);
});
