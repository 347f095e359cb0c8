import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIdentityProvider, type TestIdentityProvider } from './support/identityProvider.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

let provider: TestIdentityProvider;
let service: Service;

beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startService({
    ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId, OIDC_CLIENT_SECRET: provider.clientSecret },
    OIDC_GROUPS: 'analysts=acme:read+write,auditors=acme:read,others=other:read,root=:read+write+admin',
    OIDC_SCOPES: 'openid,profile,groups',
  });
  provider.serve(service.url);
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

/** A browser as far as cookies and redirects go: by host, each cookie with the paths that it is for. */
class Browser {
  readonly #jar = new Map<string, { value: string; path: string; host: string }>();
  cookie(name: string): string | undefined {
    return this.#jar.get(name)?.value;
  }

  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const { host, pathname } = new URL(address);
    const sent = [...this.#jar].filter(([, one]) => one.host === host && pathname.startsWith(one.path));
    const headers = { ...init.headers, cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') };
    const answer = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '') this.#jar.delete(name);
      else this.#jar.set(name, { value, path, host });
    }
    return answer;
  }

  /** Follows redirects until something else comes, or an address that `until` names. */
  async follow(address: string, until: (address: string) => boolean = () => false): Promise<string> {
    for (let at = address, hops = 0; ; hops++) {
      if (until(at) || hops > 12) return at;
      const answer = await this.ask(at);
      const to = answer.headers.get('location');
      if (to === null) return at;
      at = new URL(to, at).href;
    }
  }
}

const isCallback = (address: string): boolean => address.includes('/console/login/callback');

/** Signs in at the provider. @returns where the provider sends the browser back to */
async function signInAtProvider(browser: Browser, account: string, to = '/console/'): Promise<string> {
  const login = await browser.follow(`${service.url}/console/login?to=${encodeURIComponent(to)}`);
  const form = (fields: Record<string, string>): RequestInit => ({
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const signedIn = await browser.ask(login, form({ prompt: 'login', login: account, password: 'any' }));
  const consent = await browser.follow(new URL(signedIn.headers.get('location') ?? '', login).href, isCallback);
  if (isCallback(consent)) return consent;
  const agreed = await browser.ask(consent, form({ prompt: 'consent' }));
  return browser.follow(new URL(agreed.headers.get('location') ?? '', consent).href, isCallback);
}

async function signedIn(account: string, groups: string[]): Promise<{ browser: Browser; at: string }> {
  provider.setGroups(account, groups);
  const browser = new Browser();
  const callback = await signInAtProvider(browser, account);
  const answer = await browser.ask(callback);
  expect(answer.status).toBe(303);
  return { browser, at: answer.headers.get('location') ?? '' };
}

const sessionOf = async (browser: Browser): Promise<Record<string, unknown>> =>
  (await (await browser.ask(`${service.url}/console/session`)).json()) as Record<string, unknown>;

describe('somebody with an account of their own', () => {
  test('is signed in with what their groups allow, and the page says that this is possible', async () => {
    expect(await (await fetch(`${service.url}/console/sign-in`)).json()).toEqual({ oidc: true });
    const { browser, at } = await signedIn('jane', ['analysts', 'unheard of']);
    expect(at).toBe('/console/');
    expect(await sessionOf(browser)).toMatchObject({
      ...{ tenant_id: 'acme', key_id: null, scopes: ['read', 'write'], mode: 'live' },
      person: { subject: 'jane', name: 'jane of the test' },
    });
  });

  test('has the rights of all their groups of one tenant, and of no other', async () => {
    const { browser } = await signedIn('john', ['others', 'auditors']);
    expect(await sessionOf(browser)).toMatchObject({ tenant_id: 'acme', scopes: ['read'] });
    const { browser: both } = await signedIn('jill', ['auditors', 'analysts']);
    expect(await sessionOf(both)).toMatchObject({ scopes: ['read', 'write'] });
  });

  test('is named in the audit trail by subject, with the name beside it and in no event', async () => {
    const { browser } = await signedIn('maria', ['analysts']);
    const headers = { 'content-type': 'application/json', origin: service.url };
    const entry = { kind: 'document_number', values: ['C01X00T47'], reason: 'lost' };
    const body = JSON.stringify(entry);
    const added = await browser.ask(`${service.url}/v1/blocklist`, { method: 'POST', body, headers });
    expect(added.status).toBe(201);
    const { id } = (await added.json()) as { id: string };
    const [told] = (await (await browser.ask(`${service.url}/v1/audit/${id}`)).json()) as object[];
    expect(told).toMatchObject({
      ...{ actor: 'person:maria', source: { kind: 'person', id: 'maria', name: 'maria of the test' } },
      words: expect.stringMatching(/^maria of the test /) as string,
    });
    const tables = await dumpTables(service.databaseUrl);
    for (const [name, rows] of tables) {
      if (!name.startsWith('console_')) expect([name, rows.includes('maria of the test')]).toEqual([name, false]);
    }
  });

  test('without a group that may is not signed in, and told so', async () => {
    const { browser, at } = await signedIn('mallory', ['unheard of']);
    expect(at).toBe('/console/?sign_in=no_group');
    expect(browser.cookie('attest_session')).toBeUndefined();
  });

  test('is shown the page that they wanted, and no other site', async () => {
    provider.setGroups('paul', ['analysts']);
    const wanted: [to: string, shown: string][] = [
      ['/console/cases/7?doc=1', '/console/cases/7?doc=1'],
      ['https://evil.example/console', '/console/'],
      ['//evil.example/console', '/console/'],
      ['/\\evil.example', '/console/'],
      ['/consolevil', '/console/'],
      ['/console/login', '/console/'],
    ];
    for (const [to, shown] of wanted) {
      const browser = new Browser();
      const answer = await browser.ask(await signInAtProvider(browser, 'paul', to));
      expect([to, answer.headers.get('location')]).toEqual([to, shown]);
    }
  });

  test('loses the session by signing out, and it changes something only for pages of this service', async () => {
    const { browser } = await signedIn('rose', ['analysts']);
    const url = `${service.url}/console/session`;
    expect((await browser.ask(`${service.url}/v1/cases`, { method: 'POST' })).status).toBe(403);
    expect((await browser.ask(url, { method: 'DELETE', headers: { origin: service.url } })).status).toBe(204);
    expect((await browser.ask(url)).status).toBe(401);
  });
});

describe('an answer of the provider', () => {
  test('is good once, and in the browser alone that asked for it', async () => {
    provider.setGroups('rob', ['analysts']);
    const [browser, other] = [new Browser(), new Browser()];
    const callback = await signInAtProvider(browser, 'rob');
    expect((await other.ask(callback)).headers.get('location')).toBe('/console/?sign_in=refused');
    const swapped = new Browser();
    await signInAtProvider(swapped, 'rob');
    expect((await swapped.ask(callback)).headers.get('location')).toBe('/console/?sign_in=failed');
    expect((await browser.ask(callback)).headers.get('location')).toBe('/console/');
    expect((await browser.ask(callback)).headers.get('location')).toBe('/console/?sign_in=refused');
  });

  test('that says that somebody was refused signs nobody in', async () => {
    const browser = new Browser();
    await browser.follow(`${service.url}/console/login`);
    const answer = await browser.ask(`${service.url}/console/login/callback?error=access_denied&state=x`);
    expect(answer.headers.get('location')).toBe('/console/?sign_in=refused');
  });

  test('that is made up over and over is not taken to the provider any more', async () => {
    let told: string | null = '';
    for (let time = 0; time < 25; time++) {
      const browser = new Browser();
      await browser.follow(`${service.url}/console/login`, (at) => at.startsWith(provider.issuer));
      const answer = await browser.ask(`${service.url}/console/login/callback?code=${randomUUID()}&state=x`);
      told = answer.headers.get('location');
    }
    expect(told).toBe('/console/?sign_in=too_often');
  });

  test('leaves nothing of it in what the service prints', () => {
    expect(service.output()).not.toMatch(/code=|access_token|eyJ[\w-]+\.|of the test/);
    expect(service.output()).not.toContain(provider.clientSecret);
  });
});
