import { withAnswer } from './answers.js';
import { callbacksOf } from './callbacks.js';
import { DESCRIPTION, KEY_DESCRIPTION, TAGS, TOKEN_DESCRIPTION } from './description.js';
import {
  ERRORS,
  HEADERS,
  IDEMPOTENCY_KEY,
  IF_NONE_MATCH,
  NOT_MODIFIED,
  REQUEST_ID,
  type ErrorStatus,
} from './everyOperation.js';
import { asRowOfFields, rowsOfFields, spellOutList } from './lists.js';
import { withoutSiblings, withoutUnused } from './references.js';
import { completeSchema } from './schemas.js';
import type { HeaderObject, OpenApiDocument, OperationObject, ResponseObject, Schema } from './openApiDocument.js';

/**
 * Adds to the generated document what holds for all operations alike: the key and its scopes, the answers and headers that any request can
 * meet, the headers it can send, and what the API as a whole does.
 */
export function completeDocument(generated: OpenApiDocument): OpenApiDocument {
  const rows = rowsOfFields(generated);
  const document: OpenApiDocument = {
    ...generated,
    info: { ...generated.info, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: TAGS,
    security: [{ ApiKey: [] }],
    paths: mapValues(generated.paths, (methods, path) =>
      mapValues(methods, (operation, method) => ({
        ...completeOperation(spellOutList(spellOutHeaders(operation, generated), generated), method, path),
        ...callbacksOf(generated, method, path),
      })),
    ),
    components: {
      schemas: mapValues(generated.components.schemas, (schema, name) =>
        completeSchema(name, rows.has(name) ? asRowOfFields(schema) : schema, generated),
      ),
      headers: HEADERS,
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: KEY_DESCRIPTION },
        CaptureToken: { type: 'apiKey', in: 'header', name: 'X-Capture-Token', description: TOKEN_DESCRIPTION },
      },
    },
  };
  return withoutUnused(withoutSiblings(document));
}

function completeOperation(generated: OperationObject, method: string, path: string): OperationObject {
  const operation = generated['x-upload'] === true ? { ...generated, requestBody: UPLOAD_BODY } : generated;
  const open = operation['x-open-path'] === true;
  const repeatable = !open && (method === 'post' || method === 'patch') && operation['x-only-reads'] !== true;
  const byLink = operation['x-capture'] === true;
  const scope = open || byLink ? undefined : (operation['x-required-scope'] ?? (method === 'get' ? 'read' : 'write'));
  const tagged = operation['x-tagged'] === true;
  const responses = {
    ...errorResponses(operation, path, method !== 'get', open),
    ...(tagged && { 304: NOT_MODIFIED }),
    ...withMedia(operation),
  };
  return {
    ...operation,
    description: [operation.description, scope && `Needs the scope \`${scope}\`.`].filter(Boolean).join('\n\n'),
    ...(scope !== undefined && { 'x-required-scope': scope }),
    security: open ? [] : byLink ? [{ CaptureToken: [] }] : [{ ApiKey: [] }],
    parameters: [
      ...(operation.parameters ?? []),
      REQUEST_ID,
      ...(repeatable ? [IDEMPOTENCY_KEY] : []),
      ...(tagged ? [IF_NONE_MATCH] : []),
    ],
    responses: mapValues(responses, (response, status) =>
      withHeaders(withAnswer(response, `${method} ${path} ${status}`), Number(status), {
        ...{ repeatable, open, tagged },
        listed: operation['x-read-model'] !== undefined,
        located: operation['x-location'] !== undefined,
      }),
    ),
  };
}

/** The form that an upload sends; tsoa would write code that takes it, and keeps it in memory. */
const UPLOAD_BODY: OperationObject['requestBody'] = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: {
            type: 'string',
            format: 'binary',
            description: 'One file of at most 20 MiB: JPEG, PNG, WebP, TIFF, BMP, GIF or PDF, told by its content.',
          },
          label: {
            type: 'string',
            maxLength: 255,
            description: 'What you take it for, such as a document type: a hint that evidence can overrule.',
          },
        },
      },
    },
  },
};

/** The errors that the operation can answer with beyond those it names itself. */
function errorResponses(
  operation: OperationObject,
  path: string,
  changes: boolean,
  open: boolean,
): Record<string, ResponseObject> {
  const takesValues = operation.requestBody !== undefined || (operation.parameters ?? []).length > 0;
  const statuses: ErrorStatus[] = [
    ...(path.includes('{') || operation.requestBody ? ([400] as const) : []),
    ...(open ? [] : ([401, 403] as const)),
    ...(changes && !open ? ([409] as const) : []),
    ...(operation.requestBody ? ([408, 413, 415] as const) : []),
    // Whatever it takes, a parameter that it does not know is refused.
    ...(takesValues || !open ? ([422] as const) : []),
    405,
    429,
    500,
    503,
  ];
  return Object.fromEntries(statuses.map((status) => [status, ERRORS[status]]));
}

/** tsoa writes an interface of headers as one header of that name; this writes a header for each of its members. */
function spellOutHeaders(operation: OperationObject, { components }: OpenApiDocument): OperationObject {
  const spellOut = (headers: Record<string, HeaderObject> = {}): Record<string, HeaderObject> =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, header]) => {
        const members = components.schemas[name]?.properties;
        return members
          ? Object.entries(members).map(([member, schema]) => [member, asHeader(schema)])
          : [[name, header]];
      }),
    );
  const responses = mapValues(operation.responses, (response) => ({
    ...response,
    headers: spellOut(response.headers),
  }));
  return { ...operation, responses };
}

const asHeader = ({ description, ...schema }: Schema): HeaderObject => ({
  description,
  schema,
});

/** The answers that the operation names, with the media types of successes that are no JSON. */
function withMedia({ responses, 'x-media-types': types }: OperationObject): OperationObject['responses'] {
  if (!types) return responses;
  const schema = { type: 'string', format: 'binary' };
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  return mapValues(responses, (response, status) => {
    if (Number(status) >= 300) return response;
    // Part of a file is never JSON, whatever it is the part of.
    const others = status === '206' ? {} : response.content;
    return { ...response, content: { ...others, ...content } };
  });
}

function withHeaders(
  response: ResponseObject,
  status: number,
  {
    repeatable,
    open,
    listed,
    tagged,
    located,
  }: Record<'repeatable' | 'open' | 'listed' | 'tagged' | 'located', boolean>,
): ResponseObject {
  const names = [
    'X-Request-Id',
    ...(open || status === 401 ? [] : ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    ...(repeatable && (status < 300 || [400, 404, 409, 422].includes(status)) ? ['Idempotency-Replayed'] : []),
    ...(listed && status < 300 ? ['Attest-Behind'] : []),
    ...(located && (status === 201 || status === 202) ? ['Location'] : []),
    ...(tagged && (status === 200 || status === 304) ? ['ETag'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 ? ['Retry-After'] : []),
    ...(status === 405 ? ['Allow'] : []),
  ];
  const shared = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  return { ...response, headers: { ...shared, ...response.headers } };
}

function mapValues<From, To>(from: Record<string, From>, map: (value: From, key: string) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, map(value, key)]));
}
