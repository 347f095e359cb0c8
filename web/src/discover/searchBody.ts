import type { Schemas } from '../api/schemas.js';
import type { DiscoverSearch } from './discoverSearch.js';
import { KINDS, PART_MS, RANGES } from './kinds.js';

/** The part of a body that says what is looked for: the same for rows, figures of a field and an export. */
export function searchedThings({ kind, query, filters, range = 'month', from, to }: DiscoverSearch) {
  const start = from ?? (to === undefined ? RANGES[range].from : undefined);
  const bounds = { ...(start !== undefined && { from: start }), ...(to !== undefined && { to }) };
  return {
    kind,
    ...(query !== undefined && { query }),
    ...(filters && { filters }),
    ...(Object.keys(bounds).length > 0 && { time: { field: KINDS[kind].time, ...bounds } }),
  };
}

/** The call behind what is shown: its rows, and how many there are when. */
export function searchBody(search: DiscoverSearch, limit: number): Schemas['SearchBody'] {
  const { kind, sort } = search;
  return {
    ...searchedThings(search),
    ...(sort && { sort: [sort] }),
    histogram: { field: KINDS[kind].time, interval: intervalOf(search) },
    limit,
  };
}

/** How long the parts of the histogram are: so that there are neither few nor thousands. */
function intervalOf({ range = 'month', from, to }: DiscoverSearch, now = Date.now()): keyof typeof PART_MS {
  if (from === undefined && to === undefined) return RANGES[range].interval;
  const hours = ((to === undefined ? now : Date.parse(to)) - Date.parse(from ?? '')) / 3_600_000;
  if (hours <= 3) return 'minute';
  if (hours <= 24 * 7) return 'hour';
  return hours <= 24 * 200 ? 'day' : 'week';
}

/** The time that is drawn, whether anything is in it or not. */
export interface DrawnTime {
  partMs: number;
  /** Milliseconds since 1970; open where it is not said, or in words that only the service reads. */
  from: number | undefined;
  to: number | undefined;
}

/** The time that is asked for at a moment, as it is drawn. */
export function drawnTime(search: DiscoverSearch, now: number): DrawnTime {
  const { range = 'month', from, to } = search;
  const partMs = PART_MS[intervalOf(search, now)];
  if (from !== undefined || to !== undefined)
    return { partMs, from: msOf(from), to: to === undefined ? now : msOf(to) };
  const { ms } = RANGES[range];
  return { partMs, from: ms && now - ms, to: ms && now };
}

const msOf = (at: string | undefined): number | undefined => {
  const ms = Date.parse(at ?? '');
  return Number.isNaN(ms) ? undefined : ms;
};

/** The part of a query that asks for a value of a field. */
export const clauseOf = (field: string, value: string): string =>
  `${field}: ${/^(-?\d{1,15}(\.\d{1,15})?|true|false)$/.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`}`;
