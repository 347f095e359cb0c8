import type { Language } from './language.js';

/** The locale of a language; that of English has no comma before the last of a list. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** `a`, `a and b`, `a, b and c`, as the language has it. */
export const listed = (language: Language, items: readonly string[]): string =>
  new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(items);

/** A number and its noun, in the form that the language has for so many: `1 Tag`, `2 Tage`. */
export const counted = (language: Language, count: number, [one, other]: readonly [string, string]): string =>
  `${count} ${new Intl.PluralRules(localeOf(language)).select(count) === 'one' ? one : other}`;

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A date as the language writes it; any other text as it is. English keeps ISO 8601, which integrators have seen there from the beginning. */
export function dated(language: Language, text: string): string {
  const day = language !== 'en' && ISO_DATE.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (!day || Number.isNaN(day.getTime())) return text;
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}
