import { asDigits, DIGIT_LIKE } from './digits.js';
import { monthNumber } from './months.js';

/** A date found in a text. */
export interface ParsedDate {
  /** ISO 8601. */
  iso: string;
  /** As printed. */
  raw: string;
  /** `[start, end)` in the text. */
  start: number;
  end: number;
  /** Both orders of day and month are possible and differ. */
  ambiguous: boolean;
}

/** How to read what a date alone does not say. */
export interface DateReading {
  /** `03/04/2020` is 4 March (United States) instead of 3 April. */
  monthFirst?: boolean;
  /** Two-digit years above this are of the twentieth century; default 60. */
  twoDigitYearPivot?: number;
}

const DEFAULT_PIVOT = 60;

const D = `[${DIGIT_LIKE}]`;
/** A reader may put a space in the middle of a year; then no time may follow, whose hour would look the same. */
const YEAR = `(?:(?:19|20|2O|I9|l9)${D}{2}|(?:19|20)\\s[0-9]{2}(?![0-9:.]|\\s?:))`;
const SEPARATOR = '\\s?[-/.]\\s?';
/** A year may run into the time printed after it; any other digit means it is not a year. */
const AFTER_YEAR = `(?![0-9]|[-/.][0-9]{3})`;
const AFTER_YEAR_OR_TIME = `(?:(?=[0-9]{2}:[0-9]{2})|${AFTER_YEAR})`;
/** A label may run into the date (`DATE01/02/2020`), another number may not. */
const BEFORE = '(?<![0-9]|[0-9][/.])(?<![A-Za-z](?=[A-Za-z|]))';
const MONTH_WORD = '(\\p{L}{3,12})\\.?(?:\\s?/\\s?\\p{L}{3,12}\\.?)?';
const ORDINAL = '(?:st|nd|rd|th|er|º|°|\\.)?';
const GAP = "[\\s\\-/.,']*";

/** A slash before a month's name that the reader took for a letter. */
const STROKE_BEFORE = /^\p{L}\p{Lu}/u;

type Build = (groups: string[], reading: DateReading) => { iso: string; ambiguous?: boolean } | null;

const PATTERNS: { pattern: RegExp; build: Build }[] = [
  {
    // 2020-12-31, 2020/12/31, 2020.12.31
    pattern: new RegExp(`${BEFORE}(${YEAR})${SEPARATOR}(${D}{1,2})${SEPARATOR}(${D}{1,2})(?![0-9])`, 'gu'),
    build: ([y, m, d]) => exactly(number(y), number(m), number(d)),
  },
  {
    // 31/12/2020, 31-12-20, 31.12.2020, 12/31/2020, also with the time glued on
    pattern: new RegExp(
      `${BEFORE}(${D}{1,2})${SEPARATOR}(${D}{1,2})${SEPARATOR}(${YEAR}${AFTER_YEAR_OR_TIME}|[0-9]{2}${AFTER_YEAR_OR_TIME})`,
      'gu',
    ),
    build: ([a, b, y], reading) => dayAndMonth(number(a), number(b), fullYear(y, reading), reading),
  },
  {
    // 31 12 2020, as passports and forms with boxes print it; the reader may lose the first space
    pattern: new RegExp(`(?<![0-9] ?)([0-3][0-9])\\s?([01][0-9])\\s(${YEAR})${AFTER_YEAR}`, 'gu'),
    build: ([d, m, y]) => exactly(number(y), number(m), number(d)),
  },
  {
    // 31 Dec 2020, 31. Dezember 2020, 1er janvier 2020, 22 de marzo de 2020, 21 JAN/JAN 15, 05-AUG-2020
    pattern: new RegExp(
      `(?<![0-9])([0-3]?[0-9])${ORDINAL}${GAP}(?:de\\s+|of\\s+)?${MONTH_WORD}${GAP}(?:de\\s+|del\\s+)?(${YEAR}${AFTER_YEAR_OR_TIME}|[0-9]{2}${AFTER_YEAR_OR_TIME})`,
      'giu',
    ),
    build: ([d, month, y], reading) => withMonthName(number(d), month!, fullYear(y, reading)),
  },
  {
    // December 31, 2020; Dec 31st 2020
    pattern: new RegExp(`(?<!\\p{L})(\\p{L}{3,12})\\.?\\s*([0-3]?[0-9])${ORDINAL},?\\s*(${YEAR})${AFTER_YEAR}`, 'giu'),
    build: ([month, d, y]) => withMonthName(number(d), month!, number(y)),
  },
  {
    // 2020年12月31日
    pattern: /([12][0-9]{3})\s?年\s?([0-9]{1,2})\s?月\s?([0-9]{1,2})\s?日/gu,
    build: ([y, m, d]) => exactly(number(y), number(m), number(d)),
  },
  {
    // 20201231
    pattern: /(?<![0-9A-Za-z])((?:19|20)[0-9]{2})(0[1-9]|1[0-2])([0-3][0-9])(?![0-9A-Za-z])/gu,
    build: ([y, m, d]) => exactly(number(y), number(m), number(d)),
  },
];

/** The dates in a text, in the order they are printed. Letters that look like digits are read as digits where a date has them. */
export function parseDates(text: string, reading: DateReading = {}): ParsedDate[] {
  const dates: ParsedDate[] = [];
  const taken = new Set<number>();
  for (const { pattern, build } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      const characters = Array.from(match[0], (_, i) => start + i);
      if (characters.some((at) => taken.has(at))) continue;
      const built = build(match.slice(1), reading);
      if (!built) continue;
      for (const at of characters) taken.add(at);
      dates.push({ iso: built.iso, raw: match[0], start, end, ambiguous: built.ambiguous ?? false });
    }
  }
  return dates.sort((a, b) => a.start - b.start);
}

/** The only ISO 8601 date these numbers make, or `null` when they are not a day of the calendar between 1900 and 2100. */
function isoDate(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : null;
}

const number = (digits: string | undefined): number => Number(asDigits(digits ?? '').replace(/\s/g, ''));

function exactly(year: number, month: number, day: number): { iso: string } | null {
  const iso = isoDate(year, month, day);
  return iso ? { iso } : null;
}

function dayAndMonth(first: number, second: number, year: number, { monthFirst }: DateReading): ReturnType<Build> {
  const dayFirst = isoDate(year, second, first);
  const american = isoDate(year, first, second);
  const iso = monthFirst ? (american ?? dayFirst) : (dayFirst ?? american);
  return iso ? { iso, ambiguous: dayFirst !== null && american !== null && dayFirst !== american } : null;
}

function withMonthName(day: number, month: string, year: number): { iso: string } | null {
  const number = monthNumber(month) ?? (STROKE_BEFORE.test(month) ? monthNumber(month.slice(1)) : null);
  return number === null ? null : exactly(year, number, day);
}

function fullYear(digits: string | undefined, { twoDigitYearPivot = DEFAULT_PIVOT }: DateReading): number {
  const year = number(digits);
  if (year >= 100) return year;
  return year > twoDigitYearPivot ? 1900 + year : 2000 + year;
}
