import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countsOf, evenParts, runOf, timesOf } from '../../../web/src/charts/parts.js';
import { drawnTime } from '../../../web/src/discover/searchBody.js';

const HOUR = 3_600_000;
const at = (hour: number): string => new Date(hour * HOUR).toISOString();

test('bars stand where their time is: parts in which nothing is have one too, as far as was asked', () => {
  const parts = evenParts(
    [
      { at: at(12), count: 3 },
      { at: at(14), count: 1 },
    ],
    HOUR,
    { from: 10 * HOUR, to: 15 * HOUR },
  );
  expect(parts.map((part) => [part.at / HOUR, ...part.counts])).toEqual([
    [10, 0],
    [11, 0],
    [12, 3],
    [13, 0],
    [14, 1],
    [15, 0],
  ]);
});

test('whatever was asked for, nothing that was counted is left out, and no gap is between two parts', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(500), { minLength: 1 }),
      fc.option(fc.nat(500), { nil: undefined }),
      fc.option(fc.nat(500), { nil: undefined }),
      (hours, from, to) => {
        const buckets = hours.toSorted((one, other) => one - other).map((hour) => ({ at: at(hour), count: 1 }));
        const parts = evenParts(buckets, HOUR, {
          from: from === undefined ? undefined : from * HOUR + 1,
          to: to === undefined ? undefined : to * HOUR,
        });
        expect(parts.reduce((sum, { counts }) => sum + counts[0]!, 0)).toBe(hours.length);
        expect(parts.every((part, index) => part.at === parts[0]!.at + index * HOUR)).toBe(true);
      },
    ),
  );
});

test('parts that are taken from the right to the left are the same, counted together, from the first to the end of the last', () => {
  const parts = evenParts(
    [
      { at: at(1), count: 2 },
      { at: at(2), count: 5 },
    ],
    HOUR,
    { to: 3 * HOUR },
  );
  const drawing = { parts, partMs: HOUR, series: [{ name: 'all', colour: '--accent' }] };
  const run = runOf(1, 0);
  expect([countsOf(drawing, run), timesOf(drawing, run)]).toEqual([[7], { from: HOUR, to: 3 * HOUR }]);
});

test('what is drawn is the time that was asked for: to now where no end is said, open where the service alone reads it', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  expect(drawnTime({ kind: 'documents', range: 'day' }, now)).toEqual({ partMs: HOUR, from: now - 24 * HOUR, to: now });
  expect(drawnTime({ kind: 'documents', range: 'any' }, now)).toMatchObject({ from: undefined, to: undefined });
  const since = { kind: 'documents', from: '2026-03-10T10:00:00Z' } as const;
  expect(drawnTime(since, now)).toEqual({ partMs: 60_000, from: now - 2 * HOUR, to: now });
  expect(drawnTime({ kind: 'documents', from: 'now-7d/d' }, now)).toMatchObject({ from: undefined, to: now });
});
