import { ValidateError } from '@tsoa/runtime';
import { TooManyComparisons } from '../../../commands/apiKeys/apiKeySecret.js';
import { HeldElsewhere } from '../../../commands/core/heldElsewhere.js';
import { DomainError, type RefusalReason } from '../../../domain/core/decider.js';
import { EngineUnavailable } from '../../../engines/documents/documentEngine.js';
import { ArchiveTooLarge } from '../../../platform/archives/unpacking.js';
import { BlobNotFound, NoRoomForBlobs } from '../../../platform/blobs/blobStore.js';
import { BusUnavailable } from '../../../platform/bus/bus.js';
import { SealedValueLost } from '../../../platform/eventStore/eventCodec.js';
import {
  EventStoreUnavailable,
  EventTooLarge,
  WrongExpectedRevision,
} from '../../../platform/eventStore/eventStore.js';
import { NotWell } from '../../../platform/health.js';
import { SearchUnavailable } from '../../../platform/search/search.js';
import { SubjectErased } from '../../../platform/sealing/subjectKeys.js';
import { TookTooLong } from '../../../platform/within.js';

/** An answer that is not a success: its status, its sentence for the user and the headers it needs. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

const STATUS_OF_REFUSAL: Record<RefusalReason, number> = {
  not_found: 404,
  conflict: 409,
  changed: 412,
  rule_broken: 400,
  invalid: 422,
  forbidden: 403,
};

/** What the caller is told of an error. What is not known to be safe to show becomes a plain 500. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof DomainError) return new ApiError(STATUS_OF_REFUSAL[error.reason], error.message);
  if (error instanceof WrongExpectedRevision) {
    return new ApiError(409, 'Something else changed this at the same time; read it again and repeat the request');
  }
  if (error instanceof SubjectErased)
    return new ApiError(409, 'What this is for was erased, so nothing can be added to it');
  if (error instanceof EventTooLarge) {
    return new ApiError(413, 'The request leads to a record of more than 1 MiB, which cannot be kept; send less');
  }
  if (error instanceof ArchiveTooLarge) {
    return new ApiError(413, `The field \`archive.data\` holds an archive that ${error.message}`);
  }
  if (error instanceof BlobNotFound) return new ApiError(404, 'The file is no longer kept');
  if (error instanceof NoRoomForBlobs) return unavailable('There is no room for files');
  if (error instanceof EngineUnavailable) return unavailable('The document engine cannot take more work now');
  if (error instanceof SealedValueLost) return new ApiError(500, LOST);
  if (error instanceof EventStoreUnavailable) return unavailable('The event store cannot be reached');
  if (error instanceof HeldElsewhere) {
    return new ApiError(503, 'The same is being done by another process; ask again in a moment', ASK_AGAIN);
  }
  if (error instanceof TooManyComparisons) {
    return new ApiError(503, 'Too many API keys are being verified at once; ask again in a moment', ASK_AGAIN);
  }
  if (error instanceof BusUnavailable) return unavailable('The message broker cannot be reached');
  if (error instanceof SearchUnavailable) return unavailable('The search index cannot be asked');
  if (error instanceof NotWell) return new ApiError(503, 'What the request stands on is not well; /healthz says what');
  if (error instanceof TookTooLong) return unavailable('Something that the request needs did not answer in time');
  if (isDatabaseFailure(error)) return unavailable('The database cannot be reached');
  if (error instanceof ValidateError) {
    return new ApiError(422, `The value of ${Object.keys(error.fields).join(', ')} is not acceptable`);
  }
  if (error instanceof URIError) {
    return new ApiError(400, 'The path of the URL holds a percent sequence that is not UTF-8');
  }
  return new ApiError(
    500,
    'Something went wrong on our side; quote the X-Request-Id of this answer when you report it',
  );
}

const LOST =
  'It cannot be shown: a key or a file that it was sealed with is gone or was changed. Restore that from a back-up, or erase it';

/** When whoever asks for what is busy may ask again: after five seconds. */
const ASK_AGAIN = { 'Retry-After': '5' };

const unavailable = (what: string): ApiError => new ApiError(503, `${what}; try again in a moment`);

/** What the driver says without a code when a connection breaks; knex puts the statement before it. */
const BROKEN_CONNECTION =
  /(?:^| - )(?:timeout expired|Connection terminated(?: unexpectedly| due to connection timeout)?|Client (?:has encountered a connection error|was closed) and is not queryable)$/;

/** Connection errors of the driver and of the pool: SQLSTATE classes 08 (connection), 53 (resources), 57 (shutdown, out of time), 25P0 (a transaction that idled), and the system's codes. */
function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KnexTimeoutError' || BROKEN_CONNECTION.test(error.message)) return true;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(08...|53...|57...|25P0.|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code);
}
