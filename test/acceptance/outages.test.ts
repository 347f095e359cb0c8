import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEventStoreServer } from '../support/eventStoreServer.js';
import { startDatabaseProxy, type TcpProxy } from '../support/tcpProxy.js';
import { createTestDatabase, type TestDatabase } from '../support/testDatabase.js';
import { until } from '../support/until.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let database: TestDatabase;
let network: TcpProxy;
let service: Service;

beforeAll(async () => {
  database = await createTestDatabase();
  const proxied = await startDatabaseProxy(database.url);
  network = proxied.network;
  service = await startService({ DATABASE_URL: proxied.url });
});

afterAll(async () => {
  await service.stop();
  await network.close();
  await database.drop();
});

test('without its database the service answers 503 in a sentence, says so in /healthz, and recovers by itself', async () => {
  const client = await service.withKey('acme');
  expect((await client.get('/v1/document-types')).status).toBe(200);
  await network.refuse();

  const answer = await client.get('/v1/document-types');
  expect([answer.status, answer.detail]).toEqual([503, 'The database cannot be reached; try again in a moment']);
  const health = await client.get('/healthz');
  expect([health.status, String(health.detail).includes('database')]).toEqual([503, true]);
  expect(health.body).toMatchObject({ status: 'error', checks: { database: { status: 'error' } } });
  // Not ready, and yet alive: restarting it would not bring the database back.
  expect((await client.get('/readyz')).status).toBe(503);
  expect((await client.get('/livez')).status).toBe(200);
  expect((await client.get('/openapi.json')).status).toBe(200);

  await network.allow();
  await isBack(client);
  // Each part finds by itself that it is back.
  await until(async () => ((await client.get('/healthz')).status === 200 ? true : undefined));
});

test('connections to the database that died without a word hold nobody up for long', async () => {
  const client = await service.withKey('acme');
  const write = () => service.platform.post('/v1/admin/keys', { tenant_id: 'acme', name: 'Another', scopes: ['read'] });
  expect((await write()).status).toBe(201);
  network.vanish();
  const answers = await Promise.all([write(), write(), write()]);
  expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
  await isBack(client);
  expect((await write()).status).toBe(201);
});

test('while the host of its database is away without a word the service is not ready, says so, and recovers by itself', async () => {
  const client = await service.withKey('acme');
  network.vanish('newToo');
  expect((await client.get('/readyz')).status).toBe(503);
  expect((await client.get('/livez')).status).toBe(200);
  const answers = await Promise.all([1, 2, 3].map(() => client.get('/v1/document-types')));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect((await client.get('/readyz')).status).toBe(503);
  network.appear();
  await isBack(client);
  await until(async () => ((await client.get('/readyz')).status === 200 ? true : undefined), 30_000);
});

test('while EventStoreDB is away what writes is 503 in a sentence, and once it is back all is well again and nothing is lost', async () => {
  const server = await startEventStoreServer();
  const apart = await startService({ EVENTSTORE_URL: server.url });
  try {
    const client = await apart.withKey('acme');
    const define = (context_id: string) =>
      client.post('/v1/document-types', { context_id, display_name: context_id, output_schema: { number: 'string' } });
    const health = () => client.get('/healthz');
    expect((await define('before')).status).toBe(201);
    await server.kill();

    const answer = await define('meanwhile');
    expect([answer.status, answer.detail]).toEqual([503, 'The event store cannot be reached; try again in a moment']);
    const { status, body } = await health();
    expect([status, body]).toMatchObject([503, { checks: { event_store: { status: 'error', kind: 'eventstoredb' } } }]);
    expect((await client.get('/livez')).status).toBe(200);

    await server.start();
    await until(async () => ((await health()).status === 200 ? true : undefined), 60_000);
    expect(await server.text()).toContain('documentType-acme');
    expect((await client.get('/v1/document-types/before')).status).toBe(200);
    expect((await client.get('/v1/document-types/meanwhile')).status).toBe(404);
    expect((await define('meanwhile')).status).toBe(201);
    expect((await client.get('/v1/document-types/meanwhile')).status).toBe(200);
  } finally {
    await apart.stop();
    await server.close();
  }
}, 240_000);

const isBack = (client: Client): Promise<true> =>
  until(async () => ((await client.get('/v1/document-types')).status === 200 ? true : undefined), 30_000);
