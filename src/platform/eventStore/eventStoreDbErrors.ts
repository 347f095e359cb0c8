import {
  ErrorType,
  MaxAppendSizeExceededError,
  WrongExpectedVersionError,
  isCommandError,
} from '@eventstore/db-client';
import {
  EventStoreDenied,
  EventStoreUnavailable,
  EventTooLarge,
  MAX_APPEND_BYTES,
  WrongExpectedRevision,
  type ExpectedRevision,
} from './eventStore.js';

/** What the server says after it has looked at the request; repeating it would change nothing. */
const REFUSALS: readonly string[] = [
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.STREAM_DELETED,
];

/** Codes of gRPC. */
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

/** What was asked of the server. */
export type Asked = { append: { stream: string; expected: ExpectedRevision } } | 'read a stream' | 'read $all';

/**
 * The port's error for one of the client's. Whatever is not clearly a refusal counts as unavailable, raw gRPC errors and
 * the client's `UnknownError` included, because an append may then have been written or not.
 */
export function toPortError(error: unknown, asked: Asked): Error {
  if (error instanceof EventStoreUnavailable) return error;
  if (typeof asked === 'object') {
    const { stream, expected } = asked.append;
    if (error instanceof WrongExpectedVersionError) {
      const actual = typeof error.actualVersion === 'bigint' ? error.actualVersion : undefined;
      return new WrongExpectedRevision(stream, expected, actual);
    }
    if (error instanceof MaxAppendSizeExceededError) {
      // Only a server with a smaller MaxAppendSize says this: the append was within the port's limit.
      return new EventTooLarge(stream, MAX_APPEND_BYTES, error.maxAppendSize);
    }
  }
  if (isDenial(error)) return new EventStoreDenied(sentenceOf(error, asked), { cause: error });
  if (error instanceof Error && isCommandError(error) && REFUSALS.includes(error.type)) {
    return new Error(`EventStoreDB refused the request: ${error.type}`, { cause: error });
  }
  return new EventStoreUnavailable('EventStoreDB did not answer', { cause: error });
}

interface Denial {
  code: number;
}

/** An answer that came without the server's own trailers is none of the client's classes; it has its code all the same. */
const isDenial = (error: unknown): error is Denial =>
  error instanceof Error && 'code' in error && (error.code === PERMISSION_DENIED || error.code === UNAUTHENTICATED);

/** Everybody may read it: it names no user and no address. */
function sentenceOf({ code }: Denial, asked: Asked): string {
  if (code === UNAUTHENTICATED) return WRONG_USER;
  return asked === 'read $all' ? NO_ALL : typeof asked === 'object' ? NO_APPEND : NO_STREAMS;
}

const WRONG_USER =
  'EventStoreDB does not know the user, or not with this password: EVENTSTORE_URL has to name both, as esdb://user:password@host:2113, with characters such as "@", ":" or "/" in them written as %40, %3A or %2F';
const NO_ALL =
  'EventStoreDB does not let the user of EVENTSTORE_URL read $all: name the user in $acl.$r of the metadata of $all (docs/distributed.md, "On EventStoreDB")';
const NO_APPEND = 'EventStoreDB does not let the user of EVENTSTORE_URL append: allow it in $acl.$w of the streams';
const NO_STREAMS =
  'EventStoreDB does not let the user of EVENTSTORE_URL read streams: allow it in $acl.$r of the streams';
