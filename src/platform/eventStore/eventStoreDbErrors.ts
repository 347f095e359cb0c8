import {
  ErrorType,
  MaxAppendSizeExceededError,
  WrongExpectedVersionError,
  isCommandError,
} from '@eventstore/db-client';
import {
  EventStoreUnavailable,
  EventTooLarge,
  MAX_APPEND_BYTES,
  WrongExpectedRevision,
  type ExpectedRevision,
} from './eventStore.js';

/** What the server says after it has looked at the request; repeating it would change nothing. */
const REFUSALS: readonly string[] = [
  ErrorType.ACCESS_DENIED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.STREAM_DELETED,
];

/**
 * The port's error for one of the client's. Whatever is not clearly a refusal counts as unavailable, raw gRPC errors and
 * the client's `UnknownError` included, because an append may then have been written or not.
 */
export function toPortError(error: unknown, append?: { stream: string; expected: ExpectedRevision }): Error {
  if (error instanceof EventStoreUnavailable) return error;
  if (append && error instanceof WrongExpectedVersionError) {
    const actual = typeof error.actualVersion === 'bigint' ? error.actualVersion : undefined;
    return new WrongExpectedRevision(append.stream, append.expected, actual);
  }
  if (append && error instanceof MaxAppendSizeExceededError) {
    // Only a server with a smaller MaxAppendSize says this: the append was within the port's limit.
    return new EventTooLarge(append.stream, MAX_APPEND_BYTES, error.maxAppendSize);
  }
  if (error instanceof Error && isCommandError(error) && REFUSALS.includes(error.type)) {
    return new Error(`EventStoreDB refused the request: ${error.type}`, { cause: error });
  }
  return new EventStoreUnavailable('EventStoreDB did not answer', { cause: error });
}
