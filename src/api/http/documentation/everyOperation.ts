import type { HeaderObject, Parameter, ResponseObject } from './openApiDocument.js';

/** Statuses that any operation can answer with. */
export type ErrorStatus = 400 | 401 | 403 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503;

const error = (description: string, detail: string): ResponseObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' }, example: { detail } } },
});

/** The error answers that operations have in common. */
export const ERRORS: Readonly<Record<ErrorStatus, ResponseObject>> = {
  400: error(
    'The body is no JSON, the URL is no URL, or a rule is broken',
    'The request body is not valid JSON: it goes wrong at line 3, character 14',
  ),
  401: error(
    'The key is missing, unknown or revoked: `Missing X-Api-Key header`, `API key invalid`, `API key revoked`; or there is no token of a link: `Missing X-Capture-Token header`',
    'API key invalid',
  ),
  403: error(
    'The key lacks the scope, the tenant is another one, or a test key was to change what is meant',
    "Insufficient permissions: requires 'write' scope",
  ),
  405: error('The path has no such method', 'The method PATCH is not allowed here; allowed are GET, HEAD'),
  408: error('The body comes too slowly', 'The request body came too slowly: at least 16 KiB a second must arrive'),
  409: error(
    'There is one already, others change the same at the same time, or a request with this `Idempotency-Key` is still being executed',
    'A request with this `Idempotency-Key` is still being executed; repeat it in a moment',
  ),
  413: error('The body is larger than 64 MiB', 'The request body is larger than 64 MiB'),
  415: error(
    'The body is not of the type that the operation takes',
    'The request body must be JSON in UTF-8; send `Content-Type: application/json`',
  ),
  422: error('A value is missing, of the wrong type or out of range', 'The field `limit` must be between 1 and 200'),
  429: error(
    'The limit of requests per minute is used up, or too much of the tenant, or of an address, is under way at once',
    'The limit of 200 requests per minute is used up; try again in 12 seconds',
  ),
  500: error(
    'Something went wrong on our side',
    'Something went wrong on our side; quote the X-Request-Id of this answer when you report it',
  ),
  503: error(
    'Something that the service needs cannot be reached, or it has no room for another request',
    'The database cannot be reached; try again in a moment',
  ),
};

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };

/** The headers that answers carry. */
export const HEADERS: Readonly<Record<string, HeaderObject>> = {
  'X-Request-Id': {
    description: 'Names this request in the logs; the one that was sent, where it was a sane one.',
    schema: text,
  },
  'RateLimit-Limit': { description: "Requests that the key's tenant may make in a rolling minute.", schema: whole },
  'RateLimit-Remaining': { description: 'Requests that are left of them.', schema: whole },
  'RateLimit-Reset': { description: 'Seconds until the oldest request leaves the minute.', schema: whole },
  'Retry-After': { description: 'Seconds, 1 to 60, after which to ask again.', schema: whole },
  'Idempotency-Replayed': {
    description: '`true` when this is the kept answer of an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: { description: 'Where it can be read.', schema: text },
  ETag: {
    description:
      'Another one as soon as anything of the answer is another. With it in `If-None-Match` the answer is 304 until then.',
    schema: text,
  },
  'Attest-Behind': {
    description:
      'Set when the list does not show everything yet: for how many seconds what it lacks has waited to be shown. What is read by its id is never behind.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: '`ApiKey`, or `CaptureToken` where the token of a link is asked for.',
    schema: text,
  },
  Allow: { description: 'The methods that the path has.', schema: text },
};

/** What is read by its id may be asked for only where it has changed. */
export const IF_NONE_MATCH: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an answer that you have: where it is still the same the answer is 304, without a body.',
  schema: { type: 'string' },
};

/** Nothing has changed since. */
export const NOT_MODIFIED: ResponseObject = { description: 'It is as you have it' };

/** Every request may bring its id. */
export const REQUEST_ID: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  description:
    'An id of your own for this request: 1 to 128 letters, digits, dots, underscores and hyphens. It is echoed in the answer; any other text is passed over, and the request gets an id.',
  schema: { type: 'string' },
};

/** POST and PATCH can be made safe to repeat. */
export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Any unique text. For 24 hours the same key with the same request gives the same answer again, without executing it twice; with another request it is a 422.',
  // Without an example: pages to try requests in would send it with every one.
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
