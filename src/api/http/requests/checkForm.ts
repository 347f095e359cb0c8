import type { RequestHandler } from 'express';
import { stateOf } from '../requestState.js';
import { ApiError } from '../responses/apiError.js';
import { describeFaults } from './describeFault.js';
import type { TextFormat } from './formats.js';
import { operationOf } from './matchOperation.js';
import { assertCleanText } from './parseJson.js';
import { isMetadataFilter } from './metadata.js';
import { FORM_TYPE, type Operation, type TextParameter } from './operation.js';

/**
 * Holds path, query and body to what the OpenAPI document says of them, before tsoa's own and more lenient reading: nothing is coerced but the text of a
 * path or a query, and that only from `true`, `false` and decimal digits with or without a minus. @throws ApiError 422
 */
export function checkForm(formats: Record<string, TextFormat>): RequestHandler {
  const refuse = (faults: ReturnType<Operation['checkQuery']>, of: string): void => {
    if (faults) throw new ApiError(422, describeFaults(faults, of, formats));
  };
  return (request, _response, next) => {
    const operation = operationOf(request);
    const path = stateOf(request).pathParameters ?? {};
    refuse(operation.checkPath(readTexts(operation.pathParameters, path)), 'path');
    refuseUnknown(operation, request.query);
    refuse(operation.checkQuery(readTexts(operation.queryParameters, request.query)), 'query');
    // A form is checked as it is received.
    if (operation.body && operation.body.mediaType !== FORM_TYPE) {
      const body: unknown = request.body;
      if (body === undefined && operation.body.required) throw new ApiError(422, 'The request body is missing');
      if (body !== undefined) refuse(operation.body.check(body), 'request body');
    }
    next();
  };
}

/** Nobody finds out that a filter was misspelled where what is not known is passed over. Probes may hang on their paths what they like. */
function refuseUnknown({ open, queryParameters, byMetadata = false }: Operation, query: Record<string, unknown>): void {
  if (open) return;
  const known = queryParameters.map(({ name }) => name);
  const unknown = Object.keys(query).filter((name) => !known.includes(name) && !(byMetadata && isMetadataFilter(name)));
  if (unknown.length === 0) return;
  const takes = [...known.sort(), ...(byMetadata ? ['metadata.<key>'] : [])];
  const here = takes.length === 0 ? 'there are none here' : `known here are ${quoted(takes)}`;
  const named = unknown.sort().slice(0, MOST_NAMED);
  named.forEach((name) => assertCleanText(name, ''));
  throw new ApiError(
    422,
    `${named.length > 1 ? 'The parameters' : 'The parameter'} ${quoted(named)} ${named.length > 1 ? 'are' : 'is'} not known; ${here}`,
  );
}

/** Unknown parameters that are named at most. */
const MOST_NAMED = 10;

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name.slice(0, 64)}\``).join(', ');

function readTexts(parameters: readonly TextParameter[], texts: Record<string, unknown>): Record<string, unknown> {
  const values = parameters.flatMap(({ name, type }) => {
    const text = texts[name];
    if (text === undefined) return [];
    if (typeof text !== 'string') throw new ApiError(422, `The parameter \`${name}\` must be given only once`);
    assertCleanText(text, name);
    return [[name, readText(text, type)] as const];
  });
  return Object.fromEntries(values);
}

/** The value that a text stands for; one that stands for none stays text, and fails the check of the type. */
function readText(text: string, type: TextParameter['type']): unknown {
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  // Any number of digits, so that the bounds are told where it is too many; every integer has some.
  if (type === 'integer') return /^-?\d{1,300}$/.test(text) ? Number(text) : text;
  if (type === 'array') return text.split(',');
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
  return text;
}
