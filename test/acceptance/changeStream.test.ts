import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listener } from './support/changeStream.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { startStack, type Stack } from './support/stack.js';

let stack: Stack;
/** The one that projects, and one that only answers. */
let first: Service;
let second: Service;
let acme: Client;

beforeAll(async () => {
  stack = await startStack();
  first = await startService({}, stack);
  second = await startService({ ROLES: 'api' }, stack);
  acme = await first.withKey('acme');
});

afterAll(async () => {
  await second.stop();
  await first.stop();
  await stack.close();
});

let numbers = 0;
/** Puts something on the list, and says as which aggregate it is told. */
const block = async (client: Client, value = `C01X${(numbers += 1)}T47`): Promise<string> =>
  `blocklistEntry-${String((await client.post('/v1/blocklist', { kind: 'document_number', values: [value] })).body['id'])}`;
const keyOf = ({ key }: Client): Record<string, string> => ({ 'X-Api-Key': key ?? '' });
const aggregates = (changes: { aggregate: string }[]): string[] => changes.map(({ aggregate }) => aggregate);
/** Listens in another process than the one that is written to. */
const hear = (client: Client, query = '', headers: Record<string, string> = {}): Promise<Listener> =>
  listen(second.url, { ...keyOf(client), ...headers }, query);
const signIn = async (client: Client): Promise<{ Cookie: string; Origin: string }> => {
  const headers = { Origin: first.url };
  const answer = await first.as(undefined).post('/console/session', { api_key: client.key ?? '' }, headers);
  return { Cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', ...headers };
};

describe('what changes', () => {
  test('is told as it happens, whichever process it is written to, in order, to its own tenant alone', async () => {
    const other = await first.withKey('other');
    const [own, others, all] = [await hear(acme), await hear(other), await hear(first.platform)];
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(own.headers.get('cache-control')).toContain('no-transform');
    expect((await own.next())?.changes).toEqual([]);
    const made = [await block(acme), await block(acme)];
    const notOfAcme = await block(other);
    expect(aggregates(await own.take(2))).toEqual(made);
    expect(aggregates(await others.take(1))).toEqual([notOfAcme]);
    expect(aggregates(await all.take(3))).toEqual([...made, notOfAcme]);
    for (const one of [own, others, all]) await one.hangUp();
  });

  test('can be read once it is told, in each process, and is told by kind and id, without a value', async () => {
    const stream = await hear(acme);
    await stream.next();
    const made = await block(acme, 'CANARY7781');
    const told = await stream.next();
    expect(told?.behind).toBe(false);
    expect(told?.changes).toEqual([
      {
        position: told?.id,
        at: expect.stringMatching(/Z$/) as string,
        action: 'BlocklistEntryAdded',
        aggregate: made,
      },
    ]);
    expect(told?.text).not.toContain('CANARY7781');
    const ids = (await second.as(acme.key).get('/v1/blocklist')).list.map(({ id }) => `blocklistEntry-${String(id)}`);
    expect(ids).toContain(made);
    await stream.hangUp();
  });

  test.each([
    ['Last-Event-ID, as browsers send it', (id: string) => ({ query: '', headers: { 'Last-Event-ID': id } })],
    ['after', (id: string) => ({ query: `after=${id}`, headers: {} })],
    ['Last-Event-ID where both are sent', (id: string) => ({ query: 'after=0', headers: { 'Last-Event-ID': id } })],
  ])('is told after a pause from %s on: nothing is left out, and nothing told twice', async (_what, resumed) => {
    const stream = await hear(acme);
    await stream.next();
    const before = await block(acme);
    const heard = await stream.next();
    expect(aggregates(heard?.changes ?? [])).toEqual([before]);
    await stream.hangUp();
    const made: string[] = [];
    for (let time = 0; time < 3; time++) made.push(await block(acme));
    const { query, headers } = resumed(String(heard?.id));
    const again = await hear(acme, query, { ...headers });
    const missed = await again.take(3);
    made.push(await block(acme));
    expect(aggregates([...missed, ...(await again.take(1))])).toEqual(made);
    await again.hangUp();
  });
});

describe('a stream of changes', () => {
  test('ends when its key is revoked, and tells nothing from then on', async () => {
    const wanted = { tenant_id: 'acme', name: 'Not for long', scopes: ['read'] };
    const { id, raw_key } = (await first.platform.post('/v1/admin/keys', wanted)).body;
    const revoked = first.as(String(raw_key));
    const stream = await hear(revoked);
    await stream.next();
    expect((await first.platform.delete(`/v1/admin/keys/${String(id)}`)).status).toBe(204);
    await block(acme);
    expect(await stream.next()).toBeUndefined();
    expect((await hear(revoked)).status).toBe(401);
  });

  test('ends when its session does, and tells nothing from then on', async () => {
    const session = await signIn(acme);
    const stream = await listen(second.url, session);
    expect((await stream.next())?.changes).toEqual([]);
    await first.as(undefined).send('DELETE', '/console/session', { headers: session });
    await block(acme);
    expect(await stream.next()).toBeUndefined();
  });

  test('is one of five of its session, and of a hundred of its tenant: the next is 429, until one has ended', async () => {
    const crowd = await first.withKey('crowd');
    const session = await signIn(crowd);
    const refused = async (headers: Record<string, string>): Promise<[number, string | null]> => {
      const { status, headers: answered } = await listen(second.url, headers);
      return [status, answered.get('retry-after')];
    };
    const open: Listener[] = [];
    for (let count = 0; count < 5; count++) open.push(await listen(second.url, session));
    expect(await refused(session)).toEqual([429, '30']);
    while (open.length < 100) open.push(await hear(crowd));
    expect(await refused(keyOf(crowd))).toEqual([429, '30']);
    expect((await second.as(crowd.key).get('/v1/agents')).status).toBe(200);
    await Promise.all(open.map((stream) => stream.hangUp()));
    await expect.poll(async () => (await listen(second.url, session)).status).toBe(200);
  });

  test('is refused to whoever may not read, and where it is not asked for as it is', async () => {
    expect((await listen(second.url, {})).status).toBe(401);
    expect((await hear(await first.withKey('acme', ['write']))).status).toBe(403);
    expect((await hear(acme, 'tenant_id=other')).status).toBe(403);
    for (const after of ['x', '-1', ''])
      expect([after, (await hear(acme, `after=${after}`)).status]).toEqual([after, 422]);
    expect((await hear(acme, '', { 'Last-Event-ID': '1; drop' })).status).toBe(422);
  });

  test('holds up no stop of the service, and ends with it', async () => {
    const third = await startService({ ROLES: 'api' }, stack);
    const stream = await listen(third.url, keyOf(acme));
    await stream.next();
    await third.stop();
    expect(await stream.next()).toBeUndefined();
    expect(third.output()).not.toContain('did not end in time');
  });
});
