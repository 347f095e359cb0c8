import { afterEach, expect, it, vi } from 'vitest';
import { startDatabaseClock, type SetClock } from '../../../src/platform/clock.js';
import type { Database } from '../../../src/platform/database/database.js';

const A_DAY_MS = 24 * 3_600_000;
const THEN = Date.parse('2031-05-06T07:08:09.000Z');
let started: SetClock;
afterEach(() => {
  started.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A database at some time of its own; without one it is away. */
const databaseAt = (now: () => number | undefined): Pick<Database, 'knex'> => {
  const raw = (): Promise<unknown> => {
    const time = now();
    return time === undefined ? Promise.reject(new Error('away')) : Promise.resolve({ rows: [{ now: time }] });
  };
  return { knex: Object.create(null, { raw: { value: raw } }) as Database['knex'] };
};

it('tells the time of the database, whatever that of the machine is set to', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: THEN + A_DAY_MS });
  vi.spyOn(performance, 'now').mockReturnValue(5_000);
  started = await startDatabaseClock(databaseAt(() => THEN));
  expect(started.clock()).toEqual(new Date(THEN));
  vi.setSystemTime(THEN - A_DAY_MS);
  vi.spyOn(performance, 'now').mockReturnValue(5_250);
  expect(started.clock()).toEqual(new Date(THEN + 250));
});

it('goes by the first quick answer: what is told late says little about when it was', async () => {
  let passed = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => passed);
  const takes = [4_000, 900, 80, 900];
  const begun = passed;
  // Each answer is told at once and arrives after the rest of its time.
  const late = databaseAt(() => {
    const told = THEN + passed - begun;
    passed += takes.shift() ?? 0;
    return told;
  });
  started = await startDatabaseClock(late);
  expect([takes, started.clock().getTime() - (THEN + passed - begun)]).toEqual([[900], -40]);
});

it('is set again every minute, and runs on while the database is away', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'performance'] });
  let now: number | undefined = THEN;
  started = await startDatabaseClock(databaseAt(() => now));
  now = undefined;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started.clock()).toEqual(new Date(THEN + 60_000));
  now = THEN + 3_000_000; // the machine was asleep, and its monotonic clock with it
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started.clock()).toEqual(new Date(THEN + 3_000_000));
});
