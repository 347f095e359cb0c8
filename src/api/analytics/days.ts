import type { Days } from '../../projections/analytics/figures.js';
import { startOf } from '../http/requests/moments.js';

const DAY_MS = 24 * 3_600_000;

/** The UTC day of a moment. @param moment What `isMoment` takes */
export const dayOfMoment = (moment: string): string => startOf(moment).slice(0, 10);

/** So many days of which `last` is the last, of a tenant or of all together. */
export function daysUntil(tenant_id: string | undefined, last: string, days: number): Days {
  const first = new Date(Math.max(Date.parse(last) - (days - 1) * DAY_MS, EARLIEST));
  return { tenant_id, first: first.toISOString().slice(0, 10), last };
}

/** Only years of four digits stand in the order of their text. */
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
