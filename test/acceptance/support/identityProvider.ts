import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real identity provider (OpenID Connect) of this machine, at whose pages anybody signs in by a name. */
export interface TestIdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Lets a service send browsers here: it is known by where they are sent back to. */
  serve(serviceUrl: string): void;
  /** Says what groups an account has. */
  setGroups(account: string, groups: string[]): void;
  stop(): Promise<void>;
}

/** Starts it. Nobody is served before `serve`. */
export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const groupsOf = new Map<string, string[]>();
  const [clientId, clientSecret] = ['attest-console', 'a-secret-between-the-two'];
  let answer: ReturnType<Provider['callback']> | undefined;
  const server = createServer((request, response) => {
    if (answer) return void answer(request, response);
    response.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ issuer, clientId, clientSecret },
    serve(serviceUrl) {
      const provider = new Provider(issuer, {
        clients: [
          {
            ...{ client_id: clientId, client_secret: clientSecret, token_endpoint_auth_method: 'client_secret_post' },
            redirect_uris: [`${serviceUrl}/console/login/callback`],
          },
        ],
        claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
        scopes: ['openid', 'profile', 'groups'],
        cookies: { keys: ['only for tests'] },
        features: { devInteractions: { enabled: true } },
        findAccount: (_, id) => ({
          accountId: id,
          claims: () => ({ sub: id, name: `${id} of the test`, groups: groupsOf.get(id) ?? [] }),
        }),
      });
      answer = provider.callback();
    },
    setGroups: (account, groups) => void groupsOf.set(account, groups),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
