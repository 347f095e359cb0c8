import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/platform/bus/bus.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { dueMigrations } from '../../../../src/workers/core/dueTable.js';
import { createDueWork, notInTable, WORKERS, type DueWork } from '../../../../src/workers/core/dueWork.js';
import { rowsRead } from '../../../support/rowsRead.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';

const log = createLog('silent');
let place: TestDatabase;
let database: Database;
let one: DueWork;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 4, log });
  await migrate(database, dueMigrations);
  one = createDueWork({ database, log });
});
afterAll(async () => {
  await one.leave();
  await database.close();
  await place.drop();
});

const message = (id: string, key = 'k'): Message => ({
  ...{ id, key, type: 'T', payload: {}, correlation_id: 'c', causation_id: 'c' },
});
const topicName = (): string => `t-${randomUUID()}`;

describe('what is due', () => {
  it('is taken of each tenant in turn, and of none that has enough in hand', async () => {
    const topic = topicName();
    for (const tenant_id of ['b', 'b', 'a', 'c', ''])
      await one.keep(topic, { ...message(randomUUID(), randomUUID()), tenant_id });
    const takenOf = async (after: string | undefined, full: string[]): Promise<string | undefined> => {
      const taken = await one.take(topic, { after, full });
      if (taken) await one.settle(taken, { inMs: 0, givenBack: true });
      return taken?.message.tenant_id;
    };
    expect(await takenOf(undefined, [])).toBe('');
    expect(await takenOf('', [])).toBe('a');
    expect(await takenOf('a', [])).toBe('b');
    expect(await takenOf('bb', ['c'])).toBe('');
    expect(await takenOf('c', ['', 'a'])).toBe('b');
    expect(await takenOf('b', ['', 'a', 'c'])).toBe('b');
    expect(await takenOf('b', ['', 'a', 'b', 'c'])).toBeUndefined();
  });

  it('is found by reading no more than a few rows, however much of one tenant waits, now or for later', async () => {
    const topic = topicName();
    await database.knex.raw(
      `insert into due_work (topic, group_name, tenant, key, message_id, message, due_at)
       select ?, ?, tenant, tenant || n, tenant || n, '{}', now() + delay::interval
       from generate_series(1, 5000) n,
         (values ('later', '1 hour'), ('many', '-1 hour'), ('too', '1 hour')) t (tenant, delay)`,
      [topic, WORKERS],
    );
    await one.keep(topic, { ...message('1'), tenant_id: 'one' });
    for (const after of [null, 'many', 'one']) {
      const read = await rowsRead(database.knex, 'due_work', (knex) =>
        knex.raw('select * from due_take(?, ?, 1, ?, ?::text[])', [topic, WORKERS, after, ['many']]),
      );
      expect(read).toBeLessThan(20);
    }
  });
});

describe('a table', () => {
  it('that holds as much of a topic as it is for is said to be full of it, for those who have a tenth of that, and of no other', async () => {
    const [topic, other] = [topicName(), topicName()];
    const fill = (tenant: string, count: number): Promise<unknown> =>
      database.knex.raw(
        `insert into due_work (topic, group_name, tenant, key, message_id, message, due_at)
         select ?, ?, ?, ? || n::text, gen_random_uuid(), '{}', now() + interval '1 hour' from generate_series(1, ?) n`,
        [topic, WORKERS, tenant, tenant, count],
      );
    await one.keep(other, message('1'));
    await fill('many', 8_001);
    await fill('', 1_000);
    await fill('few', 999);
    expect(await one.look([topic, other])).toEqual({ due: [other], full: new Map() });
    await fill('one', 1);
    expect(await one.look([topic, other])).toEqual({ due: [other], full: new Map([[topic, ['', 'many']]]) });
  });
});

describe('a table that many tenants share', () => {
  const fill = (topic: string, tenants: number, each: number): Promise<unknown> =>
    database.knex.raw(
      `insert into due_work (topic, group_name, tenant, key, message_id, message, due_at)
       select ?, ?, 't' || lpad(t::text, 3, '0'), t || ' ' || n, gen_random_uuid(), '{}', now() + interval '1 hour'
       from generate_series(1, ?::int) t, generate_series(1, ?::int) n`,
      [topic, WORKERS, tenants, each],
    );

  it('is full of those who have an equal part of it, so that it stays within about twice what it is for', async () => {
    const topic = topicName();
    const small = createDueWork({ database, log, mostInTable: 100 });
    await fill(topic, 50, 2);
    expect((await small.look([topic])).full).toEqual(new Map());
    await small.keep(topic, { ...message('1'), tenant_id: 'new' });
    const tenants = Array.from({ length: 50 }, (_, n) => `t${String(n + 1).padStart(3, '0')}`);
    // Of 51 tenants each may have one.
    expect((await small.look([topic])).full).toEqual(new Map([[topic, ['new', ...tenants]]]));
    await small.leave();
  });

  it('leaves room for who has less than an equal part, beside one that fills it', async () => {
    const topic = topicName();
    const small = createDueWork({ database, log, mostInTable: 100 });
    await fill(topic, 1, 80);
    await fill(topic, 20, 2);
    expect((await small.look([topic])).full).toEqual(new Map([[topic, ['t001']]]));
    await small.leave();
  });

  it('is not counted where that is not asked for', async () => {
    const topic = topicName();
    const small = createDueWork({ database, log, mostInTable: 100 });
    await fill(topic, 20, 100);
    const read = (most: number | null) =>
      rowsRead(database.knex, 'due_work', (knex) =>
        knex.raw('select * from due_look(?::text[], ?, ?::int)', [[topic], WORKERS, most]),
      );
    expect(await small.look([topic], false)).toEqual({ due: [] });
    expect(await read(null)).toBeLessThan(20);
    expect(await read(100)).toBeGreaterThan(2_000);
    await small.leave();
  });
});

describe('what is due in a database that orders texts by a language', () => {
  let elsewhere: TestDatabase;
  let there: Database;
  let work: DueWork;
  beforeAll(async () => {
    elsewhere = await createTestDatabase({ language: 'en-US' });
    there = createPostgresDatabase({ kind: 'postgres', url: elsewhere.url, pool: 4, log });
    await migrate(there, dueMigrations);
    work = createDueWork({ database: there, log });
  });
  afterAll(async () => {
    await work.leave();
    await there.close();
    await elsewhere.drop();
  });

  it('is taken of each tenant in turn, also of those whose names stand otherwise by their bytes', async () => {
    const { rows } = await there.knex.raw<{ rows: unknown[] }>(`select 'acme' < 'Beta' as by_language`);
    expect(rows).toEqual([{ by_language: true }]);
    const topic = topicName();
    const tenants = ['acme', 'Beta', 'cust_1', 'cust2'];
    for (const tenant_id of tenants) await work.keep(topic, { ...message(randomUUID(), randomUUID()), tenant_id });
    const seen: (string | undefined)[] = [];
    for (let after: string | undefined; seen.length < tenants.length; after = seen.at(-1)) {
      const taken = await work.take(topic, { after });
      seen.push(taken?.message.tenant_id);
      if (taken) await work.settle(taken, 'done');
    }
    expect(seen.toSorted()).toEqual(tenants.toSorted());
  });

  it('is taken where all of it is of one that is before the last turn by bytes, and behind it by language', async () => {
    const topic = topicName();
    await work.keep(topic, { ...message('1'), tenant_id: 'Beta' });
    expect(await work.take(topic, { after: 'acme' })).toMatchObject({ message: { id: '1' } });
  });
});

describe('a message', () => {
  it('that is kept is due at once, was not tried, and keeps its place in its key', async () => {
    const topic = topicName();
    await one.keep(topic, message('1'));
    await one.keep(topic, message('1'));
    await one.keep(topic, message('2'));
    expect(await one.begin(topic, message('3'))).toBeUndefined();
    for (const [n, id] of ['1', '2', '3'].entries()) {
      const taken = await one.take(topic);
      expect(taken).toMatchObject({ message: { id }, attempts: 1 });
      expect(await one.take(topic)).toBeUndefined();
      expect(await one.settle(taken!, 'done')).toMatchObject({ noted: true, ...(n < 2 && { dueInMs: 0 }) });
    }
    expect(await database.knex('due_work').where({ topic })).toEqual([]);
  });
});

describe('work that is to be handed out again', () => {
  it('is left out where something of its key stands in the table already, of its topic and not done', async () => {
    const [topic, other] = [topicName(), topicName()];
    await one.keep(topic, message('waits', 'a'));
    await one.begin(topic, message('in hand', 'b'));
    await one.begin(topic, message('done', 'c'));
    await database
      .knex('due_work')
      .where({ topic, key: 'c' })
      .update({ held_by: null, due_at: null, done_at: new Date() });
    const works = [topic, other].flatMap((of) => ['a', 'b', 'c', 'd'].map((key) => ({ topic: of, key })));
    expect(await notInTable(database, works)).toEqual(works.slice(2));
    expect(await notInTable(database, [])).toEqual([]);
  });
});
