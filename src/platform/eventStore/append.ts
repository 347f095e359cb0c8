import { setTimeout as sleep } from 'node:timers/promises';
import { eventStoreAppendConflicts, eventStoreAppendDuration, eventStoreEventsAppended } from '../metrics.js';
import {
  EventStoreUnavailable,
  EventTooLarge,
  MAX_APPEND_BYTES,
  WrongExpectedRevision,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
} from './eventStore.js';

/** Pauses in milliseconds before an append whose outcome is unknown is tried again; short, as a request waits for it. */
const RETRY_PAUSES = [50, 200, 800];

/** One append as the port describes it. */
export interface Append {
  stream: string;
  events: readonly NewEvent[];
  expected: ExpectedRevision;
}

/** An event as its bytes go to the store. */
export interface EncodedEvent {
  id: string;
  type: string;
  /** JSON text. */
  data: string;
  /** JSON text. */
  metadata: string;
}

/**
 * What every adapter does around its own way to append: encodes the events, holds them to the size limit, repeats an
 * append whose outcome is unknown, and measures.
 *
 * Repeating is safe: the same ids at the place where this append would put them are recognised for ever.
 */
export async function performAppend(
  store: string,
  append: Append,
  write: (events: EncodedEvent[]) => Promise<AppendResult>,
): Promise<AppendResult> {
  const encoded = encode(append);
  const stopTimer = eventStoreAppendDuration.startTimer({ store });
  try {
    const result = await retryUnknownOutcome(() => write(encoded));
    eventStoreEventsAppended.inc({ store }, encoded.length);
    return result;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) eventStoreAppendConflicts.inc({ store });
    throw error;
  } finally {
    stopTimer();
  }
}

function encode({ stream, events }: Append): EncodedEvent[] {
  if (events.length === 0) throw new RangeError(`An append to ${stream} must hold at least one event`);
  let bytes = 0;
  const encoded = events.map(({ id, type, data, metadata }) => {
    const event = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    bytes += Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata) + 2 * type.length;
    return event;
  });
  if (bytes > MAX_APPEND_BYTES) throw new EventTooLarge(stream, bytes, MAX_APPEND_BYTES);
  return encoded;
}

async function retryUnknownOutcome<T>(attempt: () => Promise<T>): Promise<T> {
  for (const pause of RETRY_PAUSES) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      await sleep(pause);
    }
  }
  return attempt();
}
