import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, letter } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
let annasCard: string;
let annasLetter: string;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  expect((await defineMembership(acme, 'silent', { intelligence_level: 1 })).status).toBe(201);
  expect((await defineMembership(acme, 'talking', { intelligence_level: 2 })).status).toBe(201);
  expect((await defineMembership(acme, 'answering', { intelligence_level: 3 })).status).toBe(201);
  annasCard = (await card('Anna Maria Eriksson')).toString('base64');
  annasLetter = (await letter('ERIKSSON Anna Maria')).toString('base64');
});

const open = async (goal: string): Promise<string> =>
  `/v1/cases/${String((await acme.post('/v1/cases', { goal })).body['session_id'])}`;
const say = (one: string, message: string, attachments?: object[]): Promise<Answer> =>
  acme.post(`${one}/message`, { message, ...(attachments && { attachments }) });
const pdf = (data: string, filename: string) => ({ data, mime_type: 'application/pdf', filename });

describe('an agent of level 2', () => {
  test('greets when the case is opened, says what it needs and what came of documents, and all of it can be read again', async () => {
    const one = await open('talking');
    const [greeting] = (await acme.get(`${one}/messages`)).list;
    expect(greeting).toMatchObject({ role: 'assistant', attachments: [], metadata: { intent: 'greeting' } });
    expect(greeting?.['content']).toBe(
      'Hello, this is Membership. Please send your Harbour Rowing Club membership card and your Harbour Rowing Club letter of welcome, as pictures or PDF files.',
    );

    const sent = await say(one, 'Here is my card', [pdf(annasCard, 'card.pdf')]);
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({
      reply:
        'card.pdf was read as Harbour Rowing Club membership card. Still needed: Harbour Rowing Club letter of welcome (1 of 2 are here).',
      doc_results: [{ filename: 'card.pdf', status: 'done', document_type: 'club_card' }],
      progress: { collected: ['club_card'], missing: ['club_letter'], percent: 50 },
      session_status: 'collecting',
    });
    expect(JSON.stringify(sent.body)).not.toContain('HRC-48213');

    const asked = await say(one, 'What is still missing?');
    expect(asked.body).toMatchObject({
      reply: 'Still needed: Harbour Rowing Club letter of welcome (1 of 2 are here).',
      doc_results: [],
    });

    const { list } = await acme.get(`${one}/messages`);
    expect(list.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user', 'assistant']);
    const [results] = sent.body['doc_results'] as { doc_id: string; size_bytes: number }[];
    expect(list[1]).toMatchObject({
      content: 'Here is my card',
      attachments: [
        {
          doc_id: results?.doc_id,
          filename: 'card.pdf',
          mime_type: 'application/pdf',
          size_bytes: results?.size_bytes,
        },
      ],
    });
    expect(list[2]).toMatchObject({ id: sent.body['message_id'], content: sent.body['reply'] });
    expect((await acme.get(one)).body['documents']).toHaveLength(1);
  });

  test('takes several documents with one message, and the case can be completed with them', async () => {
    const one = await open('talking');
    const both = [pdf(annasCard, 'card.pdf'), pdf(annasLetter, 'letter.pdf')];
    const sent = await say(one, '', both);
    expect(sent.body).toMatchObject({
      reply:
        'card.pdf was read as Harbour Rowing Club membership card. letter.pdf was read as Harbour Rowing Club letter of welcome. All documents that are needed are here.',
      progress: { percent: 100, complete: true },
    });
    const completed = await acme.post(`${one}/complete`);
    expect(completed.body).toMatchObject({
      status: 'completed',
      result: {
        decision: 'approved',
        reasons: [],
        cross_match: { judged: true, agreed: true, fields: { full_name: { kind: 'name', agreed: true, score: 1 } } },
        validation: { valid: true },
        governance: { passed: true, checks: [{ passed: true }, { passed: true }] },
      },
    });
    const late = await say(one, 'One more thing');
    expect([late.status, late.detail]).toEqual([409, 'The case is completed, so it takes no more messages']);
    expect((await acme.get(`${one}/messages`)).list).toHaveLength(3);
  });

  test('says so where a document cannot be read', async () => {
    const one = await open('talking');
    const damaged = Buffer.from('%PDF-1.7 and nothing of it').toString('base64');
    const sent = await say(one, 'here', [pdf(damaged, 'broken.pdf')]);
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({
      reply: expect.stringMatching(/^broken\.pdf could not be read; .* Still needed: /) as string,
      doc_results: [{ status: 'failed', error: expect.any(String) as string }],
    });
  });
});

test('an agent of level 3 answers what was read, with masked values masked', async () => {
  const one = await open('answering');
  await say(one, '', [pdf(annasCard, 'card.pdf')]);
  const name = await say(one, 'What is the full name on the club card?');
  expect(name.body['reply']).toBe('The full name is Anna Maria Eriksson on the Harbour Rowing Club membership card.');
  const number = await say(one, 'And the membership number?');
  expect(number.body['reply']).toMatch(
    /^The membership number is \*+3-77 on the Harbour Rowing Club membership card\.$/,
  );
});

describe('a message', () => {
  test('is refused by an agent that does not talk, whose list of messages is empty', async () => {
    const one = await open('silent');
    const refused = await say(one, 'Hello?', [pdf(annasCard, 'card.pdf')]);
    expect([refused.status, refused.detail]).toEqual([
      400,
      'The agent silent takes no messages: its intelligence_level is below 2',
    ]);
    expect((await acme.get(`${one}/messages`)).list).toEqual([]);
    expect((await acme.get(one)).body['documents']).toEqual([]);
  });

  test.each([
    ['without a text', {}, 422, /`message`/],
    ['that is blank and brings nothing', { message: ' ' }, 422, /`message` must not be blank/],
    ['with too long a text', { message: 'x'.repeat(10_001) }, 422, /`message`/],
    ['with an attachment that is no base64', { message: 'x', attachments: [pdf('§', 'a.pdf')] }, 422, /attachments\.0/],
    [
      'with an attachment of another kind',
      { message: 'x', attachments: [pdf(Buffer.from('hello').toString('base64'), 'a.pdf')] },
      415,
      /attachments\.0\.data/,
    ],
    [
      'with too many attachments',
      { message: 'x', attachments: Array.from({ length: 11 }, () => pdf('QQ==', 'a.pdf')) },
      422,
      /attachments/,
    ],
  ])('%s is refused, and leaves no trace', async (_what, body, status, detail) => {
    const one = await open('talking');
    const refused = await acme.post(`${one}/message`, body);
    expect({ status: refused.status, detail: refused.detail }).toEqual({
      status,
      detail: expect.stringMatching(detail) as string,
    });
    expect((await acme.get(`${one}/messages`)).list).toHaveLength(1);
  });

  test('to a case that is not there or is another tenant’s is 404', async () => {
    const globex = await service.withKey(service.tenant('globex'));
    const one = await open('talking');
    for (const [client, path] of [
      [acme, `/v1/cases/${randomUUID()}`],
      [globex, one],
    ] as const) {
      expect((await client.post(`${path}/message`, { message: 'Hello' })).status).toBe(404);
      expect((await client.get(`${path}/messages`)).status).toBe(404);
    }
  });

  test('is said once under one idempotency key', async () => {
    const one = await open('talking');
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, second] = [
      await acme.post(`${one}/message`, { message: 'status?' }, key),
      await acme.post(`${one}/message`, { message: 'status?' }, key),
    ];
    expect(second.body).toEqual(first.body);
    expect((await acme.get(`${one}/messages`)).list).toHaveLength(3);
  });

  test('and its answer stay together when many talk at once', async () => {
    const one = await open('talking');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => say(one, `Hello ${index}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    const { list } = await acme.get(`${one}/messages`);
    expect(list.slice(1).map(({ role }) => role)).toEqual(Array(8).fill(['user', 'assistant']).flat());
  });
});
