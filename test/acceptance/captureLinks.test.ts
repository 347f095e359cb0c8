import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';
import { dumpTables } from './support/tables.js';

let service: SharedService;
let acme: Client;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  await defineMembership(acme);
});

const openCase = async (): Promise<string> =>
  `/v1/cases/${String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id'])}`;

describe('a link for a customer', () => {
  test('is made with a token that is shown once, listed without it, and ended', async () => {
    const one = await openCase();
    const made = await acme.post(`${one}/links`, { ttl_minutes: 60, uses: 3 });
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        ...{ uses: 3, used: 0, opened: 0, consent: null, ended_at: null },
        token: expect.stringMatching(/^[\w-]{64}$/) as string,
        created_by: expect.stringMatching(/^key:/) as string,
      },
    ]);
    expect(made.body['url']).toBe(`/capture/${String(made.body['token'])}`);
    const { token: _, url: __, ...shown } = made.body;
    expect((await acme.get(`${one}/links`)).list).toEqual([shown]);
    const minutes = (Date.parse(String(shown['expires_at'])) - Date.parse(String(shown['created_at']))) / 60_000;
    expect(minutes).toBe(60);
    const path = `${one}/links/${String(shown['id'])}`;
    expect((await acme.delete(path)).status).toBe(204);
    expect((await acme.delete(path)).status).toBe(204);
    expect((await acme.get(`${one}/links`)).list).toMatchObject([{ ended_at: expect.any(String) as string }]);
  });

  test('lasts a day and takes one submission where nothing else is said', async () => {
    const one = await openCase();
    const { body } = await acme.post(`${one}/links`, {});
    expect(body).toMatchObject({ uses: 1 });
    expect(Date.parse(String(body['expires_at'])) - Date.parse(String(body['created_at']))).toBe(24 * 3_600_000);
  });

  test('leaves its token neither in the database nor in what the service prints', async () => {
    const one = await openCase();
    const made = await acme.post(`${one}/links`, {}, { 'Idempotency-Key': randomUUID() });
    const token = String(made.body['token']);
    const [url, customer] = [String(made.body['url']), service.as(undefined)];
    const answers = [await customer.get(url), await customer.get(`${url}?plain=page`)];
    answers.push(await customer.post(`${url}?plain=documents&key=1`, {}), await customer.get(`${url}/none`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 415, 401]);
    const tables = [...(await dumpTables(service.databaseUrl)).values()].join('\n');
    expect(tables + service.output()).not.toContain(token);
    expect(tables).not.toContain(Buffer.from(token, 'base64url').subarray(16).toString('hex'));
  });

  test('is once for a request that is repeated, the token only with the first answer', async () => {
    const one = await openCase();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await acme.post(`${one}/links`, {}, headers);
    const again = await acme.post(`${one}/links`, {}, headers);
    expect(again.body['id']).toBe(first.body['id']);
    expect(again.body['token']).toBeUndefined();
    expect((await acme.get(`${one}/links`)).list).toHaveLength(1);
  });

  test('of a case that is meant is neither made nor ended with a test key, and one of a trial is', async () => {
    const live = await openCase();
    const { body: link } = await acme.post(`${live}/links`, {});
    const body = { tenant_id: service.tenant('acme'), name: 'x', scopes: ['read', 'write'], mode: 'test' };
    const trial = service.as(String((await service.platform.post('/v1/admin/keys', body)).body['raw_key']));
    for (const refused of [
      await trial.post(`${live}/links`, {}),
      await trial.delete(`${live}/links/${String(link['id'])}`),
    ]) {
      expect([refused.status, refused.detail]).toEqual([403, expect.stringContaining('A test key changes only what')]);
    }
    expect((await acme.get(`${live}/links`)).list).toMatchObject([{ id: link['id'], ended_at: null }]);
    const tried = `/v1/cases/${String((await trial.post('/v1/cases', { goal: 'membership' })).body['session_id'])}`;
    const made = await trial.post(`${tried}/links`, {});
    expect([made.status, (await trial.delete(`${tried}/links/${String(made.body['id'])}`)).status]).toEqual([201, 204]);
  });

  test('is refused for what it cannot be, for others, and for a case that takes nothing more', async () => {
    const one = await openCase();
    for (const body of [
      { ttl_minutes: 0 },
      { ttl_minutes: 43_201 },
      { uses: 0 },
      { uses: 101 },
      { ttl_minutes: 'x' },
    ]) {
      expect([body, (await acme.post(`${one}/links`, body)).status]).toEqual([body, 422]);
    }
    const other = await service.withKey(service.tenant('other'));
    const { body } = await acme.post(`${one}/links`, {});
    expect((await other.post(`${one}/links`, {})).status).toBe(404);
    expect((await other.get(`${one}/links`)).status).toBe(404);
    expect((await other.delete(`${one}/links/${String(body['id'])}`)).status).toBe(404);
    expect((await acme.delete(`${await openCase()}/links/${String(body['id'])}`)).status).toBe(404);
    expect((await acme.delete(`${one}/links/${randomUUID()}`)).status).toBe(404);
    const reader = await service.withKey(service.tenant('acme'), ['read']);
    expect((await reader.post(`${one}/links`, {})).status).toBe(403);
    await upload(acme, one.split('/').at(-1), await card('Ana Lopez'));
    await upload(acme, one.split('/').at(-1), await letter('Ana Lopez'));
    await acme.post(`${one}/complete`);
    const closed = await acme.post(`${one}/links`, {});
    expect([closed.status, closed.detail]).toEqual([409, 'The case is completed, so it takes no documents by a link']);
  });
});
