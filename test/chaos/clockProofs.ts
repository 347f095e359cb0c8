import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { grouped } from './grouped.js';
import type { HistoryEvent } from './proofs.js';

/** What clocks are judged by. */
export interface ClockEvidence {
  /** The whole log, in the clear. */
  history: readonly HistoryEvent[];
  /** Between these two, by a clock that is right, everything happened. */
  from: Date;
  to: Date;
  /** Schedules of every minute whose last tick was not of the last minute, though all is up. */
  overdue: readonly string[];
  /** Where the processes wrote what they said. */
  logFolder: string;
}

/** How much the clocks of servers may differ from ours: they are of the same machine, and read at another moment. */
const TOLERANCE_MS = 10_000;

/** Everything that a wrong clock of a process brought about, as sentences; none where it did nothing. */
export async function judgeClocks(evidence: ClockEvidence): Promise<string[]> {
  return [...timesAreRight(evidence), ...nothingIsTakenForOld(evidence), ...(await ticksRunOnce(evidence))];
}

/** No event says that it happened, or was stored, when it cannot have. */
function timesAreRight({ history, from, to }: ClockEvidence): string[] {
  const isRight = (time: string): boolean =>
    Date.parse(time) >= from.getTime() - TOLERANCE_MS && Date.parse(time) <= to.getTime() + TOLERANCE_MS;
  const wrong = history.flatMap(({ type, stream, recorded_at, metadata: { occurred_at } }) => [
    ...(isRight(recorded_at) ? [] : [`${type} of ${stream} was recorded at ${recorded_at}`]),
    ...(isRight(occurred_at) ? [] : [`${type} of ${stream} occurred at ${occurred_at}`]),
  ]);
  return wrong.length === 0 ? [] : [`${wrong.length} times are wrong; the first: ${wrong[0]}`];
}

/** Cases and runs of this very hour are neither expired nor given up for lost; one that is erased while it collects ends by that. */
function nothingIsTakenForOld({ history }: ClockEvidence): string[] {
  const erasedAt = new Map(
    history.flatMap((event): [string, string][] =>
      event.type === 'CaseErased' ? [[event.stream, event.data.erased_at]] : [],
    ),
  );
  const isTakenForOld = (event: HistoryEvent): boolean =>
    (event.type === 'CaseExpired' && erasedAt.get(event.stream) !== event.data.expired_at) ||
    (event.type === 'ExecutionFailed' && event.metadata.actor === 'worker:sweep');
  return history
    .filter(isTakenForOld)
    .map(({ type, stream }) => `${type} of ${stream}, which nobody had left alone for long`);
}

/** A tick that a worker ran. */
interface Tick {
  schedule: string;
  /** ISO 8601. */
  tick: string;
}

/** No tick was run by two workers, none came before its time, and the last of each schedule is the one that was due. */
async function ticksRunOnce({ logFolder, to, overdue }: ClockEvidence): Promise<string[]> {
  const ticks = await ticksIn(logFolder);
  const byTick = grouped(ticks, ({ schedule, tick }) => `${schedule} at ${tick}`);
  const early = ticks.filter(({ tick }) => Date.parse(tick) > to.getTime() + TOLERANCE_MS);
  return [
    ...[...byTick].flatMap(([tick, { length }]) => (length > 1 ? [`${tick} was run ${length} times`] : [])),
    ...early.map(({ schedule, tick }) => `${schedule} came at ${tick}, before its time`),
    ...overdue.map((schedule) => `${schedule} is due every minute, and is not run`),
  ];
}

async function ticksIn(logFolder: string): Promise<Tick[]> {
  const logs = (await readdir(logFolder)).filter((name) => name.startsWith('worker-'));
  const texts = await Promise.all(logs.map((name) => readFile(join(logFolder, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.startsWith('{') && line.includes('"a tick was run"'))
    .map((line) => JSON.parse(line) as Tick);
}
