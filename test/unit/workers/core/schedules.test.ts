import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { scheduleMigrations, startSchedules, takeTick } from '../../../../src/workers/core/schedules.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

const YEARLY = '0 0 1 1 *';
const newYear = (year: number): string => new Date(Date.UTC(year, 0, 1)).toISOString();

let place: TestDatabase;
let database: Database;
let year: number;
beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 8, log: createLog('silent') });
  await migrate(database, scheduleMigrations);
  const { rows } = await database.knex.raw<{ rows: { now: Date }[] }>('select now() as now');
  year = rows[0]!.now.getUTCFullYear();
});
afterAll(async () => {
  await database.close();
  await place.drop();
});

/** Notes a tick as the last one that was taken. */
const noted = async (name: string, tick: string): Promise<void> => {
  await database.knex('schedule_ticks').insert({ name, tick });
};

describe('a tick of a schedule', () => {
  it('is taken by exactly one of many workers', async () => {
    await noted('one of many', newYear(year - 1));
    const taken = await Promise.all(
      Array.from({ length: 20 }, () => takeTick(database, { name: 'one of many', cron: YEARLY })),
    );
    expect(taken.filter(({ mine }) => mine)).toEqual([{ tick: newYear(year), mine: true }]);
  });

  it('is due by the clock of the database, and not before it', async () => {
    await noted('done this year', newYear(year));
    expect(await takeTick(database, { name: 'done this year', cron: YEARLY })).toMatchObject({ mine: false });
  });

  it('is made up for once where nobody ran when it came, also after several', async () => {
    await noted('missed', newYear(year - 3));
    expect(await takeTick(database, { name: 'missed', cron: YEARLY })).toEqual({ tick: newYear(year), mine: true });
    expect(await takeTick(database, { name: 'missed', cron: YEARLY })).toMatchObject({ mine: false });
  });

  it('that a clock noted which was ahead keeps nobody from the next one', async () => {
    await noted('ahead', newYear(year + 1));
    expect(await takeTick(database, { name: 'ahead', cron: YEARLY })).toEqual({ tick: newYear(year), mine: true });
    expect(await takeTick(database, { name: 'ahead', cron: YEARLY })).toMatchObject({ mine: false });
  });

  it('that came before the schedule was first seen is left alone', async () => {
    expect(await takeTick(database, { name: 'new', cron: YEARLY })).toMatchObject({ mine: false });
    expect(await takeTick(database, { name: 'new', cron: YEARLY })).toMatchObject({ mine: false });
  });

  it('belongs to its schedule alone', async () => {
    await noted('this', newYear(year - 1));
    await noted('another', newYear(year - 1));
    expect(await takeTick(database, { name: 'this', cron: YEARLY })).toEqual({ tick: newYear(year), mine: true });
    expect(await takeTick(database, { name: 'another', cron: YEARLY })).toEqual({ tick: newYear(year), mine: true });
  });
});

describe('what schedules run', () => {
  it('has an id made from its tick, the same whoever runs it, and a broken schedule keeps no other from running', async () => {
    await noted('broken', newYear(year - 1));
    await noted('good', newYear(year - 1));
    const ids: string[] = [];
    const run = (context: { correlation_id: string }): Promise<void> => {
      ids.push(context.correlation_id);
      return Promise.resolve();
    };
    const broken = { name: 'broken', cron: YEARLY, actor: 'system', run: () => Promise.reject(new Error('broken')) };
    const schedules = [broken, { name: 'good', cron: YEARLY, actor: 'system', run }];
    const deps = { database, log: createLog('silent'), schedules };
    const stop = startSchedules(deps);
    await until(() => ids[0]);
    await stop();
    await database
      .knex('schedule_ticks')
      .where({ name: 'good' })
      .update({ tick: newYear(year - 1) });
    const stopOther = startSchedules(deps);
    await until(() => ids[1]);
    await stopOther();
    expect(ids[0]).toBe(ids[1]);
  });
});
