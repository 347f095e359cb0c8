import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import type { Part } from '../charts/parts.js';
import { TimeBars } from '../charts/TimeBars.js';
import { number, words } from '../words/words.js';
import { casesBehind, type Behind } from './casesBehind.js';

/** What becomes of cases, in the order in which it is stacked, each with the token of its colour. */
const COLOURS = { completed: '--good', review: '--doubt', denied: '--bad', failed: '--quiet' } as const;

/** What becomes of cases, in the order in which it is stacked. */
export const OUTCOMES = Object.keys(COLOURS) as (keyof typeof COLOURS)[];

const DAY_MS = 86_400_000;

/** How many cases of each day came to what: days that are chosen lead to their cases. */
export function DayBars({
  groups,
  behind,
  days,
}: {
  groups: readonly Schemas['GroupView'][];
  behind: Behind;
  days: number;
}): ReactElement {
  const navigate = useNavigate();
  const parts = useMemo(() => daysOf(groups, behind.first, days), [groups, behind.first, days]);
  return (
    <figure className="day-bars">
      <TimeBars
        drawing={{
          ...({ parts, partMs: DAY_MS, zone: 'UTC' } as const),
          series: OUTCOMES.map((one) => ({ name: words.overview.outcomes[one], colour: COLOURS[one] })),
        }}
        label={words.overview.perDay}
        tell={(counts) =>
          OUTCOMES.map((one, of) => `${number(counts[of] ?? 0)} ${words.overview.outcomes[one]}`).join(', ')
        }
        onChoose={(from, to) =>
          void navigate({ to: '/discover', search: casesBehind({ ...behind, first: dayOf(from), last: dayOf(to) }) })
        }
      />
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

/** Each day from the first on, whether there were cases or not. */
function daysOf(groups: readonly Schemas['GroupView'][], first: string, days: number): Part[] {
  const byDay = new Map(groups.map(({ value, cases }) => [value, cases]));
  return Array.from({ length: days }, (_, index) => {
    const at = Date.parse(first) + index * DAY_MS;
    const cases = byDay.get(dayOf(at));
    return { at, counts: OUTCOMES.map((one) => cases?.[one] ?? 0) };
  });
}

/** `YYYY-MM-DD`, UTC. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
