import type { Request, RequestHandler, Response } from 'express';
import type { Log } from '../../../platform/log.js';
import type { Json } from '../../../domain/core/json.js';
import { callerOf } from '../access/authenticate.js';
import { cutUrl } from '../requests/cutUrl.js';
import { operationOf } from '../requests/matchOperation.js';
import { stateOf } from '../requestState.js';
import { ApiError } from '../responses/apiError.js';
import { fingerprint } from './fingerprint.js';
import type { KeyClaim, KeptAnswer, KeptAnswers } from './keptAnswers.js';

const MAX_KEY_LENGTH = 255;

/** Statuses that come out of executing a request; all others leave the key free for another try. */
const isKept = (status: number): boolean => (status >= 200 && status < 300) || [400, 404, 409, 422].includes(status);

/**
 * `Idempotency-Key` of POST and PATCH: the first request with a key is executed and its answer kept, the next ones get that answer again.
 * @throws ApiError 409 while the first is being executed, 422 for another request under the same key
 */
export function replayRepeated(deps: { keptAnswers: KeptAnswers; log: Log }): RequestHandler {
  return async (request, response, next) => {
    const operation = operationOf(request);
    const key = request.headers['idempotency-key'];
    if (key === undefined || !['POST', 'PATCH'].includes(operation.method) || operation.onlyReads === true)
      return next();
    if (operation.open) return next();
    if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_LENGTH) {
      throw new ApiError(422, `The header \`Idempotency-Key\` must have 1 to ${MAX_KEY_LENGTH} characters`);
    }
    const { tenant_id, mode } = callerOf(request);
    const result = await deps.keptAnswers.claim({
      ...{ tenant_id, mode },
      ...{ method: operation.method, path: operation.path, parameters: parametersOf(request), key },
      fingerprint: await fingerprint(cutUrl(request).query, request.body),
    });
    switch (result.outcome) {
      case 'in_flight':
        throw new ApiError(409, 'A request with this `Idempotency-Key` is still being executed; repeat it in a moment');
      case 'other_request':
        throw new ApiError(422, 'The header `Idempotency-Key` was used with another request; take a new one');
      case 'answered':
        response.set('Idempotency-Replayed', 'true').status(result.answer.status).json(result.answer.body);
        return;
      case 'claimed':
        stateOf(request).madeId = result.claim.made_id;
        keepAnswer(response, result.claim, operation.neverStored, deps.log);
        next();
    }
  };
}

/** What the path says, the same however it is written. Who comes with a link has keys of their own: those of another customer are not theirs. */
function parametersOf(request: Request): { [name: string]: string } {
  const { capture } = callerOf(request);
  if (capture) return { ...capture };
  const { idParameters } = operationOf(request);
  const given = Object.entries(stateOf(request).pathParameters ?? {});
  return Object.fromEntries(
    given.map(([name, value]) => [name, idParameters.includes(name) ? String(value).toLowerCase() : String(value)]),
  );
}

/** Keeps the answer before it is sent: whoever saw it can have it again. */
function keepAnswer(response: Response, claim: KeyClaim, neverStored: readonly string[], log: Log): void {
  let settled: Promise<void> | undefined;
  const settle = (status: number, body: Json): Promise<void> =>
    (settled ??= settleClaim(claim, { status, body: without(body, neverStored) }).catch(
      // What was executed is executed: its answer is given, kept or not. The claim ends with its lease.
      (error: unknown) => log.error({ err: error }, 'An answer could not be kept for a replay'),
    ));

  const send = response.json.bind(response);
  response.json = (body: Json) => {
    void settle(response.statusCode, body).then(() => send(body));
    return response;
  };
  // A client that hangs up changes nothing: the request goes on, and its answer waits for the next try.
  response.once('finish', () => void settle(500, null));
}

function settleClaim(claim: KeyClaim, answer: KeptAnswer): Promise<void> {
  if (isKept(answer.status)) return claim.keep(answer);
  return answer.status >= 500 ? claim.abandon() : claim.release();
}

function without(body: Json, fields: readonly string[]): Json {
  if (fields.length === 0 || body === null || typeof body !== 'object' || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));
}
