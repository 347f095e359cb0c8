import * as oidc from 'openid-client';
import type { Config } from '../../../platform/config.js';
import { groupsIn } from './groups.js';
import type { Login } from './loginCookie.js';

/** Longer, in seconds, no answer of the provider is waited for. */
const ANSWER_S = 10;

/** Who has signed in at the provider. */
export interface Identity {
  /** What the provider calls the person, for good (claim `sub`). */
  subject: string;
  /** What people call them. */
  name: string;
  groups: string[];
}

/** The provider at which people sign in (OpenID Connect Core 1.0, code flow with PKCE). */
export interface IdentityProvider {
  /** Where a browser is sent to, and what it keeps meanwhile. @throws what `openid-client` does, where the provider does not answer */
  begin(callback: string, to: string): Promise<{ address: URL; login: Login }>;
  /** Who came back. @param address all of the address to which the provider sent the browser @throws where it is not the answer to `login` */
  end(address: URL, login: Login): Promise<Identity>;
}

/** Creates it. What it says of itself is read when it is first needed, and again where that failed. */
export function createIdentityProvider(settings: NonNullable<Config['oidc']>): IdentityProvider {
  let known: Promise<oidc.Configuration> | undefined;
  const configuration = (): Promise<oidc.Configuration> => {
    known ??= discovered(settings).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    async begin(callback, to) {
      const login = {
        ...{ state: oidc.randomState(), nonce: oidc.randomNonce(), to },
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const address = oidc.buildAuthorizationUrl(await configuration(), {
        ...{ redirect_uri: callback, scope: settings.scopes.join(' '), state: login.state, nonce: login.nonce },
        ...{ code_challenge: await oidc.calculatePKCECodeChallenge(login.verifier), code_challenge_method: 'S256' },
      });
      return { address, login };
    },

    async end(address, { state, nonce, verifier }) {
      const provider = await configuration();
      const tokens = await oidc.authorizationCodeGrant(provider, address, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The identity provider gave no id token');
      // Some tell groups with the token, some when they are asked for it.
      const told = provider.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub)
        : undefined;
      return {
        subject: claims.sub,
        name: nameIn(told ?? {}) ?? nameIn(claims) ?? claims.sub,
        groups: groupsIn(claims['groups'], told?.['groups']),
      };
    },
  };
}

const discovered = ({ issuer, clientId, clientSecret }: NonNullable<Config['oidc']>): Promise<oidc.Configuration> =>
  oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretPost(clientSecret), {
    timeout: ANSWER_S,
    // Settings take plain http for this machine alone.
    ...(issuer.startsWith('http:') && { execute: [oidc.allowInsecureRequests] }),
  });

function nameIn({ name, preferred_username }: { [claim: string]: unknown }): string | undefined {
  return [name, preferred_username].find((one): one is string => typeof one === 'string' && one.trim() !== '')?.trim();
}
