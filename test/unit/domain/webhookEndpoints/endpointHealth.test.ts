import { describe, expect, it } from 'vitest';
import { healthAfter, UNTRIED, verdictOn } from '../../../../src/domain/webhookEndpoints/endpointHealth.js';

const minute = (n: number): string => new Date(Date.UTC(2026, 2, 2, 9, n)).toISOString();
const failing = (times: readonly number[]) =>
  times.reduce((health, n) => healthAfter(health, { taken: false, at: minute(n) }), UNTRIED);
const verdict = (times: readonly number[], at: number, paused_at: string | null = null) =>
  verdictOn({ ...failing(times), paused_at }, minute(at));

describe('an endpoint', () => {
  it('is paused after five failures in a row over an hour, and for neither alone', () => {
    expect(verdict([0, 1, 2, 3, 60], 60)).toBe('pause');
    expect(verdict([0, 1, 2, 3, 59], 59)).toBe('goes_on');
    expect(verdict([0, 1, 2, 60], 60)).toBe('goes_on');
  });

  it('is well with one attempt that it takes', () => {
    const well = healthAfter(failing([0, 1, 2]), { taken: true, at: minute(3) });
    expect(well).toEqual({
      ...{ consecutive_failures: 0, failing_since: null, last_failure_at: minute(2), last_success_at: minute(3) },
    });
    expect(verdictOn({ ...well, paused_at: null }, minute(999))).toBe('goes_on');
  });

  it('is disabled once it was paused for five days', () => {
    const fiveDays = 5 * 24 * 60;
    expect(verdict([0, 60], fiveDays + 59, minute(60))).toBe('goes_on');
    expect(verdict([0, 60], fiveDays + 60, minute(60))).toBe('disable');
  });
});
