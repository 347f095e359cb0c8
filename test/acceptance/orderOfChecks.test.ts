import { afterAll, beforeAll, expect, test } from 'vitest';
import { card, defineMembership, form } from './support/cases.js';
import { startService, type Service } from './support/service.js';

let service: Service;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_TENANTS: 'tight=1' });
});

afterAll(() => service.stop());

const RUN = '/v1/pipeline/run';

/** A body that is no JSON, and names another tenant before it ends. */
const NO_JSON = '{"tenant_id": "globex", ';

test('401 comes before all else', async () => {
  const answer = await service.as('nonsense').send('POST', RUN, { raw: NO_JSON });
  expect(answer.status).toBe(401);
});

test('429 comes before 404, 405, scope, tenant and form', async () => {
  const client = await service.withKey('tight', ['read']);
  expect((await client.get('/v1/document-types')).status).toBe(200);
  expect((await client.get('/nothing')).status).toBe(429);
  expect((await client.send('PATCH', RUN)).status).toBe(429);
  expect((await client.send('POST', `${RUN}?tenant_id=globex`, { raw: NO_JSON })).status).toBe(429);
});

test('the scope comes before the tenant, the tenant before the form', async () => {
  const reader = await service.withKey('acme', ['read']);
  const scope = await reader.send('POST', `${RUN}?tenant_id=globex`, { raw: NO_JSON });
  expect(scope.detail).toBe("Insufficient permissions: requires 'write' scope");
  const writer = await service.withKey('acme', ['write']);
  expect((await writer.send('POST', `${RUN}?tenant_id=globex`, { raw: NO_JSON })).status).toBe(403);
  expect((await writer.post(RUN, { tenant_id: 'globex', context_id: 7 })).status).toBe(403);
});

test('the form comes before 404, and 404 before the rules', async () => {
  const image = Buffer.from('ffd8ff', 'hex').toString('base64');
  const run = (context_id: unknown, data: string, sync: unknown) =>
    service.platform.post(RUN, { context_id, input: { data, mime_type: 'image/jpeg', filename: 'x.jpg' }, sync });
  expect((await run('no_such_type', 'no base64', true)).status).toBe(422);
  expect((await run('no_such_type', image, 'yes')).status).toBe(422);
  expect((await run('no_such_type', Buffer.from('text').toString('base64'), true)).status).toBe(415);
  expect((await run('no_such_type', image, true)).status).toBe(404);
  expect((await run('no_such_type', image, false)).status).toBe(404);
});

test('an upload is asked for its case, then for its form, then whether the case takes it', async () => {
  const { platform } = service;
  await defineMembership(platform);
  const opened = await platform.post('/v1/cases', { goal: 'membership' });
  const path = `/v1/cases/${String(opened.body['session_id'])}`;
  await platform.post(`${path}/complete`);
  const program = await form({ bytes: Buffer.from('MZ this is a program') });
  const nothing = await form({ bytes: Buffer.alloc(0) });
  const page = await form({ bytes: await card('Anna Maria Eriksson') });
  const send = async (to: string, sent: object) => (await platform.send('POST', `${to}/documents`, sent)).status;
  expect(await send('/v1/cases/3f2504e0-4f89-41d3-9a0c-0305e82c3301', program)).toBe(404);
  expect(await send('/v1/cases/3f2504e0-4f89-41d3-9a0c-0305e82c3301', { body: {} })).toBe(404);
  expect(await send(path, { body: {} })).toBe(415);
  expect(await send(path, program)).toBe(415);
  expect(await send(path, nothing)).toBe(422);
  expect(await send(path, page)).toBe(409);
});
