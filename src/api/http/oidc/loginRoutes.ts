import { Router, type Request, type Response } from 'express';
import type { Log } from '../../../platform/log.js';
import type { GroupRights } from '../../../platform/settingForms.js';
import { callerAddress } from '../access/callerAddress.js';
import { createAllowance } from '../access/guessLimit.js';
import { methodNotAllowed } from '../requests/matchOperation.js';
import { ApiError } from '../responses/apiError.js';
import type { SignIn } from '../sessions/signIn.js';
import { rightsOf } from './groups.js';
import type { IdentityProvider } from './identityProvider.js';
import { keepLogin, takeLogin, type Login } from './loginCookie.js';

/** How many answers of the provider that are none may be brought in a row from one address, and after how many milliseconds one more: each costs a request to the provider. */
const WRONG_ANSWERS = { most: 20, everyMs: 3_000 };

/** Why nobody was signed in, as the page is told in its address. */
type Refusal = 'refused' | 'no_group' | 'failed' | 'too_often';

/**
 * The two addresses between which a person signs in at the identity provider: `/console/login` sends the browser there, `/console/login/callback` is
 * where it comes back to. Without a provider neither is there.
 */
export function loginRoutes(deps: {
  provider: IdentityProvider | undefined;
  groups: readonly GroupRights[];
  signIn: Pick<SignIn, 'beginForPerson'>;
  log: Log;
}): Router {
  const { provider, groups, signIn, log } = deps;
  const router = Router({ strict: true, caseSensitive: true });
  const wrong = createAllowance(WRONG_ANSWERS);

  const failed = (response: Response, error: unknown): void => {
    // What went wrong there says nothing of the person: codes and tokens are not in it.
    log.warn({ problem: nameOf(error) }, 'Signing in with the identity provider failed');
    tell(response, 'failed');
  };
  const begin = async (request: Request, response: Response, at: IdentityProvider): Promise<void> => {
    try {
      const { address, login } = await at.begin(callbackOf(request), pageIn(request.query['to']));
      keepLogin(response, login);
      response.redirect(303, address.href);
    } catch (error) {
      failed(response, error);
    }
  };
  const end = async (request: Request, response: Response, at: IdentityProvider): Promise<void> => {
    const from = callerAddress(request);
    const login = takeLogin(request, response);
    if (!wrong.has(from)) return tell(response, 'too_often');
    if (!login || 'error' in request.query) return tell(response, 'refused');
    try {
      const { subject, name, groups: held } = await at.end(addressOf(request), login);
      const rights = rightsOf(held, groups);
      if (!rights) return tell(response, 'no_group');
      await signIn.beginForPerson(request, { subject, name }, rights);
      response.redirect(303, login.to);
    } catch (error) {
      wrong.take(from);
      failed(response, error);
    }
  };

  for (const [path, answer] of [
    ['/console/login', begin],
    ['/console/login/callback', end],
  ] as const) {
    router.get(path, (request, response, next) => {
      response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
      if (!provider) throw new ApiError(404, NO_PROVIDER);
      answer(request, response, provider).catch(next);
    });
    router.all(path, ({ method }) => {
      throw methodNotAllowed(method, ['GET']);
    });
  }
  return router;
}

const NO_PROVIDER = 'Nobody signs in here with an account of their own: OIDC_ISSUER is not set';

/** Shows the page again, which says in words why. */
const tell = (response: Response, refusal: Refusal): void => response.redirect(303, `/console/?sign_in=${refusal}`);

/** Where the provider sends the browser back to: the provider knows it, and takes no other. */
const callbackOf = (request: Request): string =>
  `${request.protocol}://${request.headers.host ?? ''}/console/login/callback`;

const addressOf = (request: Request): URL =>
  new URL(request.originalUrl, `${request.protocol}://${request.headers.host ?? ''}`);

/** The page that somebody wants to see, where it is one of the console: nobody is sent elsewhere. */
function pageIn(to: unknown): Login['to'] {
  if (typeof to !== 'string' || !URL.canParse(to, 'http://console')) return '/console/';
  const { host, pathname, search } = new URL(to, 'http://console');
  const isPage = host === 'console' && /^\/console(\/|$)/.test(pathname) && !pathname.startsWith('/console/login');
  return isPage ? pathname + search : '/console/';
}

/** The kind of an error, and its code where it has one: messages of others may quote what they were sent. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
