import type { ReactElement } from 'react';
import { isoOf, localOf } from '../forms/localTime.js';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { words } from '../words/words.js';
import type { DiscoverSearch } from './discoverSearch.js';
import { RANGES, type Range } from './kinds.js';

/** What of the address the time is. */
type Times = Pick<DiscoverSearch, 'range' | 'from' | 'to'>;

/** Chooses a time: in words, or from one moment to another. */
export function TimePicker({ times, onTimes }: { times: Times; onTimes: (times: Times) => void }): ReactElement {
  const { range = 'month', from, to } = times;
  const isOwn = from !== undefined || to !== undefined;
  return (
    <div className="times">
      <LabelledSelect
        id="time"
        label={words.discover.time}
        value={isOwn ? 'own' : range}
        choices={[
          ...(Object.keys(RANGES) as Range[]).map((one) => [one, words.discover.ranges[one]] as const),
          ['own', words.discover.ownRange],
        ]}
        onChoose={(chosen) =>
          onTimes(chosen === 'own' ? { from: new Date(Date.now() - 86_400_000).toISOString() } : { range: chosen })
        }
      />
      {isOwn &&
        (['from', 'to'] as const).map((end) => (
          <div key={end} className="labelled">
            <label htmlFor={end}>{words.discover[end]}</label>
            <input
              id={end}
              type="datetime-local"
              value={localOf(times[end])}
              onChange={(event) => onTimes({ from, to, [end]: isoOf(event.currentTarget.value) })}
            />
          </div>
        ))}
    </div>
  );
}
