import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let acme: Client;
let other: Client;
let first: string;
/** Of the first case: a card, a letter and what is no document at all. */
let documents: { card: string; letter: string; broken: string };

const open = async (client: Client, goal = 'membership'): Promise<string> =>
  String((await client.post('/v1/cases', { goal })).body['session_id']);
const idOf = ({ body }: Answer): string => String(body['doc_id']);
const ids = ({ list }: Answer): unknown[] => list.map(({ doc_id }) => doc_id);
const search = (query: string, client = acme) => client.get(`/v1/documents/search${query}`);

beforeAll(async () => {
  service = await startService();
  [acme, other] = [await service.withKey('acme'), await service.withKey('other')];
  for (const client of [acme, other]) expect((await defineMembership(client)).status).toBe(201);
  first = await open(acme);
  documents = {
    card: idOf(await upload(acme, first, await card('Søren Müller'), { filename: '=cmd.pdf' })),
    letter: idOf(await upload(acme, first, await letter('Ana Lopez'))),
    broken: idOf(await upload(acme, first, Buffer.from('%PDF-1.7 broken'))),
  };
  await upload(other, await open(other), await card('Ana Lopez'));
});
afterAll(() => service.stop());

describe('the search of documents', () => {
  test('shows what the contract says of a document, newest first, right after it was uploaded', async () => {
    const found = await search('');
    expect([found.status, ids(found)]).toEqual([200, [documents.broken, documents.letter, documents.card]]);
    expect(found.list[2]).toEqual({
      ...{ doc_id: documents.card, session_id: first, session_goal: 'membership', filename: '=cmd.pdf' },
      ...{
        document_type: 'club_card',
        confidence: expect.stringMatching(/^(0\.\d{1,3}|1)$/) as string,
        status: 'done',
      },
      extracted: { full_name: 'Søren Müller', membership_number: '********3-77' },
      created_at: expect.stringMatching(/Z$/) as string,
    });
    expect(found.list[0]).toMatchObject({ document_type: '', confidence: '', status: 'failed', extracted: {} });
  });

  test('finds words and parts of them in the values, whatever the case of letters and their accents', async () => {
    for (const query of ['müller', 'MULLER', 'ulle', 'Mu%CC%88ller%20S%C3%B8ren', '%20%20muller%20'])
      expect(ids(await search(`?query=${query}`)), query).toEqual([documents.card]);
    for (const query of ['muller%20lopez', 'membership', 'full_name', 'S%25ren', 'S_ren', documents.card])
      expect(ids(await search(`?query=${query}`)), query).toEqual([]);
    expect(await search('?query=')).toMatchObject({ status: 200, list: { length: 3 } });
  });

  test('finds a masked value only as it is shown', async () => {
    expect(ids(await search('?query=HRC-48213-77'))).toEqual([]);
    expect(ids(await search('?query=48213'))).toEqual([]);
    expect(ids(await search('?query=********3-77'))).toEqual([documents.card]);
  });

  test('is narrowed to a type and to where documents stand, and is read page by page', async () => {
    expect(ids(await search('?document_type=club_letter'))).toEqual([documents.letter]);
    expect(ids(await search('?status=failed'))).toEqual([documents.broken]);
    expect(ids(await search('?status=done&document_type=club_card&query=muller'))).toEqual([documents.card]);
    expect(ids(await search('?status=pending'))).toEqual([]);
    expect(ids(await search('?limit=1&offset=1'))).toEqual([documents.letter]);
    expect(ids(await search('?offset=3'))).toEqual([]);
  });

  test('shows a tenant its own documents, and the platform those of all and of each', async () => {
    expect((await search('?query=lopez', other)).list).toHaveLength(1);
    expect(ids(await search('?query=lopez', other))).not.toContain(documents.letter);
    expect((await search('?query=lopez', service.platform)).list).toHaveLength(2);
    expect((await search('?query=lopez&tenant_id=', service.platform)).list).toHaveLength(2);
    expect(ids(await search('?query=lopez&tenant_id=acme', service.platform))).toEqual([documents.letter]);
    expect((await search('?tenant_id=other')).status).toBe(403);
    expect(ids(await search('?query=lopez&tenant_id='))).toEqual([documents.letter]);
  });

  test.each([
    ['status=finished', /`status`/],
    ['limit=0', /`limit`/],
    ['limit=201', /`limit`/],
    ['limit=1e1', /`limit`/],
    ['offset=-1', /`offset`/],
    ['nonsense=1', /`nonsense`/],
  ])('?%s is 422 and names the parameter', async (query, sentence) => {
    const { status, detail } = await search(`?${query}`);
    expect([status, detail]).toEqual([422, expect.stringMatching(sentence)]);
  });

  test('takes a query of 500 characters, and no longer one', async () => {
    expect((await search(`?query=${'x'.repeat(500)}`)).status).toBe(200);
    expect((await search(`?query=${'x'.repeat(501)}`)).status).toBe(422);
  });

  test('needs the scope read', async () => {
    const writer = await service.withKey('acme', ['write']);
    for (const path of ['search', 'export']) expect((await writer.get(`/v1/documents/${path}`)).status, path).toBe(403);
  });
});

describe('the export of documents', () => {
  const csv = async (query = '', client = acme) => {
    const answer = await client.get(`/v1/documents/export${query}`);
    return { answer, lines: answer.bytes.toString().split('\r\n') };
  };

  test('has a line for each document that is done, a column for each field, and no formula in a cell', async () => {
    const { answer, lines } = await csv();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=extraction_export.csv');
    const created = (await search('?status=done')).list.map(({ created_at }) => String(created_at));
    expect(lines).toEqual([
      'doc_id,session_id,document_type,filename,created_at,full_name,letter_number,membership_number',
      `${documents.letter},${first},club_letter,page.pdf,${created[0]},Ana Lopez,********0-31,`,
      `${documents.card},${first},club_card,'=cmd.pdf,${created[1]},Søren Müller,,********3-77`,
      '',
    ]);
  });

  test('is narrowed to a type, and is 404 where there is nothing', async () => {
    expect((await csv('?document_type=club_card')).lines).toHaveLength(3);
    expect((await csv('?limit=1')).lines).toHaveLength(3);
    const none = await acme.get('/v1/documents/export?document_type=passport');
    expect([none.status, none.body]).toEqual([404, { detail: 'There are no documents to export' }]);
    for (const limit of ['0', '10001'])
      expect((await acme.get(`/v1/documents/export?limit=${limit}`)).status, limit).toBe(422);
  });

  test('shows a tenant its own documents, and the platform those of all', async () => {
    expect((await csv('', other)).lines).toHaveLength(3);
    expect((await csv('', service.platform)).lines).toHaveLength(5);
    expect((await csv('?tenant_id=other', service.platform)).lines).toHaveLength(3);
    expect((await csv('?tenant_id=other')).answer.status).toBe(403);
  });
});

describe('a search in the query language', () => {
  const ask = (body: object, client = acme) => client.post('/v1/search', { kind: 'documents', ...body });
  const hits = ({ body }: Answer) => (body['hits'] as { id: string }[]).map(({ id }) => id);

  test('finds, shows, counts and spreads what it is asked for', async () => {
    const answer = await ask({
      ...{ query: 'document_type: club_* and not extracted.full_name: "ana lopez"', filters: ['status: done'] },
      ...{ time: { field: 'created_at', from: 'now-1d/d', to: 'now' }, columns: ['extracted.full_name', 'DOC_ID'] },
      ...{ sort: [{ field: 'filename', order: 'desc' }], highlight: true, facets: ['document_type'], pit: true },
      ...{ histogram: { field: 'created_at', interval: 'month' }, percentiles: ['confidence'] },
    });
    expect([answer.status, answer.detail]).toEqual([200, answer.body]);
    const MARKED = { document_type: ['<em>club_card</em>'] };
    const month = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
    expect(answer.body).toEqual({
      total: 1,
      hits: [
        {
          ...{ id: documents.card, source: { doc_id: documents.card, extracted: { full_name: 'Søren Müller' } } },
          ...{ sort: [null, '=cmd.pdf', documents.card], highlights: MARKED },
        },
      ],
      ...{ next: null, pit: expect.any(String) as string },
      facets: { document_type: { values: [{ value: 'club_card', count: 1 }], missing: 0, other: 0 } },
      histogram: { buckets: [{ at: month, count: 1 }] },
      percentiles: { confidence: expect.objectContaining({ '50': expect.any(Number) as number }) as object },
    });
  });

  test('goes on behind its last page, and leaves out what came after its point in time', async () => {
    const first = await ask({ limit: 1, pit: true });
    expect([first.body['total'], hits(first)]).toEqual([3, [documents.broken]]);
    await upload(acme, await open(acme), await card('Came Later'));
    const { pit, next: search_after } = first.body;
    const second = await ask({ limit: 1, pit, search_after });
    expect([second.body['total'], hits(second)]).toEqual([3, [documents.letter]]);
    const last = await ask({ limit: 1, pit, search_after: second.body['next'] });
    expect([hits(last), last.body['next']]).toEqual([[documents.card], null]);
    expect((await ask({})).body['total']).toBe(4);
  });

  test('finds a masked value only as it is shown, and nothing of another tenant', async () => {
    expect(hits(await ask({ query: 'extracted.membership_number: 48213 or HRC-48213-77' }))).toEqual([]);
    expect(hits(await ask({ query: '"********3-77" and muller' }))).toEqual([documents.card]);
    expect(hits(await ask({ query: 'extracted.letter_number: *' }))).toEqual([documents.letter]);
    expect(hits(await ask({ query: 'not nothing: x' }, other))).toHaveLength(1);
    expect((await ask({ tenant_id: 'other' })).status).toBe(403);
    expect((await ask({ tenant_id: 'other' }, service.platform)).body['total']).toBe(1);
  });

  test.each([
    [
      { query: 'a: b status: c' },
      'The field `query` cannot be read at character 12 (from 1): expected `and`, `or` or the end',
    ],
    [
      { filters: ['a', 'b:'] },
      'The field `filters`, entry 2, cannot be read at character 3 (from 1): expected `(`, a value or `{`',
    ],
    [{ query: 'a '.repeat(501) }, 'The field `query` asks for more than 500 values'],
    [{ query: 'a'.repeat(10_001) }, /`query`/],
    [{ search_after: ['x'] }, 'The field `search_after` must be the `next` of a search with the same `sort`'],
    [{ pit: 'bm90aGluZw' }, 'The field `pit` must be true, or what an answer had as its `pit`'],
    [
      { time: { field: 'created_at', from: 'yesterday' } },
      /`time.from` must be a day, a time with its zone or date maths/,
    ],
    [{ kind: 'people' }, /`kind`/],
    [{ limit: 201 }, /`limit`/],
  ])('that is wrong is 422 and says what is: %j', async (body, sentence) => {
    const { status, detail } = await ask(body);
    expect([status, detail]).toEqual([422, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)]);
  });

  test('needs the scope read alone, and is not kept for a replay', async () => {
    const [reader, writer] = [await service.withKey('acme', ['read']), await service.withKey('acme', ['write'])];
    expect([(await ask({}, reader)).status, (await ask({}, writer)).status]).toEqual([200, 403]);
    const key = { 'Idempotency-Key': 'the same' };
    const answers = [];
    for (const limit of [1, 2]) answers.push(await acme.post('/v1/search', { kind: 'documents', limit }, key));
    expect(answers.map((answer) => hits(answer).length)).toEqual([1, 2]);
    expect(answers[1]?.headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('the fields of a search', () => {
  const ask = (body: object, client = acme) => client.post('/v1/search/fields', { kind: 'documents', ...body });
  const named = ({ list }: Answer, name: string) => list.find((field) => field['name'] === name);

  test('are told with their kind, how many documents have them and some values, none of a masked one', async () => {
    const answer = await ask({});
    expect(answer.status).toBe(200);
    const names = answer.list.map(({ name }) => String(name));
    expect(names).toEqual(names.toSorted());
    expect(named(answer, 'status')).toMatchObject({ type: 'text', fill_rate: 1 });
    expect(named(answer, 'created_at')).toMatchObject({ type: 'moment', fill_rate: 1 });
    const all = (await search('')).list.length;
    expect(named(answer, 'extracted.letter_number')).toEqual({
      ...{ name: 'extracted.letter_number', type: 'text', fill_rate: Math.round(1_000 / all) / 1_000, examples: [] },
    });
    expect(named(answer, 'extracted.full_name')?.['examples']).toContain('Søren Müller');
    expect(JSON.stringify(answer.list)).not.toMatch(/\*|48213|99120/);
  });

  test('are those of the documents that a key may see', async () => {
    expect(named(await ask({}, other), 'extracted.full_name')?.['examples']).toEqual(['Ana Lopez']);
    expect((await ask({ tenant_id: 'other' })).status).toBe(403);
    const foreign = await ask({ tenant_id: 'other' }, service.platform);
    expect(named(foreign, 'extracted.full_name')?.['examples']).toEqual(['Ana Lopez']);
    expect((await ask({}, await service.withKey('nobody', ['read']))).list).toEqual([]);
  });

  test('need the scope read, and a kind that there is', async () => {
    expect((await ask({}, await service.withKey('acme', ['write']))).status).toBe(403);
    const { status, detail } = await ask({ kind: 'people' });
    expect([status, detail]).toEqual([422, expect.stringMatching(/`kind`/)]);
  });
});

test('what a person corrected is found, and what stood there before is not', async () => {
  const session_id = await open(acme);
  const doc_id = idOf(await upload(acme, session_id, await card('Wrongly Read')));
  const values = { full_name: 'Rightly Written', membership_number: 'NEW-777-1234' };
  const corrected = await acme.patch(`/v1/cases/${session_id}/documents/${doc_id}`, { values });
  expect(corrected.status).toBe(200);
  expect(ids(await search('?query=rightly'))).toEqual([doc_id]);
  for (const gone of ['wrongly', 'NEW-777', '3-77%20rightly']) expect(ids(await search(`?query=${gone}`))).toEqual([]);
  expect((await search('?query=rightly')).list[0]?.['extracted']).toEqual({
    ...{ full_name: 'Rightly Written', membership_number: '********1234' },
  });
});

test('documents of an erased case are neither found nor exported', async () => {
  const session_id = await open(acme);
  const doc_id = idOf(await upload(acme, session_id, await card('Soon Forgotten')));
  expect(ids(await search('?query=forgotten'))).toEqual([doc_id]);
  expect((await acme.post(`/v1/cases/${session_id}/erase`)).status).toBe(200);
  expect(ids(await search('?query=forgotten'))).toEqual([]);
  expect(ids(await search(''))).not.toContain(doc_id);
  expect((await acme.get('/v1/documents/export')).bytes.toString()).not.toContain(doc_id);
  const fields = await acme.post('/v1/search/fields', { kind: 'documents' });
  expect(JSON.stringify(fields.list)).not.toContain('Forgotten');
});

test('a document that waits to be read is found as such, and HEAD tells what GET would', async () => {
  expect((await acme.send('HEAD', '/v1/documents/export')).status).toBe(200);
  const session_id = await open(acme);
  await upload(acme, session_id, await card('Replayed Once'));
  await acme.post(`/v1/cases/${session_id}/complete`);
  const replay = await acme.post(`/v1/cases/${session_id}/replay`);
  const found = (await search('')).list.filter((one) => one['session_id'] === replay.body['session_id']);
  expect(found.map(({ status }) => ['pending', 'processing', 'done'].includes(String(status)))).toEqual([true]);
});
