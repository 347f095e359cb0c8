import cron from 'node-cron';
import { v5 } from 'uuid';
import type { CommandContext } from '../../commands/core/context.js';
import type { Message } from '../../platform/bus/bus.js';
import { newestTick, nextTick } from '../../platform/cronTicks.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import { oneAtATime } from '../../platform/oneAtATime.js';
import { pauseAfterFailure } from '../../platform/reconnectPause.js';
import { within } from '../../platform/within.js';
import type { DueLooking } from './dueLooking.js';
import { WORKERS, type DueWork } from './dueWork.js';

/** Work that is due by the clock. */
export interface Schedule {
  name: string;
  /** Cron expression of five fields, UTC. */
  cron: string;
  /** As whom, in the events that follow. */
  actor: string;
  /** How long a run may take before it is given up, in milliseconds; `LONGEST_RUN_MS` where it is left out. */
  longestRunMs?: number;
  /**
   * @param context carries the id of the tick: a run that is repeated for one tick has the same
   * @param stopping aborted when the process stops, or has given the run up: what takes long breaks off, and goes on at the next tick
   */
  run(context: CommandContext, stopping: AbortSignal): Promise<void>;
}

/** What schedules stand on. */
export interface SchedulesDeps {
  database: Pick<Database, 'knex'>;
  due: Pick<DueWork, 'take' | 'settle'>;
  looking: Pick<DueLooking, 'watch'>;
  log: Log;
  schedules: readonly Schedule[];
  /** For tests: a shorter time than that of the schedule. */
  longestRunMs?: number;
}

/** How long a run may take before its schedule goes on without it: one that hears nothing must not be the last. */
const LONGEST_RUN_MS = 15 * 60_000;

/** Where the ticks of a schedule stand among what is due. */
export const topicOf = ({ name }: Pick<Schedule, 'name'>): string => `schedule.${name}`;

/**
 * Runs each schedule once per tick, however many processes have it: its next tick is a row of what is due, and whoever
 * takes that runs it. Each process looks for it when its own clock says that the tick has come, and, as that clock can be
 * wrong, whenever something is due by the database's. A run that fails is logged and due again at the next tick; one whose
 * process is gone is made up for by another, and of ticks that were missed while no process ran, the last one. Gives back how
 * to stop, which waits for runs under way. @throws Error when a cron expression makes no sense
 */
export function startSchedules(deps: SchedulesDeps): () => Promise<void> {
  const stopping = new AbortController();
  const endings = deps.schedules.map((schedule) => {
    const look = oneAtATime(() => lookUntilAnswered(deps, schedule, stopping.signal));
    const clock = cron.schedule(schedule.cron, () => void look(), {
      ...{ name: schedule.name, timezone: 'UTC' },
      suppressMissedWarning: true, // what this process slept through is due all the same
    });
    deps.looking.watch(topicOf(schedule), () => void look());
    return async () => {
      await clock.destroy();
      await look();
    };
  });
  return async () => {
    stopping.abort();
    await Promise.all(endings.map((end) => end()));
  };
}

/** Has the next tick of a schedule noted, and runs the one that has come. Never rejects. */
async function lookUntilAnswered(deps: SchedulesDeps, schedule: Schedule, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await noteTick(deps, schedule);
      return await runIfDue(deps, schedule, signal);
    } catch (error) {
      deps.log.warn(
        { err: error, schedule: schedule.name },
        'what is due by the clock could not be read; trying again',
      );
      await pauseAfterFailure(failures, { signal });
    }
  }
}

/** Runs a schedule where a tick of it has come, and has its next one be due. */
export async function runIfDue(
  { due, log, longestRunMs }: Pick<SchedulesDeps, 'due' | 'log' | 'longestRunMs'>,
  schedule: Schedule,
  stopping = new AbortController().signal,
): Promise<void> {
  const taken = await due.take(topicOf(schedule));
  if (!taken) return;
  const tick = newestTick(schedule.cron, taken.now).toISOString();
  const givenUp = new AbortController();
  try {
    const run = schedule.run(contextOfTick(schedule, tick), AbortSignal.any([stopping, givenUp.signal]));
    await within(longestRunMs ?? schedule.longestRunMs ?? LONGEST_RUN_MS, run);
  } catch (error) {
    log.error({ err: error, schedule: schedule.name }, 'a scheduled run failed');
    givenUp.abort(); // what is left of it is for the next one, which would have it beside itself
  }
  const { noted } = await due.settle(taken, { at: nextTick(schedule.cron, taken.now), givenBack: true });
  if (noted) log.debug({ schedule: schedule.name, tick }, 'a tick was run');
}

/**
 * Has the next tick of a schedule be due, where none is: one that is seen for the first time begins with it. A tick that lies
 * behind it was noted by a clock that was ahead, or for another cron expression, and counts for nothing.
 */
export async function noteTick(
  { database: { knex } }: Pick<SchedulesDeps, 'database'>,
  schedule: Pick<Schedule, 'name' | 'cron'>,
): Promise<void> {
  const topic = topicOf(schedule);
  const { rows } = await knex.raw<{ rows: { now: Date; due_at: Date | null }[] }>(
    `select clock_timestamp() as now,
       (select due_at from due_work where topic = ? and group_name = ? and message_id = ?) as due_at`,
    [topic, WORKERS, topic],
  );
  const { now, due_at } = rows[0]!;
  const next = nextTick(schedule.cron, now);
  if (due_at && due_at <= next) return;
  await knex.raw(
    `insert into due_work as noted (topic, group_name, key, message_id, message, due_at) values (?, ?, ?, ?, ?::json, ?)
     on conflict (topic, group_name, message_id) do update set due_at = excluded.due_at
     where noted.held_by is null and noted.due_at > excluded.due_at`,
    [topic, WORKERS, topic, topic, JSON.stringify(messageOf(topic)), next.toISOString()],
  );
}

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
