import cron from 'node-cron';
import type { Database } from '../../platform/database/database.js';
import type { Migration } from '../../platform/database/migrate.js';
import type { Log } from '../../platform/log.js';

/** Work that is due by the clock. */
export interface Schedule {
  name: string;
  /** Cron expression of five fields, UTC. */
  cron: string;
  run(): Promise<void>;
}

/** Which ticks were taken, by whichever process came first. */
export const scheduleMigrations: readonly Migration[] = [
  {
    name: 'schedules_001',
    up: (knex) =>
      knex.schema.createTable('schedule_ticks', (table) => {
        table.text('name').primary();
        table.timestamp('tick').notNullable();
      }),
  },
];

/** What schedules stand on. */
export interface SchedulesDeps {
  database: Database;
  log: Log;
  schedules: readonly Schedule[];
}

/**
 * Runs each schedule once per tick, however many processes have it: the first to note the tick runs it. A run that fails
 * is logged and due again at the next tick. Gives back how to stop, which waits for runs under way.
 */
export function startSchedules({ database, log, schedules }: SchedulesDeps): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const tick = async (schedule: Schedule, at: Date): Promise<void> => {
    try {
      const mine = await takeTick(database, schedule.name, at);
      log.debug({ schedule: schedule.name, tick: minuteOf(at), mine }, 'a schedule was due');
      if (mine) await schedule.run();
    } catch (error) {
      log.error({ err: error, schedule: schedule.name }, 'a scheduled run failed');
    }
  };
  const tasks = schedules.map((schedule) =>
    cron.schedule(
      schedule.cron,
      ({ date }) => {
        const run = tick(schedule, date).finally(() => running.delete(run));
        running.add(run);
      },
      { timezone: 'UTC', name: schedule.name },
    ),
  );
  return async () => {
    for (const task of tasks) await task.destroy();
    await Promise.all(running);
  };
}

const minuteOf = (at: Date): string => new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString();

/** Notes the tick (a whole minute) unless someone did; true for the first. */
export async function takeTick(database: Database, name: string, at: Date): Promise<boolean> {
  const { rows } = await database.knex.raw<{ rows: unknown[] }>(
    `insert into schedule_ticks (name, tick) values (?, ?)
     on conflict (name) do update set tick = excluded.tick where schedule_ticks.tick < excluded.tick
     returning name`,
    [name, minuteOf(at)],
  );
  return rows.length > 0;
}
