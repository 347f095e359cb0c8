import type { Random } from './random.js';

/** What can be made to fail. */
export type Target = 'api' | 'projector' | 'relay' | 'worker' | 'database' | 'broker';

/** One thing that goes wrong. */
export interface Fault {
  /** How many runs have ended by then. */
  afterRuns: number;
  /** And this many milliseconds later. */
  delayMs: number;
  target: Target;
  /** Which of several processes of that role. */
  which: number;
  /** `SIGKILL` as a power cut would, `SIGTERM` as a deployment would. */
  signal: 'SIGKILL' | 'SIGTERM';
  /** How long it stays away. */
  downMs: number;
}

/** About so many runs lie between two faults. */
const RUNS_PER_FAULT = 20;

/**
 * The faults of a seed, in their order. Every target has its turn before one has the next, so that short runs meet all of
 * them; two in a hundred runs come close together.
 */
export function planFaults(random: Random, runs: number, targets: readonly Target[]): Fault[] {
  const count = Math.max(targets.length, Math.floor(runs / RUNS_PER_FAULT));
  const turns = Array.from({ length: Math.ceil(count / targets.length) }, () => random.shuffled(targets)).flat();
  return turns.slice(0, count).map((target, index) => ({
    afterRuns: Math.max(1, Math.floor(((index + random.next()) * runs * 0.9) / count)),
    delayMs: random.whole(0, 400),
    target,
    which: random.whole(0, 1),
    signal: random.chance(0.7) ? 'SIGKILL' : 'SIGTERM',
    downMs: random.chance(0.2) ? random.whole(2_000, 5_000) : random.whole(0, 1_000),
  }));
}
