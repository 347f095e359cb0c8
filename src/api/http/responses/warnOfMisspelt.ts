import type { RequestHandler } from 'express';
import { operationOf } from '../requests/matchOperation.js';

/** Lets the answer of an operation that was done say which fields of the request it passed over, where these are probably misspelt: in `warnings`, behind what else stands there. */
export const warnOfMisspelt: RequestHandler = (request, response, next) => {
  const misspelt = operationOf(request).body?.misspelt?.(request.body) ?? [];
  if (misspelt.length > 0) {
    const json = response.json.bind(response);
    response.json = (body: unknown) => json(response.statusCode < 300 ? withWarnings(body, misspelt) : body);
  }
  next();
};

function withWarnings(body: unknown, misspelt: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { warnings = [] } = body as { warnings?: readonly string[] };
  return { ...body, warnings: [...warnings, ...misspelt] };
}
