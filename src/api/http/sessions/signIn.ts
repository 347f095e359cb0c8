import type { Request } from 'express';
import type { Admission, Admit } from '../access/admission.js';
import { ANONYMOUS_PLATFORM, type Caller, type Person } from '../access/caller.js';
import { callerAddress } from '../access/callerAddress.js';
import { endedSession } from '../access/endedSession.js';
import { limitUsedUp } from '../access/limitUsedUp.js';
import { expiredKey, revokedKey, type KeyVerifier } from '../access/verifyKey.js';
import type { ApiConfig } from '../services.js';
import { assertNotCrossOrigin } from './sameOrigin.js';
import { forgetToken, keepToken, tokenIn } from './sessionCookie.js';
import type { PersonRights } from '../oidc/groups.js';
import type { People } from './people.js';
import type { Holder, Session, Sessions } from './sessions.js';

/** Who has signed in, and until when; `ends_at` is absent when authentication is switched off. */
export type SignedIn = Caller & { ends_at?: Date };

/** Signing in and out with a browser. */
export interface SignIn {
  /** Begins a session for a raw key, and has the browser keep its token. Takes one request off the limit of the key's tenant. @throws ApiError 401, 403, 429 */
  begin(request: Request, rawKey: string): Promise<SignedIn>;
  /** Begins a session for a person whom their identity provider has named. @throws ApiError 429 */
  beginForPerson(request: Request, person: Person, rights: PersonRights): Promise<void>;
  /** Whose the session is that a request brings; renews its token where that is old. @throws ApiError 401 */
  current(request: Request): Promise<SignedIn>;
  /** Ends it; also where there is none. @throws ApiError 403 */
  end(request: Request): Promise<void>;
}

/** Creates it. */
export function createSignIn(deps: {
  config: Pick<ApiConfig, 'authEnabled'>;
  keys: Pick<KeyVerifier, 'verify'>;
  admit: Admit;
  sessions: Sessions;
  people: Pick<People, 'note'>;
}): SignIn {
  const { sessions, people, keys, admit, config } = deps;
  const open = async (request: Request, holder: Holder): Promise<Session> => {
    const given = tokenIn(request);
    if (given !== undefined) await sessions.end(given);
    const { token, session } = await sessions.begin(holder);
    keepToken(responseOf(request), token);
    return session;
  };
  return {
    async begin(request, rawKey) {
      assertNotCrossOrigin(request);
      if (!config.authEnabled) return ANONYMOUS_PLATFORM;
      const { revoked, expires_at: _, ...caller } = await keys.verify(rawKey, callerAddress(request));
      if (revoked) throw revokedKey();
      holdTo(await admit(caller));
      return open(request, caller);
    },

    async beginForPerson(request, person, rights) {
      holdTo(await admit(rights));
      await people.note(rights.tenant_id, person);
      await open(request, { ...rights, person, mode: 'live' });
    },

    async current(request) {
      if (!config.authEnabled) return ANONYMOUS_PLATFORM;
      const given = tokenIn(request);
      const opened = given === undefined ? undefined : await sessions.resume(given);
      if (!opened) throw endedSession();
      const { session } = opened;
      // Its key may have been revoked since.
      holdTo(await admit(session));
      if (opened.isNew) keepToken(responseOf(request), opened.token);
      return session;
    },

    async end(request) {
      const token = tokenIn(request);
      if (token === undefined) return;
      assertNotCrossOrigin(request);
      await sessions.end(token);
      forgetToken(responseOf(request));
    },
  };
}

function holdTo({ revoked, expired, admitted, limit, reset }: Admission): void {
  if (expired) throw expiredKey();
  if (revoked) throw revokedKey();
  if (!admitted) throw limitUsedUp({ limit, reset });
}

function responseOf({ res }: Request) {
  if (!res) throw new Error('The request has no answer');
  return res;
}
