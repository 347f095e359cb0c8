import { DDSketch } from '@datadog/sketches-js';
import type { Sums } from '../core/projection.js';

/**
 * How far a percentile may lie from the true one, as a share of it. The guarantee of DDSketch (Masson, Rim, Lee, VLDB 2019,
 * https://www.vldb.org/pvldb/vol12/p2195-masson.pdf), also of sketches that were merged.
 */
export const RELATIVE_ACCURACY = 0.01;

const { mapping } = new DDSketch({ relativeAccuracy: RELATIVE_ACCURACY });

/** The bin of what took no time: there is none for it among the others, which are logarithms. */
const NO_TIME = 'none';

/**
 * Durations as they are kept: the bins of a sketch, by their index, and the sum, which the sketch does not know exactly. As whole numbers
 * they can be taken back, and the same durations are the same bins in whatever order they came. `name` is the group of the sums.
 */
export const durationSums = (name: string, ms: number): Sums => {
  const whole = Math.max(0, Math.round(ms));
  const bin = whole === 0 ? NO_TIME : mapping.key(whole).toString();
  return { [`${name}:bins`]: { [bin]: 1 }, [`${name}:ms`]: { sum: whole } };
};

/** What is said of durations, in milliseconds. Zero throughout where there are none. */
export interface DurationFigures {
  count: number;
  average: number;
  /** The value below which a share of them lies, as far as `RELATIVE_ACCURACY` goes. `share` is 0 to 1. */
  at(share: number): number;
}

/** What was kept of durations under `name`, whoever they are of. */
export function durationsIn(sums: Sums, name: string): DurationFigures {
  const sketch = new DDSketch({ relativeAccuracy: RELATIVE_ACCURACY });
  for (const [bin, count] of Object.entries(sums[`${name}:bins`] ?? {})) {
    if (count > 0) sketch.accept(bin === NO_TIME ? 0 : mapping.value(Number(bin)), count);
  }
  const { count } = sketch;
  const sum = sums[`${name}:ms`]?.['sum'] ?? 0;
  return {
    count,
    average: count === 0 ? 0 : Math.round(sum / count),
    at: (share) => (count === 0 ? 0 : Math.round(sketch.getValueAtQuantile(share))),
  };
}
