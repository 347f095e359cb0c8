import type { Clock } from '../../../platform/clock.js';
import { toPosition, type EventStore } from '../../../platform/eventStore/eventStore.js';
import type { AsOf } from '../../../projections/core/asOf.js';
import { ApiError } from '../responses/apiError.js';

/** A position is below 2^63, which has 19 digits. */
const POSITION = /^\d{1,18}$|^[1-8]\d{18}$/;

// RFC 3339, section 5.6, with what `Date.parse` would roll over or refuse left out.
const TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** What the clock of the store may be ahead of the one here, in milliseconds: what it said last must not be refused as a time to come. */
const CLOCKS_DIFFER_MS = 60_000;

/** Whether a text names a moment of the log: a time with its zone, or a position. */
export const isAsOf = (text: string): boolean => POSITION.test(text) || TIME.test(text);

/** What it takes to know whether a moment has come. */
export interface AsOfDeps {
  eventStore: Pick<EventStore, 'end'>;
  clock: Clock;
}

/**
 * The moment that a request asks as of; undefined where it asks for now.
 * @param text What `isAsOf` takes
 * @throws ApiError 422 for one that has not come yet; EventStoreUnavailable
 */
export async function readAsOf({ eventStore, clock }: AsOfDeps, text: string | undefined): Promise<AsOf | undefined> {
  if (text === undefined) return undefined;
  if (POSITION.test(text)) {
    const position = toPosition(text);
    const end = await eventStore.end();
    if (end !== undefined && position <= end) return { position };
    throw new ApiError(422, 'The parameter `as_of` names a position behind the end of the log');
  }
  const moment = Date.parse(text);
  if (moment > clock().getTime() + CLOCKS_DIFFER_MS) {
    throw new ApiError(422, 'The parameter `as_of` names a time that has not come yet');
  }
  // Before the year 0, and in no order of texts: nothing was there by then.
  return { time: new Date(Math.max(moment, FIRST)).toISOString() };
}

const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
