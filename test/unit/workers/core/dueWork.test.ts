import pg from 'pg';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/platform/bus/bus.js';
import type { Database } from '../../../../src/platform/database/database.js';
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
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

const log = createLog('silent');
let place: TestDatabase;
let database: Database;
let other: pg.Client;
/** Two processes. */
let one: DueWork;
let two: DueWork;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 8, log });
  await migrate(database, dueMigrations);
  other = new pg.Client({ connectionString: place.url });
  await other.connect();
  [one, two] = [createDueWork({ database, log }), createDueWork({ database, log })];
});
afterAll(async () => {
  await Promise.all([one.leave(), two.leave()]);
  await other.end();
  await database.close();
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
    expect((await one.look([topic])).due).toEqual([]);
    await backdate(topic);
    expect((await one.look([topic, 'another topic'])).due).toEqual([topic]);
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
