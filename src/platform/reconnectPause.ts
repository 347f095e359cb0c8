import { setTimeout as sleep } from 'node:timers/promises';
import type { Wake } from './eventStore/wake.js';

const FIRST_MS = 50;
/** So that nobody waits longer than a second for what is back. */
const LONGEST_MS = 1_000;

/** How long to wait for what is away, in milliseconds, by the tries that have failed before the one just now. */
export type PauseMs = (failures: number) => number;

/** 50 ms after the first failure, doubling to a second, less up to half at random, so that not all who wait for one server come at once. */
export const growingPause: PauseMs = (failures) =>
  Math.min(FIRST_MS * 2 ** Math.min(failures, 10), LONGEST_MS) * (1 - Math.random() / 2);

/** What a pause can end by before its time. */
export interface PauseOptions {
  /** Called whenever what is away has answered somebody else of this process. */
  answered?: Wake | undefined;
  signal?: AbortSignal | undefined;
  pauseMs?: PauseMs | undefined;
}

/**
 * Waits before the next try to reach something that is away: as long as `pauseMs` says, or until another call of this
 * process gets through to it. Resolves early when aborted, too; never rejects.
 */
export async function pauseAfterFailure(
  failures: number,
  { answered, signal, pauseMs = growingPause }: PauseOptions,
): Promise<void> {
  const seen = answered?.count() ?? 0;
  const pause = pauseMs(failures);
  // Not at once: what fails for a reason of its own, while others get through, would be tried without end.
  const least = Math.min(pause, FIRST_MS / 2);
  await sleep(least, undefined, { signal }).catch(() => undefined);
  if (answered) await answered.wait(seen, pause - least, signal);
  else await sleep(pause - least, undefined, { signal }).catch(() => undefined);
}
