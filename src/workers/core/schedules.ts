import { CronExpressionParser } from 'cron-parser';
import cron from 'node-cron';
import { v5 } from 'uuid';
import type { CommandContext } from '../../commands/core/context.js';
import type { Database } from '../../platform/database/database.js';
import type { Migration } from '../../platform/database/migrate.js';
import type { Log } from '../../platform/log.js';

/** Work that is due by the clock. */
export interface Schedule {
  name: string;
  /** Cron expression of five fields, UTC. */
  cron: string;
  /** As whom, in the events that follow. */
  actor: string;
  /** @param context carries the id of the tick: a run that is repeated for one tick has the same */
  run(context: CommandContext): Promise<void>;
}

/** The last tick of each schedule that was taken, by whichever process came first. */
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
  database: Pick<Database, 'knex'>;
  log: Log;
  schedules: readonly Schedule[];
}

/** When each process looks whether something is due: every five seconds, so that a tick is late by no more. */
const LOOK = '*/5 * * * * *';

/**
 * Runs each schedule once per tick, however many processes have it: the first to note the tick runs it. What is due goes by
 * the database's clock; that of a process only says when it looks. A run that fails is logged and due again at the next
 * tick; of ticks that were missed while no process ran, the last one is made up for. Gives back how to stop, which waits
 * for runs under way.
 */
export function startSchedules({ database, log, schedules }: SchedulesDeps): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const seen = new Map<string, string>();
  const runIfDue = async (schedule: Schedule): Promise<void> => {
    try {
      const { tick, mine } = await takeTick(database, schedule);
      const before = seen.get(schedule.name);
      seen.set(schedule.name, tick);
      if (before !== undefined && before !== tick)
        log.debug({ schedule: schedule.name, tick, mine }, 'a tick has come');
      if (mine) await schedule.run(contextOfTick(schedule, tick));
    } catch (error) {
      log.error({ err: error, schedule: schedule.name }, 'a scheduled run failed');
    }
  };
  const look = (): void => {
    for (const schedule of schedules) {
      const run = runIfDue(schedule).finally(() => running.delete(run));
      running.add(run);
    }
  };
  look();
  const task = cron.schedule(LOOK, look, { timezone: 'UTC', name: 'schedules' });
  return async () => {
    await task.destroy();
    await Promise.all(running);
  };
}

/**
 * Takes the newest tick of a schedule that has come by the database's clock, unless somebody did. A schedule that is seen for
 * the first time begins with its next tick. A tick that lies ahead was noted by a clock that was wrong, and counts for nothing.
 * @returns the newest tick, ISO 8601, and whether it is this caller's to run
 */
export async function takeTick(
  { knex }: Pick<Database, 'knex'>,
  { name, cron: expression }: Pick<Schedule, 'name' | 'cron'>,
): Promise<{ tick: string; mine: boolean }> {
  const { rows: known } = await knex.raw<{ rows: { now: Date; tick: Date | null }[] }>(
    'select now() as now, (select tick from schedule_ticks where name = ?) as tick',
    [name],
  );
  const { now, tick: taken } = known[0]!;
  const tick = newestTick(expression, now);
  if (taken?.toISOString() === tick) return { tick, mine: false };
  const { rows } = await knex.raw<{ rows: { begun: boolean }[] }>(
    `insert into schedule_ticks as kept (name, tick) values (?, ?)
     on conflict (name) do update set tick = excluded.tick where kept.tick < excluded.tick or kept.tick > now()
     returning xmax = 0 as begun`,
    [name, tick],
  );
  return { tick, mine: rows[0]?.begun === false };
}

/** The newest tick of a cron expression at or before a time, ISO 8601. */
const newestTick = (expression: string, at: Date): string =>
  // `prev` looks strictly before a time, in whole seconds.
  CronExpressionParser.parse(expression, { currentDate: new Date(at.getTime() + 1_000), tz: 'UTC' })
    .prev()
    .toDate()
    .toISOString();

/** Namespace of the ids of ticks (RFC 9562, version 5); made once for this purpose. */
const TICKS = '5b0d6f0e-0a1c-4b43-9d7e-6f2c3c1f9a54';

function contextOfTick({ name, actor }: Schedule, tick: string): CommandContext {
  const id = v5(`${name} ${tick}`, TICKS);
  return { tenant_id: '', actor, correlation_id: id, causation_id: id };
}
