import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { busMigrations, createPostgresBus } from '../../../src/platform/bus/postgresBus.js';
import type { Database } from '../../../src/platform/database/database.js';
import { PRESENCE_LOCK_CLASS } from '../../../src/platform/database/presence.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../src/platform/log.js';
import { rowsRead } from '../../support/rowsRead.js';
import { startDatabaseProxy, type TcpProxy } from '../../support/tcpProxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/testDatabase.js';
import { until } from '../../support/until.js';
import { busContract } from './busContract.js';

const log = createLog('silent');

busContract('The bus in Postgres', async () => {
  const place = await createTestDatabase();
  const { network: proxy, url } = await startDatabaseProxy(place.url);
  const opened: Database[] = [];
  const open = (): Database => {
    const database = createPostgresDatabase({ kind: 'postgres', url, pool: 5, log });
    opened.push(database);
    return database;
  };
  const first = open();
  await migrate(first, busMigrations);
  const buses = [createPostgresBus({ database: first, log })];
  const [bus] = buses;
  if (!bus) throw new Error('no bus');
  return {
    bus,
    another: () => {
      const other = createPostgresBus({ database: open(), log });
      buses.push(other);
      return other;
    },
    settings: { DATABASE_URL: place.url },
    outage: { begin: () => proxy.refuse(), end: () => proxy.allow() },
    close: async () => {
      await Promise.all(buses.map((each) => each.close()));
      await Promise.all(opened.map((database) => database.close()));
      await proxy.close();
      await place.drop();
    },
  };
});

describe('The tables of the bus in Postgres', () => {
  let place: TestDatabase;
  let database: Database;
  const clients: pg.Client[] = [];
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: place.url });
    await client.connect();
    clients.push(client);
    return client;
  };
  beforeAll(async () => {
    place = await createTestDatabase();
    database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 5, log });
    await migrate(database, busMigrations);
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()));
    await database.close();
    await place.drop();
  });

  it('leave a key to a consumer that took it, and its number, while it was judged whether the one before lives', async () => {
    const { knex } = database;
    await knex.raw(`select bus_join('judged', 'g')`);
    await knex.raw(`select bus_publish('judged', '[{"id": "1", "key": "k"}]'::jsonb)`);
    await knex.raw(`update bus_keys set locked_by = 5 where topic = 'judged'`); // dead: nobody has its lock
    const [living, judge] = [await connect(), await connect()];
    await living.query('begin');
    await living.query(`update bus_keys set locked_by = 7 where topic = 'judged'`);
    const { rows } = await judge.query<{ pid: number }>('select pg_backend_pid() as pid');
    const judged = judge.query(`select bus_release_dead('judged', 'g')`).then(() => true);
    // It has looked at the locks when it waits for the row, or is done where it does not wait for it.
    await Promise.race([judged, until(() => waitsForALock(knex, rows[0]?.pid))]);
    await living.query(`select pg_advisory_lock(${String(PRESENCE_LOCK_CLASS)}, 7)`);
    await living.query('commit');
    await judged;
    expect(await knex('bus_keys').where({ topic: 'judged' }).pluck('locked_by')).toEqual([7]);
    await living.query('select pg_advisory_unlock_all()');
    await judge.query(`select bus_release_dead('judged', 'g')`);
    expect(await knex('bus_keys').where({ topic: 'judged' }).pluck('locked_by')).toEqual([null]);
  });

  it('are claimed by tenants in turn, reading no more than a few rows for each, however much of one waits', async () => {
    const { knex } = database;
    const publish = (tenant_id: string, keys: number) => {
      const messages = Array.from({ length: keys }, (_, n) => ({
        ...{ id: `${tenant_id}-${String(n)}`, key: `${tenant_id}-${String(n)}`, tenant_id },
      }));
      return knex.raw(`select bus_publish('shared', ?::jsonb)`, [JSON.stringify(messages)]);
    };
    await knex.raw(`select bus_join('shared', 'g')`);
    await publish('many', 3_000);
    for (const tenant of ['a', 'one', 'z']) await publish(tenant, 2);
    const claim = async (atMost: number, after: string | null): Promise<string[]> => {
      const asked = `select tenant, body ->> 'tenant_id' as of from bus_claim('shared', 'g', 1, ?, ?)`;
      const { rows } = await knex.raw<{ rows: { tenant: string; of: string }[] }>(asked, [atMost, after]);
      for (const { tenant, of } of rows) expect(of).toBe(tenant);
      return rows.map(({ tenant }) => tenant);
    };
    const read = await rowsRead(knex, 'bus_keys', (inside) =>
      inside.raw(`select * from bus_claim('shared', 'g', 1, 10, 'a')`),
    );
    expect(read).toBeLessThan(10 * 10);
    expect(await claim(5, 'a')).toEqual(['many', 'one', 'z', 'a', 'many']);
    expect(await claim(5, 'many')).toEqual(['one', 'z', 'a', 'many', 'many']);
  });

  it('keep a message that is done with for a day, so that it is not delivered again, and one that is not for as long as it takes', async () => {
    const { knex } = database;
    const publish = (topic: string, id: string) =>
      knex.raw('select bus_publish(?, ?::jsonb)', [topic, JSON.stringify([{ id, key: id }])]);
    await knex.raw(`select bus_join('trimmed', 'g')`);
    for (const id of ['done', 'waits', 'young']) await publish('trimmed', id);
    await publish('nobody-yet', 'first');
    await knex.raw(`update bus_messages set published_at = now() - interval '25 hours' where id <> 'young'`);
    await knex('bus_deliveries').where({ topic: 'trimmed' }).whereIn('key', ['done', 'young']).delete();
    await knex.raw(`select bus_trim('trimmed'), bus_trim('nobody-yet')`);
    expect(new Set(await knex('bus_messages').whereIn('topic', ['trimmed', 'nobody-yet']).pluck('id'))).toEqual(
      new Set(['waits', 'young', 'first']),
    );
    await publish('trimmed', 'young');
    expect(await knex('bus_deliveries').where({ topic: 'trimmed' }).pluck('key')).toEqual(['waits']);
  });
});

describe('The tables of the bus in a database that orders texts by a language', () => {
  let place: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    place = await createTestDatabase({ language: 'en-US' });
    database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 5, log });
    await migrate(database, busMigrations);
  });
  afterAll(async () => {
    await database.close();
    await place.drop();
  });

  it('have tenants take turns, also those whose names stand otherwise by their bytes', async () => {
    const { knex } = database;
    await knex.raw(`select bus_join('ordered', 'g')`);
    const tenants = ['acme', 'Beta', 'cust_1', 'cust2'];
    const messages = tenants.map((tenant_id) => ({ id: tenant_id, key: tenant_id, tenant_id }));
    await knex.raw(`select bus_publish('ordered', ?::jsonb)`, [JSON.stringify(messages)]);
    const seen: (string | undefined)[] = [];
    for (const after of ['Beta', 'acme', 'cust2', 'acme']) {
      const asked = `select tenant from bus_claim('ordered', 'g', 1, 1, ?)`;
      const { rows } = await knex.raw<{ rows: { tenant: string }[] }>(asked, [after]);
      seen.push(rows[0]?.tenant);
    }
    expect(seen.toSorted()).toEqual(tenants.toSorted());
  });
});

describe('A consumer of the bus in Postgres', () => {
  let place: TestDatabase;
  let database: Database;
  let distant: Database;
  let proxy: TcpProxy;
  let other: pg.Client;
  beforeAll(async () => {
    place = await createTestDatabase();
    database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 5, log });
    await migrate(database, busMigrations);
    const proxied = await startDatabaseProxy(place.url);
    proxy = proxied.network;
    distant = createPostgresDatabase({ kind: 'postgres', url: proxied.url, pool: 5, log });
    other = new pg.Client({ connectionString: place.url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await Promise.all([database.close(), distant.close()]);
    await proxy.close();
    await place.drop();
  });

  /** Consumes, and resolves while its claim of a message waits for the other to commit. */
  const whileItClaims = async (on: Database, topic: string) => {
    const handled: string[] = [];
    const bus = createPostgresBus({ database: on, log });
    const consumer = await bus.consume({
      ...{ topic, group: 'g', concurrency: 1 },
      handle: ({ message }) => Promise.resolve(void handled.push(message.id)),
    });
    const publishing = await database.knex.transaction();
    await publishing.raw('select bus_publish(?, ?::jsonb)', [topic, JSON.stringify([{ id: '1', key: 'k' }])]);
    // It stands in line for what a claim reads last, before there is anything to be claimed.
    await other.query('begin');
    const { rows: own } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    const locked = other.query('lock table bus_deliveries in access exclusive mode');
    await until(() => waitsForALock(database.knex, own[0]?.pid));
    await publishing.commit();
    await locked;
    const claiming = `select from pg_stat_activity where query like '%bus_claim(%' and wait_event_type = 'Lock'
      and datname = current_database()`;
    await until(async () => {
      const { rows } = await database.knex.raw<{ rows: unknown[] }>(claiming);
      return rows.length > 0 ? true : undefined;
    });
    return { consumer, handled };
  };
  const whoHas = (topic: string) =>
    until(async () => (await database.knex('bus_keys').where({ topic }).whereNotNull('locked_by').first()) as unknown);

  it('that never hears what it claimed leaves it to be claimed again', async () => {
    // Its number is safe: only the answer is lost.
    const { consumer, handled } = await whileItClaims({ ...database, knex: distant.knex }, 'lost');
    proxy.holdAnswers();
    await other.query('commit');
    await whoHas('lost');
    proxy.cut();
    await until(() => handled.length || undefined);
    await consumer.stop();
    expect(handled).toEqual(['1']);
  });

  it('has handled what it was claiming when it was stopped, once it has stopped', async () => {
    const { consumer, handled } = await whileItClaims(database, 'stopping');
    const handledByThen = consumer.stop().then(() => [...handled]);
    await other.query('commit');
    expect(await handledByThen).toEqual(['1']);
  });
});

async function waitsForALock(knex: Database['knex'], pid: number | undefined): Promise<true | undefined> {
  const { rows } = await knex.raw<{ rows: unknown[] }>(
    `select from pg_stat_activity where pid = ? and wait_event_type = 'Lock'`,
    [pid ?? 0],
  );
  return rows.length > 0 ? true : undefined;
}
