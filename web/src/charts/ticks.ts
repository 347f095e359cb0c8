import { language } from '../words/words.js';

const DAY = 86_400_000;

/**
 * What a mark below bars says: of the hour where marks stand closer than a day, else of the day, the month, or the year.
 * @param at milliseconds since 1970 @param step milliseconds from one mark to the next
 */
export function tick(at: number, step: number, zone?: 'UTC'): string {
  const saidWith = (looks: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...looks, timeZone: zone }).format(at);
  if (step >= 365 * DAY) return saidWith({ year: 'numeric' });
  if (step >= 28 * DAY) return saidWith({ month: 'short', year: 'numeric' });
  const isMidnight = saidWith({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }) === '00:00';
  return step >= DAY || isMidnight
    ? saidWith({ day: 'numeric', month: 'short' })
    : saidWith({ hour: 'numeric', minute: '2-digit' });
}

/** What a mark beside bars says: thousands as short as they are written here. */
export const compact = (count: number): string =>
  new Intl.NumberFormat(language, { notation: 'compact' }).format(count);
