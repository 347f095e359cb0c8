import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';
import { dumpTables } from './support/tables.js';

let service: SharedService;
let acme: Client;
let other: Client;
let annasCard: Buffer;
let annasLetter: Buffer;
let robertsLetter: Buffer;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  other = await service.withKey(service.tenant('other'));
  expect((await defineMembership(acme, 'membership', { intelligence_level: 2 })).status).toBe(201);
  expect((await defineMembership(acme, 'explained', { require_reason: true })).status).toBe(201);
  annasCard = await card('Anna Maria Eriksson');
  annasLetter = await letter('ERIKSSON Anna Maria');
  robertsLetter = await letter('Robert Smith');
});

const open = async (goal = 'membership', ...documents: Buffer[]): Promise<string> => {
  const id = String((await acme.post('/v1/cases', { goal })).body['session_id']);
  for (const bytes of documents) expect((await upload(acme, id, bytes)).status).toBe(200);
  return `/v1/cases/${id}`;
};
/** A case in review: the two documents name different people. */
const review = async (goal = 'membership'): Promise<string> => {
  const one = await open(goal, annasCard, robertsLetter);
  expect((await acme.post(`${one}/complete`)).body['status']).toBe('review');
  return one;
};
const documentsOf = (answer: Answer) =>
  answer.body['documents'] as { doc_id: string; document_type: string; [field: string]: unknown }[];
const docOf = async (one: string, type: string, client = acme): Promise<string> => {
  const document = documentsOf(await client.get(one)).find(({ document_type }) => document_type === type);
  return String(document?.doc_id);
};
const codesOf = (answer: Answer): string[] =>
  ((answer.body['result'] as { reasons?: { code: string }[] }).reasons ?? []).map(({ code }) => code);

describe('assigning', () => {
  test('shows who looks at a case, in lists too, and takes it away again', async () => {
    const one = await review();
    const assignee = `jane-${randomUUID()}`;
    expect(await acme.post(`${one}/assign`, { assignee })).toMatchObject({ status: 200, body: { assignee } });
    const [listed, ...more] = (await acme.get(`/v1/cases?assignee=${assignee}`)).list;
    expect(listed).toMatchObject({ assignee, mode: 'live' });
    const brief = await acme.get(`/v1/cases?assignee=${assignee}&fields=session_id,assignee`);
    expect(brief.list).toEqual([{ session_id: listed?.['session_id'], assignee }]);
    expect([listed?.['session_id'], more]).toEqual([one.slice(10), []]);
    expect((await acme.post(`${one}/assign`, { assignee: null })).body['assignee']).toBeNull();
    expect((await acme.get(`/v1/cases?assignee=${assignee}`)).list).toEqual([]);
  });

  test('refuses what names nobody, unknown cases and those of others', async () => {
    const one = await review();
    const nobody = ['', ' ', '\u200b\u2060', 4, 'j'.repeat(201)].map((assignee) => ({ assignee }));
    for (const body of [{}, ...nobody]) {
      expect([body, (await acme.post(`${one}/assign`, body)).status]).toEqual([body, 422]);
    }
    expect((await acme.post(`/v1/cases/${randomUUID()}/assign`, { assignee: 'jane' })).status).toBe(404);
    expect((await other.post(`${one}/assign`, { assignee: 'jane' })).status).toBe(404);
  });
});

describe('taking the next case', () => {
  test('gives each of many who ask at once another case, the oldest first, and 204 when there are no more', async () => {
    const goal = `queue_${randomUUID().slice(0, 8)}`;
    await defineMembership(acme, goal);
    const cases: string[] = [];
    for (let count = 0; count < 4; count += 1) cases.push((await review(goal)).slice(10));
    const first = await acme.post('/v1/cases/take-next', { goal, actor: 'first' });
    expect([first.status, first.body['session_id'], first.body['assignee']]).toEqual([200, cases[0], 'first']);
    const takers = Array.from({ length: 6 }, (_, index) => `taker-${index}`);
    const taken = await Promise.all(takers.map((actor) => acme.post('/v1/cases/take-next', { goal, actor })));
    expect(taken.map(({ status }) => status).sort()).toEqual([200, 200, 200, 204, 204, 204]);
    const got = taken.filter(({ status }) => status === 200).map(({ body }) => body['session_id']);
    expect(got.sort()).toEqual(cases.slice(1).sort());
  });

  test('looks for what is asked of it, and for nobody else’s cases', async () => {
    const goal = `queue_${randomUUID().slice(0, 8)}`;
    await defineMembership(acme, goal);
    const one = await review(goal);
    const take = (body: object, client = acme) => client.post('/v1/cases/take-next', { actor: 'jane', goal, ...body });
    expect((await take({ reason: 'document_missing' })).status).toBe(204);
    expect((await take({ document_type: 'passport' })).status).toBe(204);
    const misspelt = await take({ reason: 'underage' });
    expect([misspelt.status, misspelt.detail]).toEqual([422, expect.stringMatching(/`reason`.*"under_age"/)]);
    expect((await take({}, other)).status).toBe(204);
    const found = await take({ reason: 'cross_match_mismatch', document_type: 'club_card' });
    expect([found.status, found.body['session_id']]).toEqual([200, one.slice(10)]);
    expect((await acme.post('/v1/cases/take-next', { goal })).status).toBe(422);
    expect((await take({ tenant_id: service.tenant('other') })).status).toBe(403);
  });
});

describe('a note', () => {
  test('stands in the case with who wrote it, and once for each idempotency key', async () => {
    const one = await review();
    const text = 'Called; her number is HRC-48213-77';
    const key = { 'Idempotency-Key': randomUUID() };
    const added = await acme.post(`${one}/notes`, { text, actor: 'jane' }, key);
    expect(added).toMatchObject({ status: 201, body: { actor: 'jane', by: expect.stringMatching(/^key:/) as string } });
    // The number of the card is masked wherever it leaves the service.
    expect(added.body['text']).toBe('Called; her number is ********3-77');
    await acme.post(`${one}/notes`, { text, actor: 'jane' }, key);
    expect((await acme.get(one)).body['notes']).toEqual([added.body]);
  });

  test('is refused where it says nothing, and in a case that is not there', async () => {
    const one = await open();
    for (const body of [{}, { text: '' }, { text: '  ' }, { text: 'x'.repeat(2001) }]) {
      expect((await acme.post(`${one}/notes`, body)).status).toBe(422);
    }
    expect((await other.post(`${one}/notes`, { text: 'x' })).status).toBe(404);
  });
});

describe('a decision', () => {
  test('records who decided as the caller said, beside the key', async () => {
    const one = await review();
    await acme.patch(`${one}/decision`, { decision: 'approve', reason: 'Seen', actor: 'Jane Doe' });
    const said = { decided_by: expect.stringMatching(/^key:/) as string, decision_actor: 'Jane Doe' };
    expect((await acme.get(one)).body['result']).toMatchObject({ ...said, decision_reason: 'Seen' });
    const report = (await acme.get(`${one}/report`)).body;
    expect(report['decision']).toMatchObject(said);
    expect(JSON.stringify(report['decision_trail'])).toContain('The case was approved by Jane Doe');
  });

  test('needs a reason where the agent asks for one', async () => {
    const one = await review('explained');
    expect(await acme.patch(`${one}/decision`, { decision: 'deny' })).toMatchObject({
      ...{ status: 422, detail: 'The field `reason` is missing: the agent explained asks for one' },
    });
    expect((await acme.patch(`${one}/decision`, { decision: 'deny', reason: 'Forged' })).status).toBe(200);
  });

  test('on a case that changed since it was read is 412', async () => {
    const one = await review();
    const etag = String((await acme.get(one)).headers.get('etag'));
    expect(etag).toMatch(/^"\d+"$/);
    expect((await acme.get(one, { 'If-None-Match': etag })).status).toBe(304);
    await acme.post(`${one}/notes`, { text: 'Wait' });
    const decide = (tag: string) => acme.patch(`${one}/decision`, { decision: 'approve' }, { 'If-Match': tag });
    expect(await decide(etag)).toMatchObject({
      status: 412,
      detail: expect.stringContaining('read it again') as string,
    });
    expect((await decide(`W/"9"`)).status).toBe(412);
    expect((await decide('nonsense')).status).toBe(422);
    expect((await acme.get(one)).body['status']).toBe('review');
    expect((await decide(String((await acme.get(one)).headers.get('etag')))).status).toBe(200);
  });
});

describe('asking for documents again', () => {
  const items = [{ document_type: 'club_letter', code: 'mismatch', text: 'The one in your own name, please' }];

  test('lets the case collect again; the later document takes the place of the earlier one', async () => {
    const one = await review();
    const asked = await acme.post(`${one}/request-documents`, { items, actor: 'jane' });
    expect(asked).toMatchObject({
      status: 200,
      body: { status: 'collecting', result: {}, progress: { tries: 1, requested: items, complete: false } },
    });
    const said = (await acme.get(`${one}/messages`)).list.at(-1);
    expect(said).toMatchObject({ role: 'assistant', metadata: { intent: 'request' } });
    expect(said?.['content']).toContain('The one in your own name, please');
    const sent = await upload(acme, one.slice(10), annasLetter);
    expect(sent.body['progress']).toMatchObject({ tries: 1, requested: [], complete: true });
    expect((await acme.get(`${one}/status`)).body['progress']).toMatchObject({ tries: 1, requested: [] });
    const done = await acme.post(`${one}/complete`);
    expect([done.body['status'], codesOf(done)]).toEqual(['completed', ['document_superseded']]);
    expect(JSON.stringify((await acme.get(`${one}/report`)).body['decision_trail'])).toContain(
      'The case collects again: asked for club_letter (mismatch) by jane',
    );
  });

  test('keeps the case in review where nothing came', async () => {
    const one = await review();
    await acme.post(`${one}/request-documents`, { items });
    const done = await acme.post(`${one}/complete`);
    expect([done.body['status'], codesOf(done)[0]]).toEqual(['review', 'document_requested']);
  });

  test('is refused unless the case is in review, and for what is no request', async () => {
    const one = await open();
    const ask = (path: string, asked: unknown) => acme.post(`${path}/request-documents`, { items: asked });
    expect(await ask(one, items)).toMatchObject({
      ...{ status: 409, detail: 'The case is still collecting; only a case in review can ask for documents' },
    });
    const inReview = await review();
    const [item] = items;
    for (const wrong of [undefined, [], [{ ...item, code: 'ugly' }], [{ code: 'glare' }], [item, item]]) {
      expect([wrong, (await ask(inReview, wrong)).status]).toEqual([wrong, 422]);
    }
    expect((await ask(inReview, [{ ...item, document_type: 'passport' }])).detail).toBe(
      'The field `items.0.document_type` names "passport", which the agent does not ask for; it asks for club_card, club_letter',
    );
    expect((await other.post(`${inReview}/request-documents`, { items })).status).toBe(404);
  });
});

describe('correcting a value', () => {
  const correct = (one: string, doc: string, values: unknown, headers = {}, more: object = {}) =>
    acme.patch(`${one}/documents/${doc}`, { values, reason: 'Misread', actor: 'jane', ...more }, headers);

  test('judges the case anew, keeps what was read, and approves nothing', async () => {
    const one = await review();
    const doc = await docOf(one, 'club_letter');
    const etag = String((await acme.get(one)).headers.get('etag'));
    const values = { full_name: 'Anna Maria Eriksson' };
    const done = await correct(one, doc, values, { 'If-Match': etag });
    expect(done).toMatchObject({
      status: 200,
      body: {
        ...{ extracted: values, sources: { full_name: 'person' }, raw: { full_name: 'Robert Smith' } },
        ...{ session_status: 'review', result: { decision: 'review' } },
        corrections: [
          { field: 'full_name', from: 'Robert Smith', to: 'Anna Maria Eriksson', actor: 'jane', reason: 'Misread' },
        ],
      },
    });
    expect(codesOf(done)).toEqual(['value_corrected']);
    const shown = await acme.get(one);
    expect(documentsOf(shown)[1]).toMatchObject({ corrections: done.body['corrections'] as object[] });
    expect(shown.body['result']).toEqual(done.body['result']);
    expect((await correct(one, doc, { full_name: 'Else' }, { 'If-Match': etag })).status).toBe(412);
    expect((await acme.patch(`${one}/decision`, { decision: 'approve' })).status).toBe(200);
    expect(await correct(one, doc, values)).toMatchObject({
      ...{ status: 409, detail: 'The case is completed, so what was read can no longer be corrected' },
    });
    expect(JSON.stringify((await acme.get(`${one}/report`)).body['decision_trail'])).toContain(
      'What was read from document 2 was corrected: full_name by jane',
    );
  });

  test('holds the value to the rules of its type, and masks what the type masks', async () => {
    const one = await open('membership', annasCard);
    const doc = await docOf(one, 'club_card');
    const without = await correct(one, doc, { full_name: null });
    expect(without.body).toMatchObject({ valid: false, violations: [{ field: 'full_name', rule: 'required' }] });
    expect(without.body).toMatchObject({ session_status: 'collecting', result: {} });
    const masked = await correct(one, doc, { full_name: 'Anna', membership_number: 'HRC-11111-99' });
    expect(masked.body).toMatchObject({ valid: true, extracted: { membership_number: '********1-99' } });
    expect(masked.body['corrections']).toContainEqual(
      expect.objectContaining({ field: 'membership_number', from: '********3-77', to: '********1-99' }),
    );
    for (const path of [one, `${one}/messages`, '/v1/cases']) {
      expect((await acme.get(path)).bytes.toString()).not.toMatch(/HRC-11111|HRC-48213/);
    }
  });

  test('is refused for fields that the type does not have and values that are not of their form', async () => {
    const one = await open('membership', annasCard);
    const doc = await docOf(one, 'club_card');
    expect((await correct(one, doc, { shoe_size: '44' })).detail).toBe(
      'The field `values` names "shoe_size", which the document type club_card does not have',
    );
    for (const values of [{ full_name: 7 }, { full_name: '' }, { full_name: ['A'] }, {}, undefined, 'x']) {
      expect([values, (await correct(one, doc, values)).status]).toEqual([values, 422]);
    }
    expect((await correct(one, randomUUID(), { full_name: 'A' })).status).toBe(404);
    expect((await other.patch(`${one}/documents/${doc}`, { values: { full_name: 'A' } })).status).toBe(404);
  });
});

test('figures know which fields are corrected most, of the own tenant alone', async () => {
  const mine = await service.withKey(`figures-${randomUUID().slice(0, 8)}`);
  await defineMembership(mine, 'membership');
  const id = String((await mine.post('/v1/cases', { goal: 'membership' })).body['session_id']);
  await upload(mine, id, annasCard);
  const doc = await docOf(`/v1/cases/${id}`, 'club_card', mine);
  for (const full_name of ['Anna E', 'Anna M', 'Anna B']) {
    await mine.patch(`/v1/cases/${id}/documents/${doc}`, { values: { full_name } });
  }
  await mine.patch(`/v1/cases/${id}/documents/${doc}`, { values: { membership_number: 'HRC-1', full_name: 'Anna B' } });
  const expected = {
    total_corrections: 4,
    fields: [
      { document_type: 'club_card', field: 'full_name', corrections: 3 },
      { document_type: 'club_card', field: 'membership_number', corrections: 1 },
    ],
  };
  expect((await mine.get('/v1/analytics/corrections')).body).toEqual(expected);
  expect((await other.get('/v1/analytics/corrections?days=365')).body).toEqual({ total_corrections: 0, fields: [] });
  expect((await mine.get(`/v1/analytics/corrections?tenant_id=${service.tenant('acme')}`)).status).toBe(403);
  for (const days of [0, 366, 'x']) expect((await mine.get(`/v1/analytics/corrections?days=${days}`)).status).toBe(422);
});

test('what people wrote and corrected goes with an erased case', async () => {
  const one = await review();
  await acme.post(`${one}/assign`, { assignee: 'unforgettable-assignee' });
  await acme.post(`${one}/notes`, { text: 'unforgettable note', actor: 'unforgettable-author' });
  const doc = await docOf(one, 'club_letter');
  await acme.patch(`${one}/documents/${doc}`, { values: { full_name: 'unforgettable name' }, actor: 'unforgettable' });
  const items = [{ document_type: 'club_letter', code: 'glare', text: 'unforgettable text' }];
  await acme.post(`${one}/request-documents`, { items });
  const database = async () => [...(await dumpTables(service.databaseUrl)).values()].join('\n');
  expect(await database()).toContain('unforgettable');
  expect((await acme.post(`${one}/erase`)).status).toBe(200);
  expect(await database()).not.toContain('unforgettable');
  expect((await acme.get(one)).body).toMatchObject({
    ...{ assignee: null, notes: [{ text: '', actor: null }] },
    progress: { tries: 1, requested: [{ document_type: 'club_letter', code: 'glare', text: null }] },
  });
  for (const answer of [
    await acme.post(`${one}/assign`, { assignee: 'jane' }),
    await acme.post(`${one}/notes`, { text: 'x' }),
    await acme.post(`${one}/request-documents`, { items }),
    await acme.patch(`${one}/documents/${doc}`, { values: { full_name: 'x' } }),
  ]) {
    expect([answer.status, answer.detail]).toEqual([409, expect.stringContaining('erased')]);
  }
});
