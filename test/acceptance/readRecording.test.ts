import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let tenant: string;
let acme: Client;
let admin: Client;
let session: string;
let document: string;

beforeAll(async () => {
  service = await sharedService();
  tenant = service.tenant('acme');
  [acme, admin] = [await service.withKey(tenant), await service.withKey(tenant, ['read', 'admin'])];
  await defineMembership(acme);
  session = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
  document = String((await upload(acme, session, await card('Anna Lindqvist'))).body['doc_id']);
});

const RECORDING = '/v1/audit/recording';
const record = async (reads: boolean): Promise<Answer> => admin.put(RECORDING, { reads });
const READS = '/v1/audit?action=PersonalDataRead';

/** The operations that a client's key is recorded to have read something by, the first one first, once the last of them stands there. */
const readBy = async (client: Client, last: string, of?: string): Promise<string[]> =>
  until(async () => {
    const { list } = await admin.get(`${READS}&limit=200${of ? `&aggregate=${of}` : ''}`);
    const own = list.filter(({ actor }) => actor === `key:${keyOf(client)}`);
    const names = own.map(({ changes }) => (changes as { operation: { to: string } }).operation.to);
    return names.includes(last) ? names.toReversed() : undefined;
  });

const keyIds = new Map<string, string>();
const keyOf = (client: Client): string => keyIds.get(client.key ?? '') ?? '';

/** A key of the tenant whose reads are told apart from those of others. */
async function reader(scopes?: readonly string[]): Promise<Client> {
  const made = await service.platform.post('/v1/admin/keys', {
    ...{ tenant_id: tenant, name: 'A reader', scopes: scopes ?? ['read', 'write'] },
  });
  const key = String(made.body['raw_key']);
  keyIds.set(key, String(made.body['key_id'] ?? made.body['id']));
  return service.as(key);
}

describe('whether reads are recorded', () => {
  test('is no until the tenant asks for it, is told with who asked and when, and takes the scope `admin`', async () => {
    const other = service.tenant('other');
    const [own, theirs] = [await service.withKey(other, ['read', 'admin']), await service.withKey(other)];
    const never = { tenant_id: other, reads: false, changed_by: null, changed_at: null };
    expect((await theirs.get(RECORDING)).body).toEqual(never);
    expect((await theirs.put(RECORDING, { reads: true })).status).toBe(403);
    expect((await own.put(RECORDING, { reads: 'yes' })).status).toBe(422);
    const set = await own.put(RECORDING, { reads: true });
    expect(set.body).toMatchObject({
      tenant_id: other,
      reads: true,
      changed_by: expect.stringMatching(/^key:/) as string,
    });
    expect((await theirs.get(RECORDING)).body).toEqual(set.body);
    expect((await service.platform.get(`${RECORDING}?tenant_id=${other}`)).body).toEqual(set.body);
  });
});

describe('the reads of a tenant that asks for it', () => {
  test('are in the trail by the operation and by what was read: by itself, in lists, by a search and as an export', async () => {
    await record(true);
    const client = await reader();
    const asked: [string, () => Promise<Answer>][] = [
      ['getCase', () => client.get(`/v1/cases/${session}`)],
      ['getCaseFile', () => client.get(`/v1/cases/${session}/documents/${document}/file`)],
      ['getCasePage', () => client.get(`/v1/cases/${session}/documents/${document}/pages/1`)],
      ['listMessages', () => client.get(`/v1/cases/${session}/messages`)],
      ['listCases', () => client.get('/v1/cases')],
      ['searchDocuments', () => client.get('/v1/documents/search?query=lindqvist')],
      ['exportDocuments', () => client.get('/v1/documents/export')],
      ['search', () => client.post('/v1/search', { kind: 'documents', query: 'lindqvist', columns: ['filename'] })],
      ['exportSearch', () => client.post('/v1/search/export', { kind: 'cases', query: '', format: 'csv' })],
      [
        'explainSearch',
        () => client.post('/v1/search/explain', { kind: 'documents', query: 'lindqvist', id: document }),
      ],
    ];
    for (const [operation, ask] of asked) expect([operation, (await ask()).status]).toEqual([operation, 200]);
    const names = asked.map(([operation]) => operation);
    expect(await readBy(client, 'explainSearch')).toEqual(names);
    const ofCase = names.filter((name) => name !== 'explainSearch');
    expect(await readBy(client, 'exportSearch', session)).toEqual(ofCase);
    expect((await readBy(client, 'explainSearch', document)).toSorted()).toEqual(
      ['exportDocuments', 'explainSearch', 'search', 'searchDocuments'].toSorted(),
    );
  });

  test('say nothing of what was looked for or shown, and are told in words', async () => {
    await record(true);
    const client = await reader();
    await client.post('/v1/search', { kind: 'documents', query: 'lindqvist' });
    await readBy(client, 'search');
    const { list, bytes } = await admin.get(`${READS}&aggregate=${session}`);
    expect(bytes.toString()).not.toMatch(/lindqvist/i);
    expect(list[0]).toMatchObject({
      ...{ action: 'PersonalDataRead', tenant_id: tenant },
      words: expect.stringMatching(
        /^The API key “A reader” read what is kept of people: search, \d+ things$/,
      ) as unknown,
      changes: {
        operation: { from: null, to: 'search' },
        of: { from: null, to: expect.arrayContaining([session]) as unknown },
      },
    });
  });

  test('are not those of what was not found, of the audit trail, or of commands', async () => {
    await record(true);
    const client = await reader();
    expect((await client.get(`/v1/cases/${randomUUID()}`)).status).toBe(404);
    expect((await client.post('/v1/search', { kind: 'events', query: '' })).status).toBe(200);
    expect((await client.get(`/v1/audit/${session}`)).status).toBe(200);
    expect((await client.post(`/v1/cases/${session}/notes`, { text: 'Seen', actor: 'Jane' })).status).toBe(201);
    await client.get(`/v1/cases/${session}`);
    expect(await readBy(client, 'getCase')).toEqual(['getCase']);
  });

  test('are those of a case that was to be opened and is there already, too', async () => {
    await record(true);
    const client = await reader();
    const opening = { goal: 'membership', client_reference_id: randomUUID() };
    expect((await client.post('/v1/cases', opening)).status).toBe(201);
    const again = await client.post('/v1/cases', opening);
    expect(again.status).toBe(200);
    expect(await readBy(client, 'openCase', String(again.body['session_id']))).toEqual(['openCase']);
  });

  test('are those of the platform too', async () => {
    await record(true);
    const before = (await admin.get(`${READS}&aggregate=${session}&limit=200`)).list.length;
    await service.platform.get(`/v1/cases/${session}`);
    await until(async () => {
      const { list } = await admin.get(`${READS}&aggregate=${session}&limit=200`);
      return list.length > before ? list[0] : undefined;
    });
  });

  test('are no changes: who asks for those on and on is not told of its own reading', async () => {
    await record(true);
    const client = await reader();
    const { next } = (await client.get('/v1/changes')).body;
    await client.get(`/v1/cases/${session}`);
    await readBy(client, 'getCase');
    expect((await client.get(`/v1/changes?after=${String(next)}`)).body['changes']).toEqual([]);
  });

  test('end with the wish, and that stands in the trail', async () => {
    await record(true);
    const client = await reader();
    await client.get(`/v1/cases/${session}`);
    await record(false);
    await client.get(`/v1/cases/${session}/messages`);
    await record(true);
    await client.get('/v1/cases');
    expect(await readBy(client, 'listCases')).toEqual(['getCase', 'listCases']);
    const { list } = await admin.get('/v1/audit?action=ReadRecordingChanged&limit=2');
    expect(list.map(({ changes }) => (changes as { reads: unknown }).reads)).toEqual([
      { from: false, to: true },
      { from: true, to: false },
    ]);
  });
});
