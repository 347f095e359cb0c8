import { CronExpressionParser } from 'cron-parser';
import { v5 } from 'uuid';
import type { CommandContext } from '../../commands/core/context.js';
import type { Message } from '../../platform/bus/bus.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import { oneAtATime } from '../../platform/oneAtATime.js';
import type { DueLooking } from './dueLooking.js';
import { WORKERS, type DueWork } from './dueWork.js';

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

/** What schedules stand on. */
export interface SchedulesDeps {
  database: Pick<Database, 'knex'>;
  due: Pick<DueWork, 'take' | 'settle'>;
  looking: Pick<DueLooking, 'watch'>;
  log: Log;
  schedules: readonly Schedule[];
}

/** How often a process sees to it that each schedule has its next tick in the table. */
const NOTE_MS = 5_000;

/** Where the ticks of a schedule stand among what is due. */
export const topicOf = ({ name }: Pick<Schedule, 'name'>): string => `schedule.${name}`;

/**
 * Runs each schedule once per tick, however many processes have it: its next tick is a row of what is due, and whoever
 * takes that runs it. A run that fails is logged and due again at the next tick; one whose process is gone is made up for by
 * another, and of ticks that were missed while no process ran, the last one. Gives back how to stop, which waits for runs
 * under way.
 */
export function startSchedules(deps: SchedulesDeps): () => Promise<void> {
  const { looking, log, schedules } = deps;
  const running = new Set<Promise<void>>();
  let stopped = false;
  const track = (run: Promise<void>): void => {
    const tracked = run
      .catch((error: unknown) => log.warn({ err: error }, 'what is due by the clock could not be taken; trying again'))
      .finally(() => running.delete(tracked));
    running.add(tracked);
  };
  const note = oneAtATime(() =>
    noteTicks(deps, schedules).catch((error: unknown) =>
      log.warn({ err: error }, 'the next ticks could not be noted; trying again'),
    ),
  );
  for (const schedule of schedules) {
    looking.watch(topicOf(schedule), () => {
      if (!stopped) track(runIfDue(deps, schedule));
    });
  }
  void note();
  const timer = setInterval(() => void note(), NOTE_MS);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await note();
    await Promise.all(running);
  };
}

/** Runs a schedule where a tick of it has come, and has its next one be due. */
export async function runIfDue({ due, log }: Pick<SchedulesDeps, 'due' | 'log'>, schedule: Schedule): Promise<void> {
  const taken = await due.take(topicOf(schedule));
  if (!taken) return;
  const tick = newestTick(schedule, taken.now).toISOString();
  try {
    await schedule.run(contextOfTick(schedule, tick));
  } catch (error) {
    log.error({ err: error, schedule: schedule.name }, 'a scheduled run failed');
  }
  const { noted } = await due.settle(taken, { at: nextTick(schedule, taken.now), givenBack: true });
  if (noted) log.debug({ schedule: schedule.name, tick }, 'a tick was run');
}

/**
 * Has the next tick of each schedule be due, where none is: one that is seen for the first time begins with it. A tick that lies
 * behind it was noted by a clock that was ahead, or for another cron expression, and counts for nothing.
 */
export async function noteTicks(
  { database: { knex } }: Pick<SchedulesDeps, 'database'>,
  schedules: readonly Schedule[],
): Promise<void> {
  const { rows } = await knex.raw<{ rows: { now: Date; topic: string; due_at: Date | null }[] }>(
    `select clock_timestamp() as now, topic, due_at
     from unnest(?::text[]) topic left join due_work using (topic) where group_name is null or group_name = ?`,
    [schedules.map(topicOf), WORKERS],
  );
  for (const { now, topic, due_at } of rows) {
    const schedule = schedules.find((each) => topicOf(each) === topic);
    const next = schedule && nextTick(schedule, now);
    if (!next || (due_at && due_at <= next)) continue;
    await knex.raw(
      `insert into due_work as noted (topic, group_name, key, message_id, message, due_at) values (?, ?, ?, ?, ?::jsonb, ?)
       on conflict (topic, group_name, message_id) do update set due_at = excluded.due_at
       where noted.held_by is null and noted.due_at > excluded.due_at`,
      [topic, WORKERS, topic, topic, JSON.stringify(messageOf(topic)), next.toISOString()],
    );
  }
}

/** The newest tick at or before a time. */
const newestTick = ({ cron }: Pick<Schedule, 'cron'>, at: Date): Date =>
  // `prev` looks strictly before a time.
  CronExpressionParser.parse(cron, { currentDate: new Date(at.getTime() + 1), tz: 'UTC' })
    .prev()
    .toDate();

/** The first tick after a time. */
const nextTick = ({ cron }: Pick<Schedule, 'cron'>, after: Date): Date =>
  CronExpressionParser.parse(cron, { currentDate: after, tz: 'UTC' }).next().toDate();

/** What stands in the table for a tick: it is for nobody but the schedule. */
const messageOf = (topic: string): Message => ({
  ...{ id: topic, key: topic, type: 'Tick', payload: {}, correlation_id: topic, causation_id: topic },
});

/** Namespace of the ids of ticks (RFC 9562, version 5); made once for this purpose. */
const TICKS = '5b0d6f0e-0a1c-4b43-9d7e-6f2c3c1f9a54';

function contextOfTick({ name, actor }: Schedule, tick: string): CommandContext {
  const id = v5(`${name} ${tick}`, TICKS);
  return { tenant_id: '', actor, correlation_id: id, causation_id: id };
}
