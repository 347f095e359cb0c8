import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { startDueLooking } from '../../../../src/workers/core/dueLooking.js';
import { dueMigrations } from '../../../../src/workers/core/dueTable.js';
import { createDueWork, type DueWork } from '../../../../src/workers/core/dueWork.js';
import { noteTick, runIfDue, startSchedules, topicOf, type Schedule } from '../../../../src/workers/core/schedules.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

const YEARLY = '0 0 1 1 *';
const newYear = (year: number): string => new Date(Date.UTC(year, 0, 1)).toISOString();
const log = createLog('silent');

let place: TestDatabase;
let database: Database;
/** Two processes. */
let one: DueWork;
let two: DueWork;
let year: number;
/** The ids of the ticks that were run. */
let ran: string[] = [];
beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 8, log });
  await migrate(database, dueMigrations);
  [one, two] = [createDueWork({ database, log }), createDueWork({ database, log })];
  const { rows } = await database.knex.raw<{ rows: { now: Date }[] }>('select now() as now');
  year = rows[0]!.now.getUTCFullYear();
});
beforeEach(() => (ran = []));
afterAll(async () => {
  await Promise.all([one.leave(), two.leave()]);
  await database.close();
  await place.drop();
});

const yearly = (name: string): Schedule => ({
  ...{ name, cron: YEARLY, actor: 'system' },
  run: ({ causation_id }) => Promise.resolve(void ran.push(causation_id)),
});
/** Has a tick of a schedule be the next one. */
const noted = async (schedule: Schedule, tick: string): Promise<Schedule> => {
  await noteTick({ database }, schedule);
  await database
    .knex('due_work')
    .where({ topic: topicOf(schedule) })
    .update({ due_at: tick });
  return schedule;
};
const nextOf = async (schedule: Schedule): Promise<string> => {
  const [due] = await database
    .knex('due_work')
    .where({ topic: topicOf(schedule) })
    .pluck<Date[]>('due_at');
  return due!.toISOString();
};

describe('a tick of a schedule', () => {
  it('is run by exactly one of many workers, and the next one is due', async () => {
    const schedule = await noted(yearly('one of many'), newYear(year));
    await Promise.all(Array.from({ length: 20 }, (_, n) => runIfDue({ due: n % 2 ? one : two, log }, schedule)));
    expect(ran).toHaveLength(1);
    expect(await nextOf(schedule)).toBe(newYear(year + 1));
  });

  it('is due by the clock of the database, and not before it', async () => {
    const schedule = await noted(yearly('not yet'), newYear(year + 1));
    await runIfDue({ due: one, log }, schedule);
    expect(ran).toEqual([]);
  });

  it('is made up for once where nobody ran when it came, also after several', async () => {
    const schedule = await noted(yearly('missed'), newYear(year - 3));
    await runIfDue({ due: one, log }, schedule);
    await runIfDue({ due: two, log }, schedule);
    expect(ran).toHaveLength(1);
    expect(await nextOf(schedule)).toBe(newYear(year + 1));
  });

  it('that a clock noted which was ahead keeps nobody from the next one', async () => {
    const schedule = await noted(yearly('ahead'), newYear(year + 3));
    await noteTick({ database }, schedule);
    expect(await nextOf(schedule)).toBe(newYear(year + 1));
  });

  it('that has come is not put off by noting the next one', async () => {
    const schedule = await noted(yearly('came'), newYear(year));
    await noteTick({ database }, schedule);
    expect(await nextOf(schedule)).toBe(newYear(year));
  });

  it('that came before the schedule was first seen is left alone', async () => {
    const schedule = yearly('new');
    await noteTick({ database }, schedule);
    await runIfDue({ due: one, log }, schedule);
    expect(ran).toEqual([]);
    expect(await nextOf(schedule)).toBe(newYear(year + 1));
  });

  it('belongs to its schedule alone', async () => {
    const schedules = [await noted(yearly('this'), newYear(year)), await noted(yearly('another'), newYear(year))];
    for (const schedule of schedules) await runIfDue({ due: one, log }, schedule);
    expect(new Set(ran).size).toBe(2);
  });

  it('whose worker was gone before it was done is run by another, under the same id', async () => {
    const schedule = await noted(yearly('orphaned'), newYear(year));
    const gone = createDueWork({ database, log });
    let begun: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (begun = resolve));
    const stuck: Schedule = {
      ...schedule,
      run: ({ causation_id }) => {
        ran.push(causation_id);
        begun();
        return new Promise(() => undefined);
      },
    };
    void runIfDue({ due: gone, log }, stuck);
    await running;
    await gone.leave();
    await until(async () => ((await one.look([topicOf(schedule)])).due.length > 0 ? true : undefined));
    await runIfDue({ due: two, log }, schedule);
    expect(ran).toHaveLength(2);
    expect(ran[0]).toBe(ran[1]);
  });
});

describe('a scheduled run', () => {
  it('has an id made from its tick, the same whoever runs it, and a broken schedule keeps no other from running', async () => {
    const broken = { ...yearly('broken'), run: () => Promise.reject(new Error('broken')) };
    const schedules = [await noted(broken, newYear(year)), await noted(yearly('good'), newYear(year))];
    for (const due of [one, two]) {
      const before = ran.length;
      const looking = startDueLooking({ due, log });
      const stop = startSchedules({ database, due, looking, log, schedules });
      await until(() => (ran.length > before ? true : undefined));
      await stop();
      await looking.stop();
      await noted(schedules[1]!, newYear(year));
    }
    expect(ran).toHaveLength(2);
    expect(ran[0]).toBe(ran[1]);
    expect(await nextOf(schedules[0]!)).toBe(newYear(year + 1));
  });

  it('that never ends is given up in the end, and the next tick is due', async () => {
    const schedule = await noted({ ...yearly('hangs'), run: () => new Promise(() => undefined) }, newYear(year));
    await runIfDue({ due: one, log, longestRunMs: 10 }, schedule);
    expect(await nextOf(schedule)).toBe(newYear(year + 1));
  });

  it('that has taken as long as its schedule lets it is told to stop: the next one is not to have it beside itself', async () => {
    const told: AbortSignal[] = [];
    const run = (_context: unknown, stopping: AbortSignal) => new Promise<void>(() => told.push(stopping));
    const schedule = await noted({ ...yearly('goes on'), longestRunMs: 10, run }, newYear(year));
    await runIfDue({ due: one, log }, schedule);
    expect(told.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('follows at its tick by the clock of a process, too, and a tick that was noted wrongly meanwhile is put right', async () => {
    const schedule = await noted({ ...yearly('every second'), cron: '* * * * * *' }, newYear(year + 3));
    const looking = { watch: () => undefined };
    const stop = startSchedules({ database, due: one, looking, log, schedules: [schedule] });
    await until(() => (ran.length > 1 ? true : undefined));
    await stop();
  });

  it('never comes of a cron expression that makes no sense: that is refused at the start', () => {
    const schedules = [{ ...yearly('senseless'), cron: 'every now and then' }];
    const looking = { watch: () => undefined };
    expect(() => startSchedules({ database, due: one, looking, log, schedules })).toThrow(/every now and then|fields/);
  });
});
