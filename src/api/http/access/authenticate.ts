import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../../platform/clock.js';
import { onBehalfOf } from '../../../platform/database/onBehalfOf.js';
import { stateOf } from '../requestState.js';
import { ApiError } from '../responses/apiError.js';
import type { Room } from '../room/room.js';
import type { ApiConfig } from '../services.js';
import { assertSameOrigin } from '../sessions/sameOrigin.js';
import { tokenIn } from '../sessions/sessionCookie.js';
import type { Sessions } from '../sessions/sessions.js';
import type { Admission, Admit } from './admission.js';
import type { CaptureAccess } from './captureAccess.js';
import { callerAddress } from './callerAddress.js';
import { ANONYMOUS_PLATFORM, type Caller } from './caller.js';
import { limitUsedUp } from './limitUsedUp.js';
import { endedSession } from './endedSession.js';
import type { LastUsed } from './lastUsed.js';
import { expiredKey, type KeyVerifier, revokedKey } from './verifyKey.js';

/**
 * Finds out who asks and lets them in: 401 without a good key or a session that stands for one, 403 for what another site has a browser send with it, 429 when the tenant has too much under way or its minute is used up. Neither counts against the limit. Every answer
 * that goes on from here carries the state of the limit. Open paths are let through.
 */
export function authenticate(deps: {
  config: Pick<ApiConfig, 'authEnabled'>;
  keys: KeyVerifier;
  sessions: Pick<Sessions, 'find'>;
  captureAccess: Pick<CaptureAccess, 'callerOf'>;
  admit: Admit;
  room: Pick<Room, 'admit'>;
  lastUsed: LastUsed;
  clock: Clock;
}): RequestHandler {
  const whoAsks = async (request: Request): Promise<Caller> => {
    if (stateOf(request).operation?.capture === true) return deps.captureAccess.callerOf(request);
    if (!deps.config.authEnabled) return ANONYMOUS_PLATFORM;
    const token = request.headers['x-api-key'] === undefined ? tokenIn(request) : undefined;
    if (token !== undefined) {
      const session = await deps.sessions.find(token);
      if (!session) throw endedSession();
      assertSameOrigin(request);
      const { ends_at: _, ...caller } = session;
      return caller;
    }
    const { revoked, expires_at: _, ...caller } = await deps.keys.verify(keyOf(request), callerAddress(request));
    if (revoked) throw revokedKey();
    return caller;
  };
  return async (request, response, next) => {
    if (stateOf(request).open) return next();
    const caller = await whoAsks(request);
    deps.room.admit(request, response, caller);
    // What comes with a link counts for the link, as what comes with a session for that.
    const { capture, ...whose } = caller;
    const admission = await deps.admit(capture ? { ...whose, link_id: capture.link_id } : whose);
    if (admission.expired) {
      if (caller.session_id === undefined) deps.keys.noteExpired(keyOf(request));
      throw expiredKey();
    }
    if (admission.revoked) {
      // The next request with it takes none of its tenant's places while the database is asked.
      if (caller.session_id === undefined) deps.keys.noteRevoked(keyOf(request));
      throw revokedKey();
    }
    if (caller.key_id !== undefined) deps.lastUsed.note(caller.key_id, deps.clock());
    stateOf(request).caller = caller;
    holdToLimit(response, admission);
    onBehalfOf(caller.tenant_id, next);
  };
}

/** The caller of a request that was authenticated. */
export function callerOf(request: Request): Caller {
  const { caller } = stateOf(request);
  if (!caller) throw new Error('The request is not authenticated');
  return caller;
}

function keyOf(request: Request): string {
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '') {
    throw new ApiError(401, 'Missing X-Api-Key header', { 'WWW-Authenticate': 'ApiKey' });
  }
  return key;
}

function holdToLimit(response: Response, { admitted, limit, remaining, reset }: Admission): void {
  response.setHeader('RateLimit-Limit', limit);
  response.setHeader('RateLimit-Remaining', remaining);
  response.setHeader('RateLimit-Reset', reset);
  if (!admitted) throw limitUsedUp({ limit, reset });
}
