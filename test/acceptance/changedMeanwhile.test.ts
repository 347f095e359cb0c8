import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
});

const etagOf = async (path: string, as: Client = acme): Promise<string> =>
  (await as.get(path)).headers.get('etag') ?? '';

/** Asks for a change of what was read with an `ETag`. */
const asRead =
  (etag: string, as: Client = acme) =>
  (method: string, path: string, body?: object): Promise<Answer> =>
    as.send(method, path, { ...(body && { body }), headers: { 'If-Match': etag } });

const CHANGED = [412, 'It has changed since you read it; read it again and repeat the request'];
const said = ({ status, detail }: Answer): unknown[] => [status, detail];

describe('an agent', () => {
  const aimed = async (goal: string): Promise<string> =>
    `/v1/agents/${String((await acme.post('/v1/agents', { goal, name: 'One' })).body['id'])}`;

  test('is changed only as it was read, where that is asked for; what is refused changes nothing', async () => {
    const path = await aimed('read_before');
    const read = await etagOf(path);
    expect(read).toMatch(/^"\d+-[\da-f]{16}"$/);
    expect((await asRead(read)('PUT', path, { name: 'Two' })).status).toBe(200);
    const [version] = (await acme.get(`${path}/versions`)).list;
    const now = await acme.get(path);
    const late = asRead(read);
    const answers = [
      await late('PUT', path, { name: 'Three' }),
      await late('PATCH', `${path}/deploy?deploy=true`),
      await late('POST', `${path}/rollback/${String(version?.['id'])}`),
      await late('DELETE', path),
    ];
    expect(answers.map(said)).toEqual(answers.map(() => CHANGED));
    expect((await acme.get(path)).body).toEqual(now.body);
    expect((await acme.get(`${path}/versions`)).list).toHaveLength(1);
  });

  test('that is read again can be changed, and one that is not asked for by its ETag at any time', async () => {
    const path = await aimed('read_again');
    await acme.put(path, { name: 'Two' });
    const deployed = await asRead(await etagOf(path))('PATCH', `${path}/deploy?deploy=true`);
    expect([deployed.status, deployed.body['deployed']]).toEqual([200, true]);
    expect((await asRead('*')('PUT', path, { name: 'Three' })).status).toBe(200);
    expect((await acme.put(path, { name: 'Four' })).status).toBe(200);
    expect((await asRead('mine')('PUT', path, { name: 'Five' })).status).toBe(422);
    expect((await asRead(await etagOf(path))('DELETE', path)).status).toBe(204);
    expect((await asRead('"1"')('PUT', path, { name: 'Six' })).status).toBe(404);
  });

  test('answers to each change with the ETag that reading it gives, by which it is changed again', async () => {
    const path = await aimed('change_by_change');
    const versions = async () => (await acme.get(`${path}/versions`)).list;
    const changes = [
      async (etag: string) => asRead(etag)('PUT', path, { name: 'Two' }),
      async (etag: string) => asRead(etag)('PATCH', `${path}/deploy?deploy=true`),
      async (etag: string) => asRead(etag)('PATCH', `${path}/deploy?deploy=true`),
      async (etag: string) => asRead(etag)('POST', `${path}/rollback/${String((await versions())[0]?.['id'])}`),
    ];
    let etag = await etagOf(path);
    for (const change of changes) {
      const changed = await change(etag);
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, await etagOf(path)]);
      etag = changed.headers.get('etag') ?? '';
    }
  });

  test('of the past has no ETag that it could be changed by', async () => {
    const path = await aimed('of_the_past');
    const then = new Date().toISOString();
    await acme.put(path, { name: 'Two' });
    const past = await etagOf(`${path}?as_of=${then}`);
    expect(said(await asRead(past)('PUT', path, { name: 'Three' }))).toEqual(CHANGED);
  });
});

describe('a document type', () => {
  const TYPES = '/v1/document-types';
  const aType = (context_id: string) => ({ context_id, display_name: 'A type', output_schema: { name: 'string' } });

  test('is changed only as it was read, where that is asked for; what is refused changes nothing', async () => {
    const path = `${TYPES}/read_before`;
    await acme.post(TYPES, aType('read_before'));
    const read = await etagOf(path);
    expect((await asRead(read)('PUT', path, { display_name: 'Another' })).status).toBe(200);
    const now = await acme.get(path);
    const late = asRead(read);
    const answers = [
      await late('PUT', path, { display_name: 'A third' }),
      await late('PATCH', `${path}/lock-fields`, { fields: { age: 'integer' } }),
      await late('DELETE', path),
    ];
    expect(answers.map(said)).toEqual(answers.map(() => CHANGED));
    expect((await acme.get(path)).body).toEqual(now.body);
    expect((await acme.get(`${path}/versions`)).list).toHaveLength(1);
    const locked = await asRead(await etagOf(path))('PATCH', `${path}/lock-fields`, { fields: { age: 'integer' } });
    expect(locked.status).toBe(200);
    expect((await acme.put(path, { display_name: 'A fourth' })).status).toBe(200);
    expect((await asRead(await etagOf(path))('DELETE', path)).status).toBe(204);
  });

  test('answers to each change with the ETag that reading it gives, by which it is changed again', async () => {
    const path = `${TYPES}/change_by_change`;
    await acme.post(TYPES, aType('change_by_change'));
    // What is said of what was saved is no part of what reading it shows.
    const changed = await asRead(await etagOf(path))('PUT', path, { output_schema: { total: 'amout' } });
    expect(changed.body).toHaveProperty('warnings');
    expect(changed.headers.get('etag')).toBe(await etagOf(path));
    const changes = { fields: { age: 'integer' } };
    const locked = await asRead(changed.headers.get('etag') ?? '')('PATCH', `${path}/lock-fields`, changes);
    expect([locked.status, locked.headers.get('etag')]).toEqual([200, await etagOf(path)]);
  });

  test('of one tenant is never taken for that of another at the same address, also where both were never changed', async () => {
    const path = `${TYPES}/of_two`;
    const other = await service.withKey(service.tenant('globex'));
    await acme.post(TYPES, aType('of_two'));
    await other.post(TYPES, { ...aType('of_two'), display_name: 'Their type' });
    const theirs = await other.get(path, { 'If-None-Match': await etagOf(path) });
    expect([theirs.status, theirs.body['display_name']]).toEqual([200, 'Their type']);
  });

  test('of everybody, read in the place of one of its own, is not taken for that, nor that for it', async () => {
    const path = `${TYPES}/receipt`;
    const everybodys = await etagOf(path);
    expect((await asRead(everybodys)('PUT', path, { enabled: false })).status).toBe(404);
    await acme.post(TYPES, aType('receipt'));
    const own = await etagOf(path);
    expect((await acme.get(path, { 'If-None-Match': everybodys })).body).toMatchObject({ display_name: 'A type' });
    expect(said(await asRead(everybodys)('PUT', path, { enabled: false }))).toEqual(CHANGED);
    expect((await asRead(own)('PUT', path, { enabled: false })).status).toBe(200);
    const last = await etagOf(path);
    expect((await acme.delete(path)).status).toBe(204);
    expect((await acme.get(path, { 'If-None-Match': last })).status).toBe(200);
    expect((await asRead(last)('DELETE', path)).status).toBe(404);
    const { platform } = service;
    const changed = await asRead(await etagOf(path, platform), platform)('PUT', path, { enabled: true });
    expect(changed.status).toBe(200);
  });
});
