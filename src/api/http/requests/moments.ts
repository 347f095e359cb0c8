import { ApiError } from '../responses/apiError.js';

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

/**
 * The two ends of a while, each where it is given: the first moment of `from` and the last of `to`.
 * @param names of the parameters, for the refusal
 * @throws ApiError 422 where it ends before it begins: a list of it would look like an empty one
 */
export function whileOf(
  from: string | undefined,
  to: string | undefined,
  names: { from: string; to: string },
): { from?: string; to?: string } {
  const span = { ...(from !== undefined && { from: startOf(from) }), ...(to !== undefined && { to: endOf(to) }) };
  if (span.from !== undefined && span.to !== undefined && span.from > span.to) {
    throw new ApiError(422, `The field \`${names.to}\` must not lie before \`${names.from}\``);
  }
  return span;
}

/** What lists of cases and executions are narrowed to by when it was that these began. @throws ApiError 422, as `whileOf` */
export function createdWithin(created_from: string | undefined, created_to: string | undefined) {
  const { from, to } = whileOf(created_from, created_to, { from: 'created_from', to: 'created_to' });
  return { ...(from !== undefined && { created_from: from }), ...(to !== undefined && { created_to: to }) };
}

/** Only years of four digits stand in the order of their text: a zone leads out of them by a day. */
function within(text: string): string {
  const moment = new Date(Math.min(Math.max(Date.parse(upper(text)), FIRST), LAST));
  return moment.toISOString();
}

const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const upper = (text: string): string => text.toUpperCase();
