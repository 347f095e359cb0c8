import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { card, defineMembership, letter, upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';

let service: SharedService;
let acme: Client;
/** A case in review: two documents that name two people. */
let one: string;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  expect((await defineMembership(acme)).status).toBe(201);
  one = await openCase();
  await upload(acme, one, await card('Anna Maria Eriksson'), { filename: 'card.pdf', label: 'Club card' });
  await upload(acme, one, await letter('Robert Smith'), { filename: 'letter.pdf' });
  await acme.post(`/v1/cases/${one}/complete`);
});

const openCase = async (): Promise<string> =>
  String((await acme.post('/v1/cases', { goal: 'membership' })).body['session_id']);
const report = (query = '', id = one) => acme.get(`/v1/cases/${id}/report${query}`);

/** JSON with the keys of every object in order and no white space. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

test('there is no report while a case collects', async () => {
  const collecting = await openCase();
  for (const query of ['', '?format=pdf', '?regenerate=true']) {
    const answer = await report(query, collecting);
    expect([answer.status, answer.detail]).toEqual([
      ...[422, 'The case is still collecting; there is a report once it has ended'],
    ]);
  }
});

test('a report says what was asked for, shown, read, compared and decided, with the hashes to check it by', async () => {
  const { status, body, bytes } = await report();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    case: { session_id: one, tenant_id: service.tenant('acme'), goal: 'membership', status: 'review', erased: false },
    agent: { name: 'Membership', version: '1', required: ['club_card', 'club_letter'], missing: [] },
    decision: { outcome: 'review', reasons: [{ code: 'cross_match_mismatch', effect: 'review', field: 'full_name' }] },
    parties: [{ name: 'Anna Maria Eriksson' }, { name: 'Robert Smith' }],
    documents: [
      { filename: 'card.pdf', label: 'Club card', document_type: 'club_card', status: 'done' },
      { filename: 'letter.pdf', document_type: 'club_letter' },
    ],
    cross_match: { judged: true, agreed: false },
    replay: null,
  });
  const [first] = body['documents'] as { fields: { [key: string]: unknown }[] }[];
  expect(first?.fields).toContainEqual(
    expect.objectContaining({ field: 'full_name', value: 'Anna Maria Eriksson', page: 1, source: 'text_layer' }),
  );
  expect(first?.fields).toContainEqual(expect.objectContaining({ field: 'membership_number', value: '********3-77' }));
  expect(bytes.toString()).not.toContain('HRC-48213');
  const timeline = body['timeline'] as { type: string; by: string }[];
  expect(timeline.map(({ type }) => type)).toEqual([
    ...['CaseOpened', 'DocumentReceived', 'DocumentProcessed', 'DocumentReceived', 'DocumentProcessed'],
    'CaseCompleted',
  ]);
  for (const { by } of timeline) expect(by).toMatch(/^key:/);
  const { report_sha256, ...integrity } = body['integrity'] as { report_sha256: string };
  const hash = createHash('sha256').update(canonical({ ...body, integrity }));
  expect(hash.digest('hex')).toBe(report_sha256);
});

test('a report is kept until something about the case changes, in both forms', async () => {
  const [facts, again] = [await report(), await report()];
  expect(again.bytes.equals(facts.bytes)).toBe(true);
  const [pdf, samePdf] = [await report('?format=pdf'), await report('?format=pdf')];
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toBe(`attachment; filename=report_${one}.pdf`);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(samePdf.bytes.equals(pdf.bytes)).toBe(true);

  const anew = await report('?regenerate=true');
  expect(anew.body['generated_at']).not.toBe(facts.body['generated_at']);
  const historyOf = ({ body }: typeof anew) => (body['integrity'] as { history: object }).history;
  expect(historyOf(anew)).toEqual(historyOf(facts));

  await acme.patch(`/v1/cases/${one}/decision`, { decision: 'deny', reason: 'Two people.' });
  const denied = await report();
  expect(denied.body).toMatchObject({
    case: { status: 'denied' },
    decision: {
      outcome: 'denied',
      decision_reason: 'Two people.',
      decided_by: expect.stringMatching(/^key:/) as string,
    },
  });
  expect(historyOf(denied)).not.toEqual(historyOf(facts));
  expect((await report('?format=pdf')).bytes.equals(pdf.bytes)).toBe(false);
});

test('a report is refused to other tenants, and in forms there are not', async () => {
  const globex = await service.withKey(service.tenant('globex'));
  expect((await globex.get(`/v1/cases/${one}/report`)).status).toBe(404);
  expect((await report('?format=xml')).status).toBe(422);
  expect((await report('?regenerate=1')).status).toBe(422);
});
