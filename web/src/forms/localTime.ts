/** A moment as a field for one writes it: in the time of this place, to the minute. Empty where it is none. */
export function localOf(iso: string | undefined): string {
  if (iso === undefined || Number.isNaN(Date.parse(iso))) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that a field for one holds, ISO 8601; undefined where it holds none. */
export const isoOf = (local: string): string | undefined => (local === '' ? undefined : new Date(local).toISOString());
