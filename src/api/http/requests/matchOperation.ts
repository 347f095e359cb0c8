import { Router, type Request, type RequestHandler } from 'express';
import { callerOf } from '../access/authenticate.js';
import { stateOf } from '../requestState.js';
import { ApiError, toApiError } from '../responses/apiError.js';
import type { Operation } from './operation.js';

/**
 * Notes which operation a request means, or why it means none: 404 for an unknown path, 405 with `Allow` for a method that the path does
 * not have. That is said by `requireOperation`, once it is clear who asks.
 */
export function matchOperation(operations: readonly Operation[]): RequestHandler {
  const router = Router({ caseSensitive: true });
  for (const [path, ofPath] of groupByPath(operations)) {
    const byMethod = new Map(ofPath.map((operation) => [operation.method, operation]));
    const open = ofPath.every((operation) => operation.open);
    router.all(path, (request, _response, next) => {
      const state = stateOf(request);
      state.open = open;
      state.pathParameters = request.params;
      state.operation = byMethod.get(request.method === 'HEAD' ? 'GET' : request.method);
      if (!state.operation) state.mismatch = methodNotAllowed(request.method, byMethod.keys());
      next('router');
    });
  }
  return (request, response, next) => {
    router(request, response, (error?: unknown) => {
      const state = stateOf(request);
      if (error instanceof Error) state.mismatch = toApiError(error);
      if (!state.operation) state.mismatch ??= new ApiError(404, 'There is nothing at this path');
      next();
    });
  };
}

/** Ends requests that mean no operation. @throws ApiError 400, 404, 405 */
export const requireOperation: RequestHandler = (request, _response, next) => {
  next(stateOf(request).mismatch);
};

/** Holds the key to the scope that the operation needs. @throws ApiError 403 */
export const requireScope: RequestHandler = (request, _response, next) => {
  const { scope } = operationOf(request);
  if (scope !== undefined && !callerOf(request).scopes.includes(scope)) {
    throw new ApiError(403, `Insufficient permissions: requires '${scope}' scope`);
  }
  next();
};

/** The operation of a request that was matched. @throws Error before that */
export function operationOf(request: Request): Operation {
  const { operation } = stateOf(request);
  if (!operation) throw new Error('The request is not matched to an operation');
  return operation;
}

/** 405, with the methods that there are; `HEAD` comes with `GET`. */
export function methodNotAllowed(method: string, allowed: Iterable<string>): ApiError {
  const methods = [...allowed].flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
  const Allow = methods.join(', ');
  return new ApiError(405, `The method ${method} is not allowed here; allowed are ${Allow}`, { Allow });
}

function groupByPath(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    groups.set(path, [...(groups.get(path) ?? []), operation]);
  }
  // A path spelled out comes before one with a parameter in that place: `/v1/agents/build` is no agent.
  const order = (path: string): string => path.replaceAll(/:\w+/g, '~');
  return new Map([...groups].sort(([one], [other]) => (order(one) < order(other) ? -1 : 1)));
}
