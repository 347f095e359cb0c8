import createKnex from 'knex';
import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/platform/bus/bus.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { PRESENCE_LOCK_CLASS } from '../../../../src/platform/database/presence.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { dueMigrations } from '../../../../src/workers/core/dueTable.js';
import {
  createDueWork,
  forgetDoneWork,
  readDueBacklog,
  WORKERS,
  type DueWork,
} from '../../../../src/workers/core/dueWork.js';
import { startTcpProxy, type TcpProxy } from '../../../support/tcpProxy.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

const log = createLog('silent');
let place: TestDatabase;
let database: Database;
let proxy: TcpProxy;
let distant: Database;
let other: pg.Client;
/** Two processes. */
let one: DueWork;
let two: DueWork;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 8, log });
  await migrate(database, dueMigrations);
  const url = new URL(place.url);
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.port = String(proxy.port);
  distant = createPostgresDatabase({ kind: 'postgres', url: url.href, pool: 5, log });
  other = new pg.Client({ connectionString: place.url });
  await other.connect();
  [one, two] = [createDueWork({ database, log }), createDueWork({ database, log })];
});
afterAll(async () => {
  await Promise.all([one.leave(), two.leave()]);
  await other.end();
  await Promise.all([database.close(), distant.close()]);
  await proxy.close();
  await place.drop();
});

const message = (id: string, key = 'k'): Message => ({
  ...{ id, key, type: 'T', payload: {}, correlation_id: 'c', causation_id: 'c' },
});
const topicName = (): string => `t-${randomUUID()}`;
const rowsOf = (topic: string) =>
  database.knex('due_work').where({ topic }).orderBy('seq').select<Record<string, unknown>[]>();
const backdate = (topic: string) =>
  database
    .knex('due_work')
    .where({ topic })
    .whereNotNull('due_at')
    .update({ due_at: database.knex.raw(`now() - interval '1 minute'`) });

describe('a message that the bus has brought', () => {
  it('is in hand from then on, as its first attempt, and forgotten when it is done', async () => {
    const topic = topicName();
    const work = await one.begin(topic, message('1'));
    expect(work).toMatchObject({ topic, key: 'k', attempts: 1, message: message('1') });
    expect(await one.settle(work!, 'done')).toEqual({ noted: true });
    expect(await rowsOf(topic)).toEqual([]);
  });

  it('again is left to whoever has it in hand', async () => {
    const topic = topicName();
    const work = await one.begin(topic, message('1'));
    expect(await two.begin(topic, message('1'))).toBeUndefined();
    expect(await two.take(topic)).toBeUndefined();
    await one.settle(work!, 'done');
    expect(await rowsOf(topic)).toEqual([]);
  });

  it('stands behind those of its key, is due when they are done, and not before', async () => {
    const topic = topicName();
    const first = await one.begin(topic, message('1'));
    expect(await two.begin(topic, message('2'))).toBeUndefined();
    expect(await two.begin(topic, message('3'))).toBeUndefined();
    expect(await two.begin(topic, message('4', 'another key'))).toMatchObject({ attempts: 1 });
    await one.settle(first!, { inMs: 3_600_000 });
    expect(await two.take(topic)).toBeUndefined();
    await backdate(topic);
    const again = await two.take(topic);
    expect(again).toMatchObject({ message: { id: '1' }, attempts: 2 });
    expect(await two.settle(again!, 'done')).toEqual({ noted: true, dueInMs: 0 });
    const next = await one.take(topic);
    expect(next).toMatchObject({ message: { id: '2' }, attempts: 1 });
    expect(await one.take(topic)).toBeUndefined();
  });
});

describe('a message that the bus has brought, whatever its work says', () => {
  it('is in hand as it came, and comes again so', async () => {
    const topic = topicName();
    const odd = { ...message('1'), payload: { text: 'NUL \0, half a character \ud800' } };
    const work = await one.begin(topic, odd);
    expect(work).toMatchObject({ message: odd });
    await one.settle(work!, { inMs: 0 });
    expect(await two.take(topic)).toMatchObject({ message: odd });
  });
});

describe('work that was tried', () => {
  it('more than once is not begun anew when the bus brings it once more within a day of its end', async () => {
    const topic = topicName();
    await one.settle((await one.begin(topic, message('1')))!, { inMs: 0 });
    const again = await two.take(topic);
    await two.begin(topic, message('2'));
    expect(await two.settle(again!, 'done')).toEqual({ noted: true, dueInMs: 0 });
    expect(await one.begin(topic, message('1'))).toBeUndefined();
    expect(await readDueBacklog(database, [topic])).toMatchObject([{ waiting: 1 }]);
    await one.settle((await one.take(topic))!, 'done');
    expect(await one.begin(topic, message('3'))).toMatchObject({ attempts: 1 });
    await forgetDoneWork(database);
    expect((await rowsOf(topic)).map(({ message_id }) => message_id)).toEqual(['1', '3']);
    await database
      .knex('due_work')
      .where({ topic })
      .whereNotNull('done_at')
      .update({ done_at: database.knex.raw(`now() - interval '25 hours'`) });
    await forgetDoneWork(database);
    expect((await rowsOf(topic)).map(({ message_id }) => message_id)).toEqual(['3']);
  });

  it('is forgotten a day after its end in short statements, however much of it there is', async () => {
    const topic = topicName();
    await database.knex.raw(
      `insert into due_work (topic, group_name, key, message_id, message, attempts, done_at)
       select ?, ?, 'k', n::text, '{}', 2, now() - interval '25 hours' from generate_series(1, 25) n`,
      [topic, WORKERS],
    );
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }): void => void statements.push(sql);
    database.knex.on('query', note);
    await forgetDoneWork(database, 10);
    database.knex.off('query', note);
    expect(statements).toHaveLength(3);
    expect(await rowsOf(topic)).toEqual([]);
  });

  it('counts its attempts, but for those that it was given back from', async () => {
    const topic = topicName();
    const outcomes = [{ inMs: 0 }, { inMs: 0, givenBack: true }, { inMs: 0, givenBack: true }, { inMs: 0 }];
    let work = await one.begin(topic, message('1'));
    const attempts = [work?.attempts];
    for (const outcome of outcomes) {
      await one.settle(work!, outcome);
      work = await two.take(topic);
      attempts.push(work?.attempts);
      await two.settle(work!, { inMs: 0, givenBack: true });
      work = await one.take(topic);
    }
    expect(attempts).toEqual([1, 2, 2, 2, 3]);
  });

  it('is due by the clock of the database', async () => {
    const topic = topicName();
    const work = await one.begin(topic, message('1'));
    await one.settle(work!, { inMs: 3_600_000 });
    const [row] = (
      await database.knex.raw<{ rows: { soon: boolean }[] }>(
        `select due_at between now() + interval '59 minutes' and now() + interval '1 hour' as soon from due_work where topic = ?`,
        [topic],
      )
    ).rows;
    expect(row).toEqual({ soon: true });
    expect(await one.look([topic])).toEqual([]);
    await backdate(topic);
    expect(await one.look([topic, 'another topic'])).toEqual([topic]);
  });

  it('is taken by exactly one of many', async () => {
    const topic = topicName();
    await one.settle((await one.begin(topic, message('1')))!, { inMs: 0 });
    const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : two).take(topic)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('is counted while it waits, with how long it has been due', async () => {
    const topic = topicName();
    const first = await one.begin(topic, message('1'));
    await one.begin(topic, message('2'));
    expect(await readDueBacklog(database, [topic])).toEqual([{ topic, waiting: 1, overdueSeconds: 0 }]);
    await one.settle(first!, { inMs: 3_600_000 });
    expect(await readDueBacklog(database, [topic])).toEqual([{ topic, waiting: 2, overdueSeconds: 0 }]);
    await backdate(topic);
    const [backlog] = await readDueBacklog(database, [topic]);
    expect(backlog?.overdueSeconds).toBeGreaterThanOrEqual(60);
    expect(await readDueBacklog(database, ['empty'])).toEqual([{ topic: 'empty', waiting: 0, overdueSeconds: 0 }]);
  });
});

describe('work in hand', () => {
  it("is anybody's as soon as its holder is gone, and its late end changes nothing", async () => {
    const topic = topicName();
    const gone = createDueWork({ database, log });
    const lost = await gone.begin(topic, message('1'));
    expect(await two.look([topic])).toEqual([]);
    await gone.leave();
    await until(async () => ((await two.look([topic])).length > 0 ? true : undefined));
    const taken = await two.take(topic);
    expect(taken).toMatchObject({ message: { id: '1' }, attempts: 2 });
    expect(await gone.settle(lost!, 'done')).toEqual({ noted: false });
    expect(await rowsOf(topic)).toMatchObject([{ message_id: '1', held_by: taken?.holder }]);
  });

  it('whose answer is lost is done by somebody all the same', async () => {
    const topic = topicName();
    // Its number is safe: only the answer is lost.
    const unlucky = createDueWork({ database: { url: place.url, knex: distant.knex }, log });
    await unlucky.look([topic]);
    await unlucky.take(topic);
    proxy.holdAnswers();
    const lost = unlucky.begin(topic, message('1')).catch(String);
    await until(async () => ((await rowsOf(topic)).length > 0 ? true : undefined));
    proxy.cut();
    expect(await lost).toMatch(/Connection|terminated/i);
    await until(async () => ((await two.look([topic])).length > 0 ? true : undefined));
    expect(await two.take(topic)).toMatchObject({ message: { id: '1' } });
  });

  it('stays in hand when a message is refused that comes meanwhile', async () => {
    const topic = topicName();
    const work = await one.begin(topic, message('1'));
    await expect(one.begin(topic, message('\0', 'another key'))).rejects.toThrow(pg.DatabaseError);
    expect(await one.begin(topic, message('2', 'a third key'))).toMatchObject({ holder: work?.holder });
    expect(await two.look([topic])).toEqual([]);
    expect(await one.settle(work!, 'done')).toEqual({ noted: true });
  });

  it('stays in hand when there is no connection to take more on', async () => {
    const topic = topicName();
    const pool = { client: 'pg', connection: place.url, pool: { min: 0, max: 1 }, acquireConnectionTimeout: 50 };
    const knex = createKnex(pool);
    const busy = createDueWork({ database: { url: place.url, knex }, log });
    const work = await busy.begin(topic, message('1'));
    const held = await knex.transaction();
    await expect(busy.take(topic)).rejects.toThrow(createKnex.KnexTimeoutError);
    await held.rollback();
    expect(await busy.begin(topic, message('2', 'another key'))).toMatchObject({ holder: work?.holder });
    expect(await busy.settle(work!, 'done')).toEqual({ noted: true });
    await busy.leave();
    await knex.destroy();
  });

  it('is noted as done, and all else stays in hand, where there was no connection to note it on at first', async () => {
    const topic = topicName();
    const pool = { client: 'pg', connection: place.url, pool: { min: 0, max: 1 }, acquireConnectionTimeout: 1_000 };
    const knex = createKnex(pool);
    const busy = createDueWork({ database: { url: place.url, knex }, log });
    const [work, other] = [await busy.begin(topic, message('1')), await busy.begin(topic, message('2', 'another key'))];
    const held = await knex.transaction();
    const { pool: connections } = knex.client as { pool: { on(event: 'acquireFail', listener: () => void): void } };
    const failed = new Promise<void>((resolve) => connections.on('acquireFail', resolve));
    const settled = busy.settle(work!, 'done');
    await failed;
    await held.rollback();
    expect(await settled).toEqual({ noted: true });
    expect(await two.look([topic])).toEqual([]);
    expect(await busy.settle(other!, 'done')).toEqual({ noted: true });
    await busy.leave();
    await knex.destroy();
  });

  it('stays with one that took it, and its number, while it was judged whether the one before is gone', async () => {
    const topic = topicName();
    await one.begin(topic, message('1'));
    await database.knex('due_work').where({ topic }).update({ held_by: 5 }); // gone: nobody has its lock
    const judge = new pg.Client({ connectionString: place.url });
    await judge.connect();
    await other.query('begin');
    await other.query('update due_work set held_by = 7 where topic = $1', [topic]);
    const judged = judge.query('select due_look($1, $2)', [[topic], WORKERS]);
    // It does not wait for a row that somebody else is at.
    await judged;
    await other.query('select pg_advisory_lock($1, 7)', [PRESENCE_LOCK_CLASS]);
    await other.query('commit');
    await judge.query('select due_look($1, $2)', [[topic], WORKERS]);
    expect(await rowsOf(topic)).toMatchObject([{ held_by: 7 }]);
    await other.query('select pg_advisory_unlock_all()');
    await judge.query('select due_look($1, $2)', [[topic], WORKERS]);
    expect(await rowsOf(topic)).toMatchObject([{ held_by: null }]);
    await judge.end();
  });
});

describe('a message that comes while the one before it ends', () => {
  /** Runs the second while the first is not committed, and resolves with what the second says once it is. */
  const during = async <Value>(first: [string, unknown[]], second: () => Promise<Value>): Promise<Value> => {
    await other.query('begin');
    await other.query(...first);
    const answer = second();
    await until(async () => {
      const { rows } = await database.knex.raw<{ rows: unknown[] }>(
        `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
      );
      return rows.length > 0 ? true : undefined;
    });
    await other.query('commit');
    return answer;
  };

  it('is begun at once where that one has gone', async () => {
    const topic = topicName();
    const first = await one.begin(topic, message('1'));
    const settle = 'select due_settle($1, $2, $3, $4, $5, null, false)';
    const begun = await during([settle, [topic, WORKERS, 'k', first?.seq, first?.holder]], () =>
      two.begin(topic, message('2')),
    );
    expect(begun).toMatchObject({ message: { id: '2' } });
  });

  it('is due once that one has gone where it came to stand behind it', async () => {
    const topic = topicName();
    const first = await one.begin(topic, message('1'));
    const begin = 'select due_begin($1, $2, $3, $4, $5, $6, $7)';
    const second = [topic, WORKERS, '', 'k', '2', message('2'), 7];
    expect(await during([begin, second], () => one.settle(first!, 'done'))).toEqual({ noted: true, dueInMs: 0 });
    expect(await one.take(topic)).toMatchObject({ message: { id: '2' } });
  });
});
