import { de } from './de.js';
import { en, type Words } from './en.js';

const LANGUAGES = { en, de } as const;

/** The first language of this browser that there are words in, else English. */
export const language =
  navigator.languages.map((one) => one.slice(0, 2)).find((one): one is keyof typeof LANGUAGES => one in LANGUAGES) ??
  'en';

/** All that the console says. */
export const words: Words = LANGUAGES[language];

/** A moment as people write it here. */
export const moment = (at: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

/**
 * A time from one moment to the next that is no more of it, as people write it here; days of UTC by their dates alone.
 * @param from, to milliseconds since 1970
 */
export const span = (from: number, to: number, zone?: 'UTC'): string =>
  zone === undefined
    ? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).formatRange(from, to)
    : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: zone }).formatRange(from, to - 1);

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago a moment was, in words. */
export function ago(at: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? (['minute', 60] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(seconds / size), unit);
}

/** A number as people write it here. */
export const number = (count: number): string => new Intl.NumberFormat(language).format(count);

/** A fraction, in percent. */
export const percent = (fraction: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(fraction);

/** A name of the API as people read it: `date_of_birth` is `Date of birth`. */
export const readable = (name: string): string => {
  const spaced = name.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** A number with its sign: how much more or less something is. */
export const signed = (number: number): string =>
  new Intl.NumberFormat(language, { signDisplay: 'exceptZero', maximumFractionDigits: 1 }).format(number);

const DURATIONS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** How long something took, in its largest unit. @param ms Milliseconds */
export function duration(ms: number): string {
  const [unit, size] = DURATIONS.find(([, each]) => ms >= each) ?? (['second', 1000] as const);
  return new Intl.NumberFormat(language, {
    ...({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const),
  }).format(ms / size);
}
