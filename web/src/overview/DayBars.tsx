import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { readable, words } from '../words/words.js';

/** What becomes of cases, in the order in which it is stacked. */
export const OUTCOMES = ['completed', 'review', 'denied', 'failed'] as const;

/** How many cases of each day came to what: bars for the eye, a table for everybody. */
export function DayBars({
  groups,
  first,
  days,
}: {
  groups: readonly Schemas['GroupView'][];
  /** `YYYY-MM-DD` */
  first: string;
  days: number;
}): ReactElement {
  const most = Math.max(1, ...groups.map(({ judged }) => judged));
  const dayOf = (value: string): number => Math.round((Date.parse(value) - Date.parse(first)) / 86_400_000);
  return (
    <figure className="day-bars">
      <svg viewBox={`0 0 ${days} 100`} preserveAspectRatio="none" role="img" aria-label={words.overview.perDay(most)}>
        {groups.map(({ value, cases }) => {
          let top = 100;
          return OUTCOMES.map((outcome) => {
            const height = (cases[outcome] / most) * 100;
            top -= height;
            return (
              <rect
                key={outcome}
                className={`outcome-${outcome}`}
                x={dayOf(value) + 0.08}
                y={top}
                width={0.84}
                height={height}
              >
                <title>{`${value}: ${cases[outcome]} ${readable(outcome)}`}</title>
              </rect>
            );
          });
        })}
      </svg>
      <figcaption className="row">
        {OUTCOMES.map((outcome) => (
          <span key={outcome} className={`key outcome-${outcome}`}>
            {words.overview.outcomes[outcome]}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
