import { useMemo, type ReactElement } from 'react';
import { evenParts } from '../charts/parts.js';
import { TimeBars } from '../charts/TimeBars.js';
import { number, words } from '../words/words.js';
import type { DrawnTime } from './searchBody.js';

/** How many things there are when: a time that is chosen of it becomes the time of the search. */
export function Histogram({
  buckets,
  time: { partMs, from, to },
  onRange,
}: {
  buckets: readonly { at: string; count: number }[];
  time: DrawnTime;
  onRange: (from: string, to: string) => void;
}): ReactElement | null {
  // Of whole parts: what is asked for moves with the clock, and would else be drawn anew with each answer.
  const [begin, end] = [from && Math.floor(from / partMs) * partMs, to && Math.floor(to / partMs) * partMs];
  const parts = useMemo(
    () => (buckets.length === 0 ? [] : evenParts(buckets, partMs, { from: begin, to: end })),
    [buckets, partMs, begin, end],
  );
  if (parts.length === 0) return null;
  return (
    <TimeBars
      drawing={{ parts, partMs, series: [{ name: words.discover.count, colour: '--accent' }] }}
      label={words.discover.histogram}
      tell={([count = 0]) => number(count)}
      onChoose={(first, last) => onRange(new Date(first).toISOString(), new Date(last).toISOString())}
    />
  );
}
