import { beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
let other: Client;
let documents: { card: string; letter: string };
let foreign: string;

const put = async (client: Client, bytes: Buffer): Promise<string> => {
  const { body } = await client.post('/v1/cases', { goal: 'membership' });
  return String((await upload(client, body['session_id'], bytes)).body['doc_id']);
};

beforeAll(async () => {
  service = await sharedService();
  [acme, other] = [await service.withKey(service.tenant('acme')), await service.withKey(service.tenant('other'))];
  for (const client of [acme, other]) expect((await defineMembership(client)).status).toBe(201);
  documents = { card: await put(acme, await card('Søren Müller')), letter: await put(acme, await letter('Ana Lopez')) };
  foreign = await put(other, await card('Of Another'));
});

describe('why a query finds a document', () => {
  const ask = (body: object, client = acme) => client.post('/v1/search/explain', { kind: 'documents', ...body });

  test('is told by each of its parts and the values by which it holds, as they are shown', async () => {
    const query = 'extracted.full_name: mull* and not extracted.membership_number: 48213';
    const answer = await ask({ query, id: documents.card });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        ...{ clause: query, holds: true, matched: [] },
        of: [
          {
            ...{ clause: 'extracted.full_name: mull*', holds: true, of: [] },
            matched: [{ field: 'extracted.full_name', value: 'Søren Müller' }],
          },
          {
            ...{ clause: 'not extracted.membership_number: 48213', holds: true, matched: [] },
            of: [{ clause: 'extracted.membership_number: 48213', holds: false, matched: [], of: [] }],
          },
        ],
      },
    ]);
    expect((await ask({ query, id: documents.letter })).body).toMatchObject({ holds: false });
    expect((await ask({ query: '*3-77', id: documents.card })).body).toMatchObject({
      matched: [{ field: 'extracted.membership_number', value: '********3-77' }],
    });
  });

  test('is told of no document of another tenant, of none that is not there, and of none that was erased', async () => {
    const session = String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
    const erased = String((await upload(acme, session, await card('Soon Forgotten'))).body['doc_id']);
    expect((await ask({ query: 'forgotten', id: erased })).body).toMatchObject({ holds: true });
    expect((await acme.post(`/v1/cases/${session}/erase`)).status).toBe(200);
    for (const id of [foreign, erased, 'nothing', '-', documents.card.slice(0, 8)]) {
      const { status, detail } = await ask({ query: '', id });
      expect([id, status, detail]).toEqual([id, 404, 'Nothing of the kind documents has this id']);
    }
    expect((await ask({ query: 'another', id: foreign }, service.platform)).body).toMatchObject({ holds: true });
    expect((await ask({ query: '', id: foreign, tenant_id: service.tenant('other') })).status).toBe(403);
  });

  test.each([
    [{ query: 'a:' }, /`query` cannot be read at character 3 \(from 1\)/],
    [{ query: 'a '.repeat(101) }, /`query` asks for more than 100 values, which is too much to be explained/],
    [{ query: 'a'.repeat(10_001) }, /`query`/],
    [{ query: '', kind: 'people' }, /`kind`/],
    [{ query: '', id: '' }, /`id`/],
  ])('is asked wrongly: 422, %j', async (body, sentence) => {
    const { status, detail } = await ask({ id: documents.card, ...body });
    expect([status, detail]).toEqual([422, expect.stringMatching(sentence)]);
  });

  test('needs the scope read alone', async () => {
    const asked = { query: '', id: documents.card };
    expect((await ask(asked, await service.withKey(service.tenant('acme'), ['read']))).status).toBe(200);
    expect((await ask(asked, await service.withKey(service.tenant('acme'), ['write']))).status).toBe(403);
  });
});

describe('what may come next in a query', () => {
  const ask = (query: string, client = acme, more = '') =>
    client.get(`/v1/search/suggest?kind=documents&query=${encodeURIComponent(query)}${more}`);
  const suggested = async (...asked: Parameters<typeof ask>) => {
    const { status, body, detail } = await ask(...asked);
    expect([status, detail]).toEqual([200, body]);
    return (body['suggestions'] as { kind: string; text: string }[]).map(({ kind, text }) => `${kind} ${text}`);
  };

  test('is a field, a word of the language or a value', async () => {
    expect(await suggested('document_t')).toEqual(['field document_type']);
    expect(await suggested('full')).toEqual(['field extracted.full_name']);
    expect(await suggested('status: done ')).toEqual(['operator and', 'operator or']);
    expect(await suggested('document_type: club')).toEqual(['value club_card', 'value club_letter']);
    expect(await suggested('extracted.full_name: an')).toEqual(['value "ana lopez"']);
  });

  test('is what stands before the cursor alone', async () => {
    expect(await suggested('document_type: club_l and x', acme, '&cursor=21')).toEqual(['value club_letter']);
    expect(await suggested('document_type: club', acme, '&cursor=4')).toEqual(['field document_type']);
  });

  test('is nothing that a mask hides or half shows, and nothing of another tenant', async () => {
    expect(await suggested('extracted.membership_number: ')).not.toContainEqual(expect.stringMatching(/^value/));
    expect(await suggested('extracted.full_name: of')).toEqual([]);
    expect(await suggested('extracted.full_name: of', other)).toEqual(['value "of another"']);
    expect(
      await suggested('extracted.full_name: of', service.platform, `&tenant_id=${service.tenant('other')}`),
    ).toHaveLength(1);
    expect((await ask('', acme, `&tenant_id=${service.tenant('other')}`)).status).toBe(403);
    expect(await suggested('full', await service.withKey(service.tenant('nobody'), ['read']))).toEqual([]);
  });

  test('is asked wrongly: 422', async () => {
    for (const [query, more, sentence] of [
      ['a: b status: c', '', /`query` cannot be read at character 12 \(from 1\)/],
      ['x'.repeat(2_001), '', /`query`/],
      ['', '&cursor=-1', /`cursor`/],
      ['', '&cursor=2001', /`cursor`/],
    ] as const) {
      const { status, detail } = await ask(query, acme, more);
      expect([status, detail]).toEqual([422, expect.stringMatching(sentence)]);
    }
    expect((await acme.get('/v1/search/suggest?kind=people&query=')).status).toBe(422);
    expect((await acme.get('/v1/search/suggest?kind=documents')).status).toBe(422);
  });

  test('needs the scope read alone', async () => {
    expect((await ask('', await service.withKey(service.tenant('acme'), ['read']))).status).toBe(200);
    expect((await ask('', await service.withKey(service.tenant('acme'), ['write']))).status).toBe(403);
  });
});
