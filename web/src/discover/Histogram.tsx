import type { ReactElement } from 'react';
import { moment, words } from '../words/words.js';
import { PART_MS } from './kinds.js';

/** How many things there are when. A part that is clicked becomes the range; the fields of the time do the same without a mouse. */
export function Histogram({
  buckets,
  interval,
  onRange,
}: {
  buckets: readonly { at: string; count: number }[];
  interval: keyof typeof PART_MS;
  onRange: (from: string, to: string) => void;
}): ReactElement | null {
  const first = buckets[0];
  const last = buckets.at(-1);
  if (!first || !last) return null;
  const part = PART_MS[interval];
  const start = Date.parse(first.at);
  const parts = Math.max(1, Math.round((Date.parse(last.at) - start) / part) + 1);
  const most = Math.max(...buckets.map(({ count }) => count));
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${parts} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.discover.histogram(moment(first.at), moment(last.at), most)}
    >
      {buckets.map(({ at, count }) => {
        const height = Math.max(2, (count / most) * 100);
        const end = new Date(Date.parse(at) + part - 1).toISOString();
        return (
          <rect
            key={at}
            x={(Date.parse(at) - start) / part + 0.05}
            y={100 - height}
            width={0.9}
            height={height}
            onClick={() => onRange(at, end)}
          >
            <title>{`${moment(at)}: ${count}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
