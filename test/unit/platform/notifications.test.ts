import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.js';
import { onBehalfOf, whoAsks } from '../../../src/platform/database/onBehalfOf.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../src/platform/log.js';
import { startDatabaseProxy } from '../../support/tcpProxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/testDatabase.js';
import { until } from '../../support/until.js';

describe('listening to the database', () => {
  let server: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 3, log: createLog('silent') });
  });
  afterAll(async () => {
    await database.close();
    await server.drop();
  });

  const notify = (channel: string, payload: string) => database.knex.raw('select pg_notify(?, ?)', [channel, payload]);

  it('hears what is said on its channel alone, until it stops', async () => {
    const heard: unknown[] = [];
    const last: unknown[] = [];
    const stop = await database.listen('one', (payload) => heard.push(payload));
    await database.listen('last', (payload) => last.push(payload));
    await notify('one', 'a');
    await notify('two', 'b');
    await notify('one', 'c');
    await notify('last', 'end');
    await until(() => last.length || undefined);
    expect(heard).toEqual(['a', 'c']);
    await stop();
    await notify('one', 'd');
    await notify('last', 'end');
    await until(() => last.length > 1 || undefined);
    expect(heard).toEqual(['a', 'c']);
  });

  it('tells what it hears as the service, whoever was the first to listen', async () => {
    const own = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 1, log: createLog('silent') });
    const told: (string | undefined)[] = [];
    await onBehalfOf('acme', () => own.listen('shared', () => told.push(whoAsks() ?? 'the service')));
    await notify('shared', 'a');
    await until(() => told.length || undefined);
    expect(told).toEqual(['the service']);
    await own.close();
  });

  it('comes back after its connection broke, and says that something may have been missed', async () => {
    const heard: unknown[] = [];
    await database.listen('broken', (payload) => heard.push(payload));
    await database.knex.raw(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'attest-listen' and datname = current_database()",
    );
    await until(() => heard.includes(undefined) || undefined);
    await notify('broken', 'after');
    await until(() => heard.includes('after') || undefined);
    expect(heard).toEqual([undefined, 'after']);
  });

  it('calls nobody back whose listening failed', async () => {
    const { network, url } = await startDatabaseProxy(server.url);
    const behind = createPostgresDatabase({ kind: 'postgres', url, pool: 1, log: createLog('silent') });
    const refused: unknown[] = [];
    await network.refuse();
    await expect(behind.listen('later', (payload) => refused.push(payload))).rejects.toThrow();
    await network.allow();
    const heard: unknown[] = [];
    await behind.listen('later', (payload) => heard.push(payload));
    await notify('later', 'a');
    await until(() => heard.length || undefined);
    expect(refused).toEqual([]);
    await behind.close();
    await network.close();
  });

  it('comes back after its connection died without a word', async () => {
    const { network, url } = await startDatabaseProxy(server.url);
    const behind = createPostgresDatabase({ kind: 'postgres', url, pool: 1, log: createLog('silent') });
    const heard: unknown[] = [];
    await behind.listen('silent', (payload) => heard.push(payload));
    network.vanish();
    await notify('silent', 'missed');
    await until(() => heard.includes(undefined) || undefined);
    await notify('silent', 'after');
    await until(() => heard.includes('after') || undefined);
    expect(heard).toEqual([undefined, 'after']);
    await behind.close();
    await network.close();
  });
});
