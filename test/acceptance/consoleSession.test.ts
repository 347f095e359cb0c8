import knex, { type Knex } from 'knex';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

const SESSION = '/console/session';
const TYPES = '/v1/document-types';

let service: Service;
let database: Knex;
let browser: Client;
let key: Client;

beforeAll(async () => {
  service = await startService({ CONSOLE_RATE_LIMIT: '40', RATE_LIMIT_TENANTS: 'tight=3' });
  database = knex({ client: 'pg', connection: service.databaseUrl });
  browser = service.as(undefined);
});
afterAll(async () => {
  await database.destroy();
  await service.stop();
});
beforeEach(async () => {
  key = await service.withKey('acme');
});

const rawOf = ({ key: raw }: Client): { api_key: string } => ({ api_key: raw ?? '' });
const origin = (): Record<string, string> => ({ Origin: service.url });
const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';
const signIn = async (client: Client): Promise<Record<string, string>> => ({
  Cookie: cookieOf(await browser.post(SESSION, rawOf(client), origin())),
});
/** Makes all sessions older by a time, as SQL writes it. */
const age = (by: string): Promise<unknown> =>
  database.raw(
    'update console_sessions set seen_at = seen_at - ?::interval, created_at = created_at - ?::interval, rotated_at = rotated_at - ?::interval',
    [by, by, by],
  );

describe('signing in', () => {
  test('a key becomes a cookie that no script and no other site gets, and the answer says what it may do', async () => {
    const answer = await browser.post(SESSION, rawOf(key), origin());
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ tenant_id: 'acme', scopes: ['read', 'write'], mode: 'live' });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^attest_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const shown = await browser.get(SESSION, { Cookie: cookieOf(answer) });
    expect([shown.status, shown.body]).toEqual([200, answer.body]);
  });

  test('the token is nowhere in the database, nor in what the service prints', async () => {
    const { Cookie = '' } = await signIn(key);
    const token = Cookie.split('=')[1] ?? '';
    expect(token).toHaveLength(43);
    const { rows } = await database.raw<{ rows: { text: string }[] }>('select s::text as text from console_sessions s');
    expect(rows.map(({ text }) => text).join()).not.toContain(Buffer.from(token).toString('hex'));
    expect(rows.map(({ text }) => text).join() + service.output()).not.toContain(token);
  });

  test('a key that is none, one that was revoked and one without a form are refused', async () => {
    const wrong = { api_key: 'zk_000000000000_00000000000000000000000000000000' };
    expect((await browser.post(SESSION, wrong, origin())).detail).toBe('API key invalid');
    const { body } = await service.platform.post('/v1/admin/keys', { tenant_id: 'acme', name: 'x', scopes: ['read'] });
    await service.platform.delete(`/v1/admin/keys/${String(body['id'])}`);
    const revoked = await browser.post(SESSION, { api_key: body['raw_key'] }, origin());
    expect([revoked.status, revoked.detail]).toEqual([401, 'API key revoked']);
    expect((await browser.post(SESSION, {}, origin())).status).toBe(422);
    expect((await browser.send('POST', SESSION, { raw: '{"no json' })).status).toBe(400);
    expect((await browser.get(SESSION)).status).toBe(401);
  });

  test('of whom nothing is known a small body is taken only', async () => {
    const answer = await browser.post(SESSION, { api_key: 'x'.repeat(5000) }, origin());
    expect([answer.status, answer.detail]).toEqual([413, 'The request body is larger than 4 KiB']);
  });

  test('each time takes one request off the limit of the tenant of the key', async () => {
    const tight = await service.withKey('tight');
    const answers = [];
    for (let time = 0; time < 4; time++) answers.push(await browser.post(SESSION, rawOf(tight), origin()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
  });

  test('another site can sign nobody in', async () => {
    const elsewhere: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { ...origin(), 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of elsewhere) {
      expect((await browser.post(SESSION, rawOf(key), headers)).status).toBe(403);
    }
  });
});

describe('a session', () => {
  test('stands for its key, its tenant and its scopes, and for no more', async () => {
    const session = await signIn(await service.withKey('other', ['read']));
    expect((await browser.get(TYPES, session)).status).toBe(200);
    const answer = await browser.post('/v1/cases', { goal: 'x' }, { ...session, ...origin() });
    expect([answer.status, answer.detail]).toEqual([403, "Insufficient permissions: requires 'write' scope"]);
    expect((await browser.get('/v1/admin/keys', session)).status).toBe(403);
  });

  test('changes something only for pages of this service, and reads for whoever brings the cookie', async () => {
    const session = await signIn(key);
    const entry = { kind: 'document_number', values: ['C01X00T47'], reason: 'lost' };
    const add = async (headers: Record<string, string>): Promise<number> =>
      (await browser.post('/v1/blocklist', entry, { ...session, ...headers })).status;
    expect(await add({})).toBe(403);
    expect(await add({ Origin: 'https://evil.example' })).toBe(403);
    expect(await add({ Origin: 'null' })).toBe(403);
    expect(await add({ ...origin(), 'Sec-Fetch-Site': 'same-site' })).toBe(403);
    expect(await add(origin())).toBe(201);
    expect((await browser.get('/v1/blocklist', session)).status).toBe(200);
  });

  test('is no more where a key comes with it', async () => {
    const session = await signIn(key);
    expect((await browser.get(TYPES, { ...session, 'X-Api-Key': 'nonsense' })).detail).toBe('API key invalid');
  });

  test('ends with its key', async () => {
    const { body } = await service.platform.post('/v1/admin/keys', { tenant_id: 'acme', name: 'x', scopes: ['read'] });
    const session = await signIn(service.as(String(body['raw_key'])));
    expect((await browser.get(TYPES, session)).status).toBe(200);
    await service.platform.delete(`/v1/admin/keys/${String(body['id'])}`);
    expect((await browser.get(TYPES, session)).detail).toBe('API key revoked');
    expect((await browser.get(SESSION, session)).detail).toBe('API key revoked');
  });

  test('ends when its person signs out, for whoever has the cookie', async () => {
    const session = await signIn(key);
    expect((await browser.send('DELETE', SESSION, { headers: session })).status).toBe(204);
    const foreign = await signIn(key);
    const refused = await browser.send('DELETE', SESSION, { headers: { ...foreign, Origin: 'https://evil.example' } });
    expect(refused.status).toBe(403);
    expect((await browser.get(TYPES, session)).detail).toBe('The session has ended; sign in again');
    expect((await browser.get(TYPES, foreign)).status).toBe(200);
  });

  test('ends after 30 minutes without a request', async () => {
    const session = await signIn(key);
    await age('29 minutes');
    expect((await browser.get(TYPES, session)).status).toBe(200);
    await age('29 minutes');
    expect((await browser.get(TYPES, session)).status).toBe(200);
    await age('31 minutes');
    expect((await browser.get(TYPES, session)).status).toBe(401);
    expect((await browser.get(SESSION, session)).status).toBe(401);
  });

  test('ends after 12 hours however much it is used', async () => {
    const session = await signIn(key);
    await database.raw(`update console_sessions set created_at = created_at - interval '12 hours'`);
    expect((await browser.get(TYPES, session)).status).toBe(401);
  });

  test('gets a new token where its old one is, and the old one is good for a minute more', async () => {
    const session = await signIn(key);
    expect(cookieOf(await browser.get(SESSION, session))).toBe('');
    await age('11 minutes');
    const renewed = { Cookie: cookieOf(await browser.get(SESSION, session)) };
    expect(renewed.Cookie).toMatch(/^attest_session=[\w-]{43}$/);
    expect((await browser.get(TYPES, session)).status).toBe(200);
    expect((await browser.get(TYPES, renewed)).status).toBe(200);
    await age('2 minutes');
    expect((await browser.get(TYPES, session)).status).toBe(401);
    expect((await browser.get(TYPES, renewed)).status).toBe(200);
  });

  test('has a minute of its own, which is not that of its tenant', async () => {
    const session = await signIn(key);
    const before = Number((await key.get(TYPES)).headers.get('ratelimit-remaining'));
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.get(TYPES, session)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await browser.get(TYPES, await signIn(key))).headers.get('ratelimit-limit')).toBe('40');
    // One for each time that somebody signed in since, and one for itself.
    expect(Number((await key.get(TYPES)).headers.get('ratelimit-remaining'))).toBe(before - 2);
  });

  test('ends where a hundred of its key were used since', async () => {
    const first = await signIn(key);
    for (let more = 0; more < 100; more++) await signIn(key);
    expect((await browser.get(TYPES, first)).status).toBe(401);
  });
});

test('without authentication whoever comes is signed in', async () => {
  const open = await startService({ AUTH_ENABLED: 'false' });
  try {
    const anyone = open.as(undefined);
    const expected = { tenant_id: '', key_id: null, scopes: ['read', 'write', 'admin'], ends_at: null };
    expect((await anyone.get(SESSION)).body).toMatchObject(expected);
    expect((await anyone.post(SESSION, { api_key: 'anything' })).body).toMatchObject(expected);
  } finally {
    await open.stop();
  }
});
