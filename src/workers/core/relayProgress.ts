import { NotWell } from '../../platform/health.js';

/** So many times in a row the relay may fail before it counts as unable to go on. */
const MOST_FAILURES = 3;
/** How long one step, a batch published and noted, may take before the relay counts as unable to go on, in milliseconds. */
const LONGEST_STEP_MS = 60_000;
/** A failure of this age says nothing any more: another process leads, or this one would have failed again. */
const FORGOTTEN_MS = 2 * LONGEST_STEP_MS;

/** Handles one batch: each that succeeds shows that the relay goes on. Rejects as the work does. */
export type RelayStep = (work: () => Promise<void>) => Promise<void>;

/** Whether the relay of this process goes on. */
export interface RelayProgress {
  /** Runs the relay, and hears of its steps. Rejects as it does. */
  watch(run: (step: RelayStep) => Promise<void>): Promise<void>;
  /** @throws NotWell while it does not go on */
  assertGoesOn(): void;
}

/** Nothing has failed yet. @param now Milliseconds of a clock that never goes backwards */
export function createRelayProgress(now: () => number = () => performance.now()): RelayProgress {
  let failed: { times: number; at: number; reason: string } | undefined;
  let stepSince: number | undefined;
  return {
    async watch(run) {
      try {
        await run(async (work) => {
          stepSince = now();
          await work();
          stepSince = undefined;
          failed = undefined;
        });
      } catch (error) {
        failed = { times: (failed?.times ?? 0) + 1, at: now(), reason: reasonOf(error) };
        throw error;
      } finally {
        stepSince = undefined;
      }
    },
    assertGoesOn() {
      if (stepSince !== undefined && now() - stepSince > LONGEST_STEP_MS)
        throw new NotWell('The relay waits for the bus or the database without an answer');
      if (failed && failed.times >= MOST_FAILURES && now() - failed.at < FORGOTTEN_MS)
        throw new NotWell(`The relay failed ${String(failed.times)} times in a row: ${failed.reason}`);
    },
  };
}

/** What everybody may read: messages of others can hold addresses. */
const reasonOf = (error: unknown): string =>
  error instanceof NotWell
    ? error.message
    : `${error instanceof Error ? error.name : 'something'} was thrown, of which the log tells more`;
