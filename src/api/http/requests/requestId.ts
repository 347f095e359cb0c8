import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { beginState } from '../requestState.js';

const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/** An id for a request: the caller's own where it is a sane one, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}

/** Gives every request its id, and says it in `X-Request-Id`. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const id = requestIdOf(request);
  beginState(request, id);
  response.setHeader('X-Request-Id', id);
  next();
};
