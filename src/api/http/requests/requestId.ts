import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { beginState } from '../requestState.js';

const SANE = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives every request an id, the caller's own where it is a sane one, and says it in `X-Request-Id`. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE.test(given) ? given : randomUUID();
  beginState(request, id);
  response.setHeader('X-Request-Id', id);
  next();
};
