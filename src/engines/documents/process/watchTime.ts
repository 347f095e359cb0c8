/** What a job may take. */
export interface TimeAllowed {
  /** Milliseconds. */
  timeoutMs: number;
  /** Milliseconds of the processor that its process has had so far; undefined where the system does not say. */
  processorTime: () => number | undefined;
}

/** How a job has used up its time: itself, without having had the processor for it, or without wanting it. */
export type TimeIsUp = 'timed_out' | 'starved' | 'stood_still';

/** The watch over a job. */
export interface TimeWatch {
  /** Milliseconds that count as the job's own so far: those that passed, and no more than `OWN_SHARE` of a processor would have taken for its work. */
  countedMs(): number;
  /** Ends the watch. */
  stop(): void;
}

/** Part of its time that it must have had the processor for, to have used it up itself. */
const OWN_SHARE = 1 / 2;

/** Part of a stretch below which it did not work slowly and stood still: it was stopped, or waits for what does not come. */
const STANDS_STILL = 1 / 100;

/** How often its time passes at most on a machine that has too much to do. */
const MOST_STRETCHES = 3;

/** Shortest time that the ticks of the kernel say anything about, in milliseconds. */
const MEASURABLE_MS = 1_000;

/**
 * Calls `over` once when a job has used up its time. On a machine that gives it less than half of a processor it may take up to three times as
 * long; then it is `starved`, and what it was about is not to blame. One that does not work at all has `stood_still`.
 */
export function watchTime({ timeoutMs, processorTime }: TimeAllowed, over: (how: TimeIsUp) => void): TimeWatch {
  const began = performance.now();
  const atFirst = timeoutMs < MEASURABLE_MS ? undefined : processorTime();
  let before = atFirst;
  let stretches = 0;
  const look = (): void => {
    const now = processorTime();
    stretches++;
    if (atFirst === undefined || before === undefined || now === undefined || now - atFirst >= timeoutMs * OWN_SHARE)
      return end('timed_out');
    if (now - before < timeoutMs * STANDS_STILL) return end('stood_still');
    if (stretches === MOST_STRETCHES) return end('starved');
    before = now;
  };
  const timer = setInterval(look, timeoutMs);
  const end = (how: TimeIsUp): void => {
    clearInterval(timer);
    over(how);
  };
  return {
    countedMs() {
      const [wall, now] = [performance.now() - began, processorTime()];
      return atFirst === undefined || now === undefined ? wall : Math.min(wall, (now - atFirst) / OWN_SHARE);
    },
    stop: () => clearInterval(timer),
  };
}
