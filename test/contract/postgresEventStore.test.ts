import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../src/platform/database/postgresDatabase.js';
import { BATCH_BYTES } from '../../src/platform/eventStore/eventStore.js';
import { APPENDED_CHANNEL } from '../../src/platform/eventStore/eventsTable.js';
import { createPostgresEventStore, eventStoreMigrations } from '../../src/platform/eventStore/postgresEventStore.js';
import { startDatabaseProxy } from '../support/tcpProxy.js';
import { createTestDatabase } from '../support/testDatabase.js';
import { until } from '../support/until.js';
import { all, follow, ids, newEvents, unique } from './eventStore/events.js';
import { eventStoreContract, type StoreUnderTest } from './eventStore.js';

eventStoreContract('the event store in Postgres', openStore);

it('announces what it appended, so that no subscriber of another process has to look for it', async () => {
  const { database, store, close } = await openDatabaseAndStore();
  let announced = 0;
  await database.listen(APPENDED_CHANNEL, () => announced++);
  for (const told of [1, 2]) {
    await store.append(unique('stream'), newEvents('Noted', 2), 'no_stream');
    await until(() => announced >= told || undefined);
  }
  await close();
  expect(announced).toBe(2);
});

it('announces nothing with the append itself, which would let its commit wait for others that announce', async () => {
  const { database, close } = await openDatabaseAndStore();
  const announced: (string | undefined)[] = [];
  await database.listen(APPENDED_CHANNEL, (payload) => announced.push(payload));
  await database.knex.raw(
    `select append_events('s', -1, array[gen_random_uuid()], array['Noted'], array['{}'::json], array['{}'::json])`,
  );
  await database.knex.raw('select pg_notify(?, ?)', [APPENDED_CHANNEL, 'after the append']);
  await until(() => announced.at(-1));
  await close();
  expect(announced).toEqual(['after the append']);
});

it('lets no event be older than one before it, though the clock of the database was put back', async () => {
  const { database, store, close } = await openDatabaseAndStore();
  const stream = unique('stream');
  await store.append(stream, newEvents('Noted', 1), 'no_stream');
  await database.knex.raw(`update events set recorded_at = recorded_at + interval '1 hour'`);
  await store.append(unique('stream'), newEvents('Noted', 1), 'no_stream');
  await store.append(stream, newEvents('Noted', 1), 0n);
  const times = (await all(store.readStream(stream))).map(({ recorded_at }) => recorded_at);
  await close();
  expect(times[1]).toBe(times[0]);
});

it('looks at 50,000 positions of the log at a time, however few of the events are asked for, and says how far it is', async () => {
  const { database, store, close } = await openDatabaseAndStore();
  const events = newEvents('Noted', 4);
  await store.append('s', events, 'no_stream');
  // As if as many others lay between them.
  const places = [1, 60_000, 60_001, 170_000];
  for (const [n, place] of places.entries()) {
    await database.knex('events').where({ revision: n }).update({ position: place });
  }
  const follower = follow(store, { typePrefixes: ['Noted'], batchSize: 2 });
  await follower.live();
  await follower.stop();
  const others = follow(store, { typePrefixes: ['Else'] });
  await others.live();
  await others.stop();
  await close();
  const seen = ({ batches }: typeof follower) =>
    batches.map((batch) => [batch.events.length, Number(batch.position), batch.live]);
  expect(ids(follower.events)).toEqual(ids(events));
  expect(seen(follower)).toEqual([
    [1, 50_000, false],
    [2, 60_001, false],
    [0, 110_001, false],
    [0, 160_001, false],
    [1, 170_000, true],
  ]);
  expect(seen(others)).toEqual([
    [0, 50_000, false],
    [0, 100_000, false],
    [0, 150_000, false],
    [0, 170_000, true],
  ]);
});

describe('appends of one process at the same time', () => {
  let tried: StoreUnderTest;
  beforeAll(async () => {
    tried = await openStore();
  });
  afterAll(() => tried.close());

  it('fails only the one that Postgres refuses, though they share a statement', async () => {
    const streams = [unique('stream'), `${unique('stream')}\0`, unique('stream')];
    const appends = streams.map((stream) => tried.store.append(stream, newEvents('Noted', 2), 'no_stream'));
    const outcomes = await Promise.allSettled(appends);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    for (const stream of [streams[0], streams[2]]) {
      expect(await all(tried.store.readStream(stream ?? ''))).toHaveLength(2);
    }
  });

  it('fails only the read that Postgres refuses, though they share a statement', async () => {
    const { store } = tried;
    const stream = unique('stream');
    const events = newEvents('Noted', 3);
    await store.append(stream, events, 'no_stream');
    const refused = `${stream}\0`;
    const [pages, revisions] = await Promise.all([
      Promise.allSettled([refused, stream].map((name) => all(store.readStream(name)))),
      Promise.allSettled([refused, stream].map((name) => store.lastRevision(name))),
    ]);
    expect(pages).toMatchObject([{ status: 'rejected' }, { value: events.map(({ id }) => ({ id })) }]);
    expect(revisions).toMatchObject([{ status: 'rejected' }, { value: 2n }]);
  });

  it('reads what was asked for with a large stream, of which no more than its beginning comes with it', async () => {
    const { database, store, close } = await openDatabaseAndStore();
    const large = newEvents('Noted', 30).map((event) => ({ ...event, data: { text: 'x'.repeat(600_000) } }));
    for (const [n, event] of large.entries())
      await store.append('large', [event], n === 0 ? 'no_stream' : BigInt(n - 1));
    await store.append('small', newEvents('Noted', 2), 'no_stream');
    const statements: { streams: unknown; bytes: number }[] = [];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const ask = async (sql: string, bindings: unknown[]) => {
      if (statements.length > 0) await held;
      const answer = await database.knex.raw<{ rows: object[] }>(sql, bindings as string[]);
      statements.push({ streams: bindings[0], bytes: JSON.stringify(answer.rows).length });
      return answer;
    };
    const raw = (sql: string, bindings: unknown[]) => Object.assign(ask(sql, bindings), { options: () => undefined });
    const reader = createPostgresEventStore({
      database: { ...database, knex: { raw } as never },
      log: createLog('fatal'),
    });
    const reads = ['large', 'small'].map((stream) => all(reader.readStream(stream)));
    expect(await reads[1]).toHaveLength(2);
    expect(statements).toEqual([{ streams: ['large', 'small'], bytes: expect.any(Number) as number }]);
    expect(statements[0]?.bytes).toBeLessThan(1_000_000);
    goOn();
    expect(ids((await reads[0]) ?? [])).toEqual(ids(large));
    expect(statements.slice(1).map(({ streams }) => streams)).toEqual(statements.slice(1).map(() => ['large']));
    for (const { bytes } of statements) expect(bytes).toBeLessThan(BATCH_BYTES * 1.1);
    await reader.close();
    await close();
  });

  it('gives each its own answer, conflicts included', async () => {
    const stream = unique('stream');
    const appends = Array.from({ length: 40 }, (_, n) =>
      tried.store.append(n % 2 ? stream : unique('stream'), newEvents('Noted', 1 + (n % 3)), 'no_stream'),
    );
    const outcomes = await Promise.allSettled(appends);
    const revisions = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.revision : undefined));
    expect(revisions.filter((revision, n) => n % 2 === 1 && revision !== undefined)).toEqual([1n]);
    expect(revisions.filter((_, n) => n % 2 === 0)).toEqual(Array.from({ length: 20 }, (_, n) => BigInt((2 * n) % 3)));
  });
});

async function openStore(): Promise<StoreUnderTest> {
  const { url: directUrl, store: direct, log, close } = await openDatabaseAndStore();
  const { network, url } = await startDatabaseProxy(directUrl);
  const database = createPostgresDatabase({ kind: 'postgres', url, pool: 10, log });
  const store = createPostgresEventStore({ database, log });
  const patient = createPostgresEventStore({ database, log, pauseMs: () => 3_600_000 });
  return {
    store,
    direct,
    patient,
    network,
    async close() {
      await store.close();
      await patient.close();
      await database.close();
      await network.close();
      await close();
    },
  };
}

/** A store in an empty database. */
async function openDatabaseAndStore() {
  const log = createLog('fatal');
  const testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  const database = createPostgresDatabase({ kind: 'postgres', url, pool: 10, log });
  await migrate(database, eventStoreMigrations);
  const store = createPostgresEventStore({ database, log });
  const close = async (): Promise<void> => {
    await store.close();
    await database.close();
    await testDatabase.drop();
  };
  return { url, log, database, store, close };
}
