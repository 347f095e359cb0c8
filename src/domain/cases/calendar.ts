const DAY_MS = 24 * 3_600_000;

/** Days since 1970 of an ISO date (`2026-02-28`); undefined of anything else, such as a date that no calendar has. */
function dayOf(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined;
  const at = new Date(`${date}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? at.getTime() / DAY_MS : undefined;
}

/** Days from one ISO date to another, negative where it lies before; undefined where either is no date. */
export function daysBetween(from: string, to: string): number | undefined {
  const [start, end] = [dayOf(from), dayOf(to)];
  return start === undefined || end === undefined ? undefined : end - start;
}

/**
 * Full years from a birth to a day, both ISO dates; undefined where either is no date. A year is full on the day and month of
 * birth; for who was born on 29 February, in a year without one, on 1 March.
 */
export function ageOn(birth: string, day: string): number | undefined {
  if (daysBetween(birth, day) === undefined) return undefined;
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}
