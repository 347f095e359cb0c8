import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT: '10', RATE_LIMIT_TENANTS: 'wide=500,=200' });
});

afterAll(() => service.stop());

const PATH = '/v1/document-types/passport';

/** Lets time pass for the windows: moves what was counted into the past. */
async function pass(seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(`update rate_hits set at = at - make_interval(secs => $1)`, [seconds]);
  await client.query(`update rate_windows set last_at = last_at - make_interval(secs => $1)`, [seconds]);
  await client.end();
}

const statuses = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test('lets exactly the limit in, however many ask at once', async () => {
  const client = await service.withKey('crowd');
  const answers = await Promise.all(Array.from({ length: 50 }, () => client.get(PATH)));
  expect(statuses(answers)).toEqual({ 200: 10, 429: 40 });
});

test('says how much is left and when there is more', async () => {
  const client = await service.withKey('polite');
  const first = await client.get(PATH);
  expect(first.headers.get('ratelimit-limit')).toBe('10');
  expect(first.headers.get('ratelimit-remaining')).toBe('9');
  expect(first.headers.get('ratelimit-reset')).toBe('60');
  await pass(20);
  expect((await client.get(PATH)).headers.get('ratelimit-reset')).toBe('40');
  await Promise.all(Array.from({ length: 8 }, () => client.get(PATH)));
  const refused = await client.get(PATH);
  expect(refused.status).toBe(429);
  expect(refused.detail).toMatch(/limit of 10 requests/);
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(39);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(40);
});

test('rolls: each request is forgotten a minute after it was made, not with the others', async () => {
  const client = await service.withKey('rolling');
  await Promise.all(Array.from({ length: 6 }, () => client.get(PATH)));
  await pass(40);
  await Promise.all(Array.from({ length: 4 }, () => client.get(PATH)));
  expect((await client.get(PATH)).status).toBe(429);
  await pass(21);
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.get(PATH)));
  expect(statuses(answers)).toEqual({ 200: 6, 429: 2 });
});

test('does not count what it refuses, nor what is answered 401', async () => {
  const client = await service.withKey('patient');
  await Promise.all(Array.from({ length: 30 }, () => client.get(PATH)));
  await pass(61);
  const stranger = service.as(`${client.key ?? ''}x`);
  await Promise.all(Array.from({ length: 30 }, () => stranger.get(PATH)));
  expect((await client.get(PATH)).headers.get('ratelimit-remaining')).toBe('9');
});

test('counts every key of a tenant together, errors too, and tenants apart', async () => {
  const [one, other] = [await service.withKey('shared'), await service.withKey('shared')];
  await one.get(PATH);
  await other.get('/nothing');
  expect((await one.send('PATCH', PATH)).headers.get('ratelimit-remaining')).toBe('7');
  const apart = await service.withKey('apart');
  expect((await apart.get(PATH)).headers.get('ratelimit-remaining')).toBe('9');
});

test('takes other limits for single tenants, the platform among them', async () => {
  const wide = await service.withKey('wide');
  expect((await wide.get(PATH)).headers.get('ratelimit-limit')).toBe('500');
  expect((await service.platform.get(PATH)).headers.get('ratelimit-limit')).toBe('200');
});

test("counts what the platform's key does for the platform, whatever tenant it acts for", async () => {
  const client = await service.withKey('served');
  const before = Number((await service.platform.get(PATH)).headers.get('ratelimit-remaining'));
  const acting = await service.platform.get(`${PATH}?tenant_id=served`);
  expect(Number(acting.headers.get('ratelimit-remaining'))).toBe(before - 1);
  expect((await client.get(PATH)).headers.get('ratelimit-remaining')).toBe('9');
});

test('leaves the open paths alone', async () => {
  const client = await service.withKey('reader');
  const answers = await Promise.all(Array.from({ length: 30 }, () => client.get('/healthz')));
  expect(statuses(answers)).toEqual({ 200: 30 });
  expect(answers[0]?.headers.has('ratelimit-limit')).toBe(false);
  expect((await client.get(PATH)).headers.get('ratelimit-remaining')).toBe('9');
});

test('is one limit over all instances', async () => {
  const client = await service.withKey('everywhere');
  const twin = await startService({ RATE_LIMIT: '10' }, service.stack);
  try {
    const there = twin.as(client.key);
    await there.get(PATH);
    await client.get(PATH);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? there : client).get(PATH)));
    expect(statuses(answers)).toEqual({ 200: 8, 429: 12 });
  } finally {
    await twin.stop();
  }
});
