import { beforeAll, describe, expect, test } from 'vitest';
import { card, defineMembership, letter, MEMBERSHIP_AGENT, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';
import { textPdf } from './support/textPdf.js';

let service: SharedService;
let acme: Client;
let annasCard: Buffer;
let annasLetter: Buffer;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  await defineMembership(acme, 'membership');
  await acme.post('/v1/document-types', {
    ...{ context_id: 'club_pass', display_name: 'Harbour Rowing Club boat pass' },
    classify_hints: ['Harbour Rowing Club boat pass', 'pass number'],
    output_schema: {
      full_name: 'string',
      birth_date: 'date YYYY-MM-DD',
      expiry_date: 'date YYYY-MM-DD or null',
      pass_number: 'string',
    },
  });
  annasCard = await card('Anna Maria Eriksson');
  annasLetter = await letter('ERIKSSON Anna Maria');
});

interface Reason {
  code: string;
  document_type: string | null;
  field: string | null;
}

/** Opens a case, uploads, completes: the decision, and the reasons' codes with their fields. */
async function judge(body: object, ...documents: Buffer[]): Promise<{ decision: unknown; reasons: unknown[] }> {
  const { session_id } = (await acme.post('/v1/cases', body)).body;
  for (const bytes of documents) expect((await upload(acme, session_id, bytes)).status).toBe(200);
  const completed = await acme.post(`/v1/cases/${String(session_id)}/complete`);
  const result = completed.body['result'] as { decision: string; reasons: Reason[] };
  return { decision: result.decision, reasons: result.reasons.map(({ code, field }) => [code, field]) };
}

const agent = async (goal: string, definition: object): Promise<Answer> => {
  // The same few files stand for many cases.
  const body = {
    goal,
    name: goal,
    deployed: true,
    definition: { policy: { duplicate_document: 'ignore' }, ...definition },
  };
  const made = await acme.post('/v1/agents', body);
  expect([made.status, made.detail]).toEqual([201, made.detail]);
  return made;
};

const pass = (birth: string, expiry: string): Promise<Buffer> =>
  textPdf(
    ...['Harbour Rowing Club boat pass', 'Full name: Anna Maria Eriksson', `Birth date: ${birth}`],
    ...[`Expiry date: ${expiry}`, 'Pass number: BP-1877-4'],
  );

const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('alternatives', () => {
  test('are one entry of progress, which either document completes', async () => {
    await agent('either', { doc_type_map: {}, required: [['club_card', 'club_letter']] });
    const opened = await acme.post('/v1/cases', { goal: 'either' });
    expect(opened.body['progress']).toMatchObject({
      ...{ required: ['club_card|club_letter'], missing: ['club_card|club_letter'], percent: 0, complete: false },
    });
    await upload(acme, opened.body['session_id'], annasLetter);
    const status = await acme.get(`/v1/cases/${String(opened.body['session_id'])}/status`);
    expect(status.body['progress']).toMatchObject({
      ...{ collected: ['club_card|club_letter'], missing: [], percent: 100, complete: true },
    });
    expect(await judge({ goal: 'either' }, annasCard)).toEqual({ decision: 'approved', reasons: [] });
  });
});

describe('rules of an agent', () => {
  beforeAll(async () => {
    const rules = { min_age: 18, min_days_to_expiry: 30 };
    await agent('aged', { doc_type_map: { club_pass: 'club_pass' }, rules });
  });

  test('that are kept approve', async () => {
    const grown = await pass('1974-08-12', daysFromNow(400));
    expect(await judge({ goal: 'aged' }, grown)).toEqual({ decision: 'approved', reasons: [] });
  });

  test('that are broken send a case to review, each by its code and field', async () => {
    const child = await pass(daysFromNow(-3_650), daysFromNow(5));
    expect(await judge({ goal: 'aged' }, child)).toEqual({
      decision: 'review',
      reasons: [
        ['under_age', 'birth_date'],
        ['expires_soon', 'expiry_date'],
      ],
    });
  });

  test('that cannot be judged send a case to review', async () => {
    await agent('aged_card', { doc_type_map: { card: 'club_card' }, rules: { min_age: 18 } });
    expect(await judge({ goal: 'aged_card' }, annasCard)).toEqual({
      decision: 'review',
      reasons: [['rule_not_judged', null]],
    });
  });
});

describe('expected data', () => {
  const goal = MEMBERSHIP_AGENT.goal;

  test('that the documents state approves, by the meaning of fields', async () => {
    const expected = { name: 'Anna Maria Eriksson' };
    expect(await judge({ goal, expected }, annasCard, annasLetter)).toEqual({ decision: 'approved', reasons: [] });
    const inParts = { surname: 'Eriksson', given_names: 'Anna Maria' };
    expect((await judge({ goal, expected: inParts }, annasCard, annasLetter)).decision).toBe('approved');
  });

  test('that they contradict, or do not state, is a reason that names the field', async () => {
    const expected = { full_name: 'Robert Smith', birth_date: '1974-08-12' };
    expect(await judge({ goal, expected }, annasCard, annasLetter)).toEqual({
      decision: 'review',
      reasons: [
        ['expected_mismatch', 'full_name'],
        ['expected_not_stated', 'birth_date'],
      ],
    });
  });

  test('is shown to nobody and written to no log', async () => {
    const expected = { full_name: 'Zebulon Quartermaine' };
    const opened = await acme.post('/v1/cases', { goal, expected });
    expect(opened.status).toBe(201);
    expect(JSON.stringify(opened.body)).not.toContain('Zebulon');
    expect(service.output()).not.toContain('Zebulon');
  });

  test.each([
    ['no object', 'Anna', /`expected`/],
    ['a list as value', { full_name: ['Anna'] }, /`expected.full_name`/],
    ['an empty text', { full_name: '  ' }, /^expected must say something of "full_name"/],
    ['a text that is too long', { full_name: 'x'.repeat(501) }, /at most 500 characters of "full_name"/],
    ['too many fields', Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 1])), /at most 50 fields/],
  ])('that is %s is 422', async (_what, expected, sentence) => {
    const answer = await acme.post('/v1/cases', { goal, expected });
    expect(answer.status).toBe(422);
    expect(answer.detail).toMatch(sentence);
  });
});

describe('what a definition cannot demand', () => {
  const map = { doc_type_map: { card: 'club_card' } };
  test.each([
    ['a required type that there is not', { required: ['club_crd'] }, /required names the document type "club_crd"/],
    ['an alternative that there is not', { required: [['club_card', 'x']] }, /required names the document type "x"/],
    [
      'a type that is made of others, of which a case has no document',
      { ...map, required: ['kyc_bundle'] },
      /required names the document type "kyc_bundle", which is made of other types; name these: passport, /,
    ],
    ['no alternative at all', { required: [[]] }, /required/],
    ['sides of a type that there is not', { sides: { crd: 'front_and_back' } }, /sides names the document type "crd"/],
    ['another word for sides', { sides: { club_card: 'both' } }, /sides/],
    ['an unknown rule', { rules: { minimum_age: 18 } }, /rules has the unknown rule "minimum_age"; known are min_age/],
    ['an age that is no number', { rules: { min_age: '18' } }, /min_age/],
    ['a confidence over 1', { rules: { min_confidence: { '*': 1.5 } } }, /min_confidence/],
    [
      'days of a type that there is not',
      { rules: { max_age_days: { bil: 9 } } },
      /max_age_days names the document type/,
    ],
    ['a field that no type has', { ...map, rules: { min_confidence: { shoe: 0.5 } } }, /the field "shoe", which none/],
    ['a key that is misspelt', { require: ['club_card'] }, /"require".*did you mean "required"/],
  ])('%s is 422 and named', async (_what, definition, sentence) => {
    const answer = await acme.post('/v1/agents', { goal: 'refused', name: 'One', definition });
    expect(answer.status).toBe(422);
    expect(answer.detail).toMatch(sentence);
  });

  test('is said by PUT as well, which then changes nothing', async () => {
    const made = await agent('kept', map);
    const put = await acme.put(`/v1/agents/${String(made.body['id'])}`, { definition: { ...map, required: ['x'] } });
    expect(put.status).toBe(422);
    expect((await acme.get(`/v1/agents/${String(made.body['id'])}`)).body['definition']).toEqual(
      made.body['definition'],
    );
  });
});

describe('both sides', () => {
  beforeAll(() => agent('two_sided', { doc_type_map: { card: 'club_card' }, sides: { club_card: 'front_and_back' } }));

  test('of a document have to be there, and labels say which one is', async () => {
    const { session_id } = (await acme.post('/v1/cases', { goal: 'two_sided' })).body;
    const front = await upload(acme, session_id, annasCard, { label: 'front' });
    const lacking = { missing: ['club_card:back'], percent: 50, complete: false };
    expect(front.body['progress']).toMatchObject(lacking);
    const path = `/v1/cases/${String(session_id)}`;
    for (const read of [`${path}/status`, path])
      expect((await acme.get(read)).body).toMatchObject({ progress: lacking });
    const completed = await acme.post(`/v1/cases/${String(session_id)}/complete`);
    expect(completed.body['result']).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'side_missing', document_type: 'club_card' }],
    });
    const both = await judge({ goal: 'two_sided' }, annasCard, await card('Anna M. Eriksson'));
    expect(both.reasons).not.toContainEqual(['side_missing', null]);
  });
});

describe('a type hint that is one letter off a known one', () => {
  const type = { context_id: 'misspelt', display_name: 'Misspelt', output_schema: { total: 'amout', name: 'string' } };

  test('is saved, with a warning in the answer to POST and PUT alone', async () => {
    const made = await acme.post('/v1/document-types', type);
    const warnings = [expect.stringMatching(/^output_schema\.total .*did you mean "amount"\?$/) as unknown];
    expect([made.status, made.body['warnings']]).toEqual([201, warnings]);
    const put = await acme.put('/v1/document-types/misspelt', { prompt_hint: 'Look twice.' });
    expect([put.status, put.body['warnings']]).toEqual([200, warnings]);
    expect((await acme.get('/v1/document-types/misspelt')).body).not.toHaveProperty('warnings');
    const right = await acme.put('/v1/document-types/misspelt', { output_schema: { total: 'amount' } });
    expect(right.body).not.toHaveProperty('warnings');
  });
});
