/** Days a month can have; February as in a leap year. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Which way a date of two-digit year points: a birth lies behind, an expiry near now. */
export type MrzDateKind = 'birth' | 'expiry' | 'issue';

/** An expiry is taken for the year nearest to now, up to this many years ahead; further ahead it lies behind. */
const YEARS_AHEAD = 50;

/**
 * The four-digit year. The zone has two digits and no rule (ICAO Doc 9303-3, 4.8): a birth or an issue lies in the past, an expiry at most
 * {@link YEARS_AHEAD} years in the future.
 */
function fullYear(twoDigits: number, kind: MrzDateKind, today: Date): number {
  const now = today.getUTCFullYear();
  const latest = kind === 'expiry' ? now + YEARS_AHEAD : now;
  const year = Math.floor(latest / 100) * 100 + twoDigits;
  return year > latest ? year - 100 : year;
}

/** Whether `YYMMDD` can be a date: month and day in range, or given as unknown by `<<` or `00`. */
export function isMrzDate(characters: string): boolean {
  const match = /^(\d\d|<<)(\d\d|<<)(\d\d|<<)$/.exec(characters);
  if (!match) return false;
  const [month, day] = [Number(match[2]?.replace('<<', '0')), Number(match[3]?.replace('<<', '0'))];
  return match[1] !== '<<' && month <= 12 && day <= (DAYS[month - 1] ?? 31);
}

/**
 * `YYMMDD` (or `YYMM`) as ISO 8601. An unknown day or month (`<<` or `00`) is left out: `1974-08`, `1974`.
 * `null` when it cannot be a date, as 29 February of a year that has none.
 */
export function mrzDate(characters: string, kind: MrzDateKind, today: Date): string | null {
  if (!isMrzDate(characters.padEnd(6, '<'))) return null;
  let year = fullYear(Number(characters.slice(0, 2)), kind, today);
  const [month, day] = [characters.slice(2, 4), characters.slice(4, 6)].map((part) =>
    /^(<*|00)$/.test(part) ? '' : part,
  );
  // A birth later this year would lie in the future.
  if (kind === 'birth' && month && `${year}-${month}-${day || '01'}` > today.toISOString().slice(0, 10)) year -= 100;
  if (month === '02' && day === '29' && !isLeapYear(year)) return null;
  return [String(year), month, month && day].filter(Boolean).join('-');
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
