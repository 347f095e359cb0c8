import { expect, it } from 'vitest';
import { createApart } from '../../../../src/projections/core/apart.js';

/** How many seconds each stay apart takes, when it holds the others up again `seconds` after each return. */
function stays(times: number, seconds: number): number[] {
  let now = 5_000;
  const apart = createApart(() => now);
  return Array.from({ length: times }, () => {
    apart.begin();
    const from = now;
    while (!apart.isOver()) now += 1_000;
    const stayed = (now - from) / 1_000;
    now += seconds * 1_000;
    return stayed;
  });
}

it('lets a projection come back after a second when it was slow once', () => {
  expect(stays(1, 0)).toEqual([1]);
});

it('keeps one that is slow each time away for longer and longer, to a minute', () => {
  expect(stays(9, 5)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

it('forgets about it when one has kept pace for more than ten minutes', () => {
  expect(stays(3, 601)).toEqual([1, 1, 1]);
  expect(stays(3, 599)).toEqual([1, 2, 4]);
});
