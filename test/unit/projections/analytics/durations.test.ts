import fc from 'fast-check';
import { expect, it } from 'vitest';
import { durationsIn, durationSums, RELATIVE_ACCURACY } from '../../../../src/projections/analytics/durations.js';
import type { Sums } from '../../../../src/projections/core/projection.js';

/** What is kept of durations, added up. */
function kept(durations: readonly number[]): Sums {
  const sums: Sums = {};
  for (const [group, numbers] of durations.flatMap((ms) => Object.entries(durationSums('it', ms)))) {
    const sum = (sums[group] ??= {});
    for (const [name, number] of Object.entries(numbers)) sum[name] = (sum[name] ?? 0) + number;
  }
  return sums;
}

it('percentiles of durations lie within a hundredth of the true ones, and the average is exact', () => {
  const durations = fc.array(fc.oneof(fc.nat(50), fc.nat(400 * 24 * 3_600_000)), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(durations, fc.constantFrom(0, 0.5, 0.9, 0.95, 0.99, 1), (some, share) => {
      const found = durationsIn(kept(some), 'it');
      const sorted = some.toSorted((one, other) => one - other);
      const truth = sorted[Math.floor(share * (some.length - 1))]!;
      expect(found.count).toBe(some.length);
      expect(found.average).toBe(Math.round(some.reduce((sum, ms) => sum + ms, 0) / some.length));
      // Half a millisecond more, as figures are whole ones.
      expect(Math.abs(found.at(share) - truth)).toBeLessThanOrEqual(truth * RELATIVE_ACCURACY + 0.5);
    }),
  );
});

it('of no durations nothing is said', () => {
  const found = durationsIn({}, 'it');
  expect([found.count, found.average, found.at(0.95)]).toEqual([0, 0, 0]);
});
