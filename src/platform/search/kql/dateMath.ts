import { momentOf } from '../searchable.js';

const UNITS = {
  y: (date: Date, count: number) => addMonths(date, 12 * count),
  M: (date: Date, count: number) => addMonths(date, count),
  w: (date: Date, count: number) => date.setTime(date.getTime() + count * 7 * 86_400_000),
  d: (date: Date, count: number) => date.setTime(date.getTime() + count * 86_400_000),
  h: (date: Date, count: number) => date.setTime(date.getTime() + count * 3_600_000),
  m: (date: Date, count: number) => date.setTime(date.getTime() + count * 60_000),
  s: (date: Date, count: number) => date.setTime(date.getTime() + count * 1_000),
} as const;

type Unit = keyof typeof UNITS;

/** `now`, or a moment and `||`, and what is done to it: `now-7d/d`, `2026-03-02||+1M`. */
const MATH = /^(?:now|(?<from>[^|]{1,40})\|\|)(?<steps>(?:[+-]\d{1,6}[yMwdhms]|\/[yMwdhms])*)$/;

const STEP = /(?<sign>[+-])(?<count>\d+)(?<unit>[yMwdhms])|\/(?<to>[yMwdhms])/g;

/** The years between which moments are told. */
const [FIRST, LAST] = [Date.UTC(1, 0, 1), Date.UTC(9999, 11, 31, 23, 59, 59, 999)];

/**
 * The moment that a text names, in UTC: a day, a time with its zone, or one counted from another, as Elasticsearch has it
 * (https://www.elastic.co/docs/reference/elasticsearch/rest-apis/common-options#date-math): `y`, `M`, `w` (from Monday), `d`, `h`, `m` and
 * `s`, added, taken away or rounded to with `/`. Undefined where it names none.
 * @param end Of a day, and of what is rounded to, the last millisecond and not the first
 */
export function momentNamed(text: string, now: Date, { end }: { end: boolean }): string | undefined {
  const said = momentOf(text);
  if (said !== undefined) return end && text.length === 10 ? new Date(endOf(new Date(said), 'd')).toISOString() : said;
  const { from, steps = '' } = MATH.exec(text)?.groups ?? {};
  if (!MATH.test(text)) return undefined;
  const begin = from === undefined ? now.toISOString() : momentOf(from);
  if (begin === undefined) return undefined;
  const date = new Date(begin);
  for (const { groups = {} } of steps.matchAll(STEP)) {
    const { sign, count, unit, to } = groups as { sign?: string; count?: string; unit?: Unit; to?: Unit };
    if (to) date.setTime(end ? endOf(date, to) : startOf(date, to));
    else if (unit) UNITS[unit](date, Number(`${sign ?? ''}${count ?? ''}`));
    if (!(date.getTime() >= FIRST && date.getTime() <= LAST)) return undefined;
  }
  return date.toISOString();
}

/** Of a month that is shorter the last day. */
function addMonths(date: Date, count: number): number {
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const most = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, most));
}

function startOf(date: Date, unit: Unit): number {
  const start = new Date(date);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'y') start.setUTCFullYear(year, 0, 1);
  if (unit === 'M') start.setUTCFullYear(year, month, 1);
  if (unit === 'w') start.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (unit === 's') return start.setUTCMilliseconds(0);
  if (unit === 'm') return start.setUTCSeconds(0, 0);
  if (unit === 'h') return start.setUTCMinutes(0, 0, 0);
  return start.setUTCHours(0, 0, 0, 0);
}

function endOf(date: Date, unit: Unit): number {
  const start = new Date(startOf(date, unit));
  return UNITS[unit](start, 1) - 1;
}
