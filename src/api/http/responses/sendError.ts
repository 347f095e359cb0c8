import type { ErrorRequestHandler, Request, Response } from 'express';
import type { ErrorBody } from '../textContract.js';
import type { Log } from '../../../platform/log.js';
import { stateOf } from '../requestState.js';
import { type ApiError, toApiError } from './apiError.js';

/** Answers with the error envelope. */
function sendError(response: Response, error: ApiError): void {
  const body: ErrorBody = { detail: error.detail };
  response.status(error.status).set(error.headers).set('Cache-Control', 'no-store').json(body);
}

/** What an error is answered with; what is our fault is logged. */
export function answerTo(error: unknown, request: Request, log: Log): ApiError {
  const answer = toApiError(error);
  // What was meant to be answered so is no failure: whoever fills the service up must not fill its log too.
  if (answer.status >= 500 && answer !== error) {
    log.error({ err: error, request_id: stateOf(request).requestId }, 'A request failed');
  }
  return answer;
}

/** The last middleware: every error that was thrown becomes an answer, and what is our fault is logged. */
export function handleErrors(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const answer = answerTo(error, request, log);
    // Half an answer cannot be taken back: express then cuts the connection, so that the client does not take it for a
    // whole one. It is not given the error, which it would print.
    if (response.headersSent) next();
    else sendError(response, answer);
  };
}
