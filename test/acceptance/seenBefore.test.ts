import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../support/until.js';
import type { Client } from './support/client.js';
import { completed, definePasses, openWith, pass, type Pass, verify } from './support/clubPasses.js';
import { sharedService, type SharedService } from './support/sharedService.js';
import { dumpTables } from './support/tables.js';

let service: SharedService;
/** A tenant of each test's own. */
let tenant: string;
let client: Client;

beforeAll(async () => void (service = await sharedService()));

beforeEach(async () => {
  tenant = `t-${randomUUID()}`;
  client = await service.withKey(tenant);
  await definePasses(client, { passes: {}, strict: { policy: { duplicate_person: 'review', moderate: 'deny' } } });
});

const another = (given: Pass = {}): Promise<Buffer> => pass({ remark: randomUUID(), ...given });
/** What is kept under keyed hashes. */
const noted = async (): Promise<string> => (await dumpTables(service.databaseUrl)).get('keyed_index') ?? '';

test('the first case that shows a document and a person has nothing to say of it', async () => {
  expect(await verify(client, await another())).toMatchObject({ decision: 'approved', reasons: [] });
});

test('the same file in another case is a note that names that case, also where it was never completed', async () => {
  const file = await another();
  const { session_id } = await openWith(client, file);
  const second = await verify(client, file);
  expect(second.decision).toBe('approved');
  expect(second.reasons).toMatchObject([
    { code: 'duplicate_document', effect: 'note', seen_in: [session_id], document_type: 'club_pass' },
    { code: 'duplicate_person', effect: 'note', seen_in: [session_id] },
  ]);
  const again = await client.get(`/v1/cases/${second.session_id}`);
  expect(again.body['result']).toMatchObject({ reasons: second.reasons });
});

test('the same document is known again by number, country and type, however it is written, and weighs more under another name', async () => {
  const first = await verify(client, await another());
  const same = await verify(
    client,
    await another({ name: 'ERIKSSON ANNA MARIA', number: 'HRC 482-1377', country: 'DEU' }),
  );
  expect(same.decision).toBe('approved');
  expect(same.reasons.map(({ code }) => code)).toEqual(['duplicate_document', 'duplicate_person']);
  const stolen = await verify(client, await another({ name: 'Robert Smith', born: '1980-01-31' }));
  expect(stolen.decision).toBe('review');
  expect(stolen.reasons).toMatchObject([
    { code: 'duplicate_document', effect: 'review', seen_in: [same.session_id, first.session_id] },
  ]);
});

test('the same person with another document is a note, and another person is none', async () => {
  const first = await verify(client, await another());
  const renewed = await verify(client, await another({ number: 'HRC9900112' }));
  expect(renewed).toMatchObject({
    decision: 'approved',
    reasons: [{ code: 'duplicate_person', seen_in: [first.session_id] }],
  });
  const namesake = await verify(client, await another({ number: 'HRC7711223', born: '1990-03-25' }));
  expect(namesake.reasons).toEqual([]);
});

test('a policy maps them by code and by weight', async () => {
  await verify(client, await another());
  const person = await verify(client, await another({ number: 'HRC9900112' }), 'strict');
  expect([person.decision, person.reasons.map(({ code }) => code)]).toEqual(['review', ['duplicate_person']]);
  const both = await verify(client, await another(), 'strict');
  expect(both.decision).toBe('denied');
  const wrong = { goal: 'wrong', name: 'Wrong', definition: { policy: { duplicate_persons: 'review' } } };
  expect((await client.post('/v1/agents', wrong)).status).toBe(422);
});

test('of two cases that complete at the same time one at least names the other', async () => {
  const files = await Promise.all([another(), another()]);
  const [one, other] = await Promise.all(files.map((file) => openWith(client, file)));
  const verdicts = await Promise.all([one!, other!].map(({ session_id }) => completed(client, session_id)));
  const named = verdicts.flatMap(({ reasons }) => reasons.flatMap(({ seen_in = [] }) => seen_in));
  expect(named.length).toBeGreaterThan(0);
});

test('a replay is no other case to the case that it does again, nor that to it', async () => {
  const first = await verify(client, await another());
  const replay = async (id: string): Promise<string> => {
    const replayed = String((await client.post(`/v1/cases/${id}/replay`)).body['session_id']);
    const read = async () =>
      ((await client.get(`/v1/cases/${replayed}`)).body['result'] as { comparison?: object }).comparison;
    await until(read, 120_000);
    return replayed;
  };
  const replayed = await replay(first.session_id);
  expect((await completed(client, replayed)).reasons).toEqual([]);
  const twice = await replay(replayed);
  expect((await completed(client, twice)).reasons).toEqual([]);
  const other = await verify(client, await another());
  expect(other.reasons[0]).toMatchObject({ code: 'duplicate_document', seen_in: [first.session_id] });
});

test('a value that a person corrects is what counts', async () => {
  const first = await verify(client, await another());
  const misread = await openWith(client, await another({ number: 'HRC0000001', name: 'Robert Smith' }));
  const values = { document_number: 'HRC4821377' };
  await client.patch(`/v1/cases/${misread.session_id}/documents/${misread.doc_id}`, { values });
  const { decision, reasons } = await completed(client, misread.session_id);
  expect([decision, reasons[0]]).toMatchObject([
    'review',
    { code: 'duplicate_document', effect: 'review', seen_in: [first.session_id] },
  ]);
  const right = { values: { full_name: 'Anna Maria Eriksson' } };
  const corrected = await client.patch(`/v1/cases/${misread.session_id}/documents/${misread.doc_id}`, right);
  const judgedAnew = (corrected.body['result'] as { reasons: object[] }).reasons;
  expect(judgedAnew).toContainEqual(expect.objectContaining({ code: 'duplicate_document', effect: 'note' }));
  const bare = await verify(client, await another({ number: 'HRC0000001', name: 'Robert Smith' }));
  expect(bare.reasons).toEqual([]);
});

test('no tenant learns of another one', async () => {
  const file = await another();
  await verify(client, file);
  const other = await service.withKey(`t-${randomUUID()}`);
  await definePasses(other);
  expect(await verify(other, file)).toMatchObject({ decision: 'approved', reasons: [] });
});

test('what an erased case showed is known no more, and nothing of it is left', async () => {
  const first = await verify(client, await another());
  expect(await noted()).toContain(first.session_id);
  expect((await client.post(`/v1/cases/${first.session_id}/erase`)).status).toBe(200);
  expect(await noted()).not.toContain(first.session_id);
  expect((await verify(client, await another())).reasons).toEqual([]);
});

test('nothing readable stands under the hashes, and no stream is named by them', async () => {
  const { session_id } = await verify(client, await another({ name: 'Unmistakable Person', number: 'UNMISTAKABLE1' }));
  const own = (await noted()).split('\n').filter((row) => row.includes(session_id));
  expect(own).toHaveLength(3);
  for (const row of own) expect(row).not.toMatch(/unmistakable|person|1974/i);
  const hashes = own.map((row) => /\\x([0-9a-f]{64})/.exec(row)?.[1] ?? '');
  const events = [...(await dumpTables(service.databaseUrl))].filter(([name]) => name.includes('event'));
  expect(events.length).toBeGreaterThan(0);
  for (const [name, rows] of events) for (const hash of hashes) expect(rows.includes(hash), name).toBe(false);
});
