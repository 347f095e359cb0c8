import type { Request } from 'express';
import type { Caller } from './access/caller.js';
import type { Operation } from './requests/operation.js';
import type { BodyRoom } from './room/bodyRoom.js';
import type { ApiError } from './responses/apiError.js';

/** What is known of a request while it is answered; each step of the way adds its part. */
export interface RequestState {
  requestId: string;
  caller?: Caller;
  operation?: Operation;
  /** Id for what the request makes, where an `Idempotency-Key` says that it may be repeated. */
  madeId?: string;
  /** Where its body may be kept, for an operation that takes one. */
  bodyRoom?: BodyRoom;
  /** True for paths that need no key. */
  open?: boolean;
  /** What a refusal said. */
  detail?: string | undefined;
  /** Why the request means no operation. */
  mismatch?: ApiError;
  /** Path parameters of the matched operation, percent-decoded. */
  pathParameters?: Readonly<Record<string, string | string[]>>;
}

const states = new WeakMap<Request, RequestState>();

/** Starts the state of a request. */
export function beginState(request: Request, requestId: string): void {
  states.set(request, { requestId });
}

/** The state of a request. @throws Error before `beginState` */
export function stateOf(request: Request): RequestState {
  const state = states.get(request);
  if (!state) throw new Error('The request has no state yet');
  return state;
}
