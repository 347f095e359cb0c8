const DAY = /^\d{4}-\d\d-\d\d$/;
// RFC 3339, section 5.6.
const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Whether a text names a moment, or a day. */
export const isMoment = (text: string): boolean =>
  (DAY.test(text) || TIME.test(text)) && !Number.isNaN(Date.parse(upper(text)));

/** The first moment of what is named, ISO 8601 in UTC with milliseconds. @param text What `isMoment` takes */
export const startOf = (text: string): string => within(DAY.test(text) ? `${text}T00:00:00.000Z` : text);

/** Its last moment. @param text What `isMoment` takes */
export const endOf = (text: string): string => within(DAY.test(text) ? `${text}T23:59:59.999Z` : text);

/** Only years of four digits stand in the order of their text: a zone leads out of them by a day. */
function within(text: string): string {
  const moment = new Date(Math.min(Math.max(Date.parse(upper(text)), FIRST), LAST));
  return moment.toISOString();
}

const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const upper = (text: string): string => text.toUpperCase();
