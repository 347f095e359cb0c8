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
import { createDueWork, WORKERS, type DueWork } from '../../../../src/workers/core/dueWork.js';
import { startDatabaseProxy, type TcpProxy } from '../../../support/tcpProxy.js';
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
  const proxied = await startDatabaseProxy(place.url);
  proxy = proxied.network;
  distant = createPostgresDatabase({ kind: 'postgres', url: proxied.url, pool: 5, log });
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

describe('work in hand', () => {
  it("is anybody's as soon as its holder is gone, and its late end changes nothing", async () => {
    const topic = topicName();
    const gone = createDueWork({ database, log });
    const lost = await gone.begin(topic, message('1'));
    expect((await two.look([topic])).due).toEqual([]);
    await gone.leave();
    await until(async () => ((await two.look([topic])).due.length > 0 ? true : undefined));
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
    await until(async () => ((await two.look([topic])).due.length > 0 ? true : undefined));
    expect(await two.take(topic)).toMatchObject({ message: { id: '1' } });
  });

  it('stays in hand when a message is refused that comes meanwhile', async () => {
    const topic = topicName();
    const work = await one.begin(topic, message('1'));
    await expect(one.begin(topic, message('\0', 'another key'))).rejects.toThrow(pg.DatabaseError);
    expect(await one.begin(topic, message('2', 'a third key'))).toMatchObject({ holder: work?.holder });
    expect((await two.look([topic])).due).toEqual([]);
    expect(await one.settle(work!, 'done')).toEqual({ noted: true });
  });

  it('stays in hand when the database has no room for what comes meanwhile', async () => {
    const topic = topicName();
    const work = await one.begin(topic, message('1'));
    await database.knex.raw(
      `create function no_room() returns trigger language plpgsql as $$ begin raise 'no space left' using errcode = '53100'; end $$;
       create trigger no_room before insert on due_work for each row execute function no_room()`,
    );
    await expect(one.begin(topic, message('2', 'another key'))).rejects.toThrow('no space left');
    await database.knex.raw('drop function no_room cascade');
    expect((await two.look([topic])).due).toEqual([]);
    expect(await one.settle(work!, 'done')).toEqual({ noted: true });
  });

  it('stays in hand when there is no connection to take more on', async () => {
    const topic = topicName();
    const pool = { client: 'pg', connection: place.url, pool: { min: 0, max: 1 }, acquireConnectionTimeout: 1_000 };
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
    expect((await two.look([topic])).due).toEqual([]);
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
    const judged = judge.query('select due_look($1, $2, 10)', [[topic], WORKERS]);
    // It does not wait for a row that somebody else is at.
    await judged;
    await other.query('select pg_advisory_lock($1, 7)', [PRESENCE_LOCK_CLASS]);
    await other.query('commit');
    await judge.query('select due_look($1, $2, 10)', [[topic], WORKERS]);
    expect(await rowsOf(topic)).toMatchObject([{ held_by: 7 }]);
    await other.query('select pg_advisory_unlock_all()');
    await judge.query('select due_look($1, $2, 10)', [[topic], WORKERS]);
    expect(await rowsOf(topic)).toMatchObject([{ held_by: null }]);
    await judge.end();
  });
});
