import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchTime } from '../../../../../src/engines/documents/process/watchTime.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How a job of 10 seconds ends that never does by itself, and when: its process gets so much of a processor. */
function ending(share: number | undefined, timeoutMs = 10_000): { how: string; afterMs: number }[] {
  const ended: { how: string; afterMs: number }[] = [];
  const began = Date.now();
  // It had some before, from when it started.
  const processorTime = () => (share === undefined ? undefined : 4_000 + (Date.now() - began) * share);
  watchTime({ timeoutMs, processorTime }, (how) => void ended.push({ how, afterMs: Date.now() - began }));
  vi.advanceTimersByTime(10 * timeoutMs);
  return ended;
}

describe('a job that comes to no end', () => {
  it.each([
    ['all of a processor', 1],
    ['two of them', 2],
    ['half of one', 0.5],
  ])('has used up its time itself, once, where it got %s', (_what, share) => {
    expect(ending(share)).toEqual([{ how: 'timed_out', afterMs: 10_000 }]);
  });

  it('goes on on a machine with too much to do until it had what it would have had on a quiet one', () => {
    expect(ending(0.25)).toEqual([{ how: 'timed_out', afterMs: 20_000 }]);
  });

  it('is starved, and not to blame, where three times as long was not enough for that', () => {
    expect(ending(0.1)).toEqual([{ how: 'starved', afterMs: 30_000 }]);
  });

  it('is ended in its time where it stands still', () => {
    expect(ending(0)).toEqual([{ how: 'stood_still', afterMs: 10_000 }]);
  });

  it('has used up its time where the system says nothing of the processor, or it is too short to say something', () => {
    expect(ending(undefined)).toEqual([{ how: 'timed_out', afterMs: 10_000 }]);
    expect(ending(0, 300)).toEqual([{ how: 'timed_out', afterMs: 300 }]);
  });

  it('is not ended any more when it is over', () => {
    let ended = 0;
    watchTime({ timeoutMs: 10_000, processorTime: () => 0 }, () => void ended++).stop();
    vi.advanceTimersByTime(100_000);
    expect(ended).toBe(0);
  });
});

it.each([
  ['a quiet machine', 1, 4_000],
  ['one that gives it a fifth of a processor', 0.2, 1_600],
])(
  'of a part of a job what counts is, on %s, no more than it would have taken on a quiet one',
  (_where, share, counted) => {
    const began = performance.now();
    const processorTime = () => (performance.now() - began) * share;
    const { countedMs, stop } = watchTime({ timeoutMs: 10_000, processorTime }, () => undefined);
    vi.advanceTimersByTime(4_000);
    expect(countedMs()).toBeCloseTo(counted);
    stop();
  },
);
