import type { ReactElement } from 'react';
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
      <div className="labelled">
        <label htmlFor="time">{words.discover.time}</label>
        <select
          id="time"
          value={isOwn ? 'own' : range}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onTimes(
              value === 'own' ? { from: new Date(Date.now() - 86_400_000).toISOString() } : { range: value as Range },
            );
          }}
        >
          {(Object.keys(RANGES) as Range[]).map((one) => (
            <option key={one} value={one}>
              {words.discover.ranges[one]}
            </option>
          ))}
          <option value="own">{words.discover.ownRange}</option>
        </select>
      </div>
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

/** A moment as the field writes it: in the time of this place, to the minute. */
function localOf(iso: string | undefined): string {
  if (iso === undefined || Number.isNaN(Date.parse(iso))) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const isoOf = (local: string): string | undefined => (local === '' ? undefined : new Date(local).toISOString());
