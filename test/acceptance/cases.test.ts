import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, form, letter, upload } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';
import { textPdf } from './support/textPdf.js';

const CASES = '/v1/cases';

let service: SharedService;
let acme: Client;
let annasCard: Buffer;
let annasLetter: Buffer;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  expect((await defineMembership(acme)).status).toBe(201);
  annasCard = await card('Anna Maria Eriksson');
  annasLetter = await letter('ERIKSSON Anna Maria');
});

const open = async (client = acme, body: object = {}): Promise<string> => {
  const answer = await client.post(CASES, { goal: 'membership', ...body });
  expect(answer.status).toBe(201);
  return String(answer.body['session_id']);
};
const get = (id: string, client = acme): Promise<Answer> => client.get(`${CASES}/${id}`);
const complete = (id: string): Promise<Answer> => acme.post(`${CASES}/${id}/complete`);
const documentsOf = (answer: Answer) => answer.body['documents'] as { [field: string]: unknown }[];

describe('POST /v1/cases', () => {
  test('opens an empty case that says what it needs', async () => {
    const answer = await acme.post(CASES, { goal: 'membership' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...{ tenant_id: service.tenant('acme'), goal: 'membership', client_reference_id: null, status: 'collecting' },
      ...{ documents: [], extractions: {}, result: {} },
      progress: {
        ...{ required: ['club_card', 'club_letter'], collected: [], missing: ['club_card', 'club_letter'] },
        ...{ failed: [], percent: 0, complete: false },
      },
    });
    expect((await get(String(answer.body['session_id']))).body).toEqual(answer.body);
  });

  test('opens one case for a reference, of twenty requests at once', async () => {
    const client_reference_id = `customer-${randomUUID()}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => acme.post(CASES, { goal: 'membership', client_reference_id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body['session_id'])).size).toBe(1);
    const other = await acme.post(CASES, { goal: 'another_goal', client_reference_id });
    expect([other.status, other.body['session_id']]).toEqual([200, answers[0]?.body['session_id']]);
    const { list } = await acme.get(`${CASES}?client_reference_id=${client_reference_id}`);
    expect(list.map((one) => one['session_id'])).toEqual([other.body['session_id']]);
    expect(list[0]).not.toHaveProperty('documents');
  });

  test('needs a goal whose agent is deployed and can work', async () => {
    expect((await acme.post(CASES, { goal: 'nobody' })).status).toBe(404);
    await acme.post('/v1/agents', { goal: 'resting', name: 'Resting' });
    const resting = await acme.post(CASES, { goal: 'resting' });
    expect([resting.status, resting.detail]).toEqual([400, 'The agent resting is not deployed']);
    await acme.post('/v1/document-types', { context_id: 'ghost', display_name: 'Ghost', output_schema: {} });
    const definition = { doc_type_map: { ghost: 'ghost' } };
    await acme.post('/v1/agents', { goal: 'haunted', name: 'Haunted', deployed: true, definition });
    await acme.delete('/v1/document-types/ghost');
    const haunted = await acme.post(CASES, { goal: 'haunted' });
    expect([haunted.status, haunted.detail]).toEqual([400, expect.stringContaining('document type ghost')]);
  });

  test('is a matter of the tenant', async () => {
    const id = await open();
    const globex = await service.withKey(service.tenant('globex'));
    expect((await get(id, globex)).status).toBe(404);
    expect((await upload(globex, id, annasCard)).status).toBe(404);
    expect((await globex.post(CASES, { goal: 'membership' })).status).toBe(404);
    expect((await globex.get(CASES)).list).toEqual([]);
    expect((await service.platform.get(`${CASES}?limit=200`)).list.map((one) => one['session_id'])).toContain(id);
  });
});

describe('a document of a case', () => {
  test('is read at once, counted and masked, and can be downloaded', async () => {
    const id = await open();
    const answer = await upload(acme, id, annasCard, { filename: 'my "card"\r\n é.pdf' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...{ status: 'done', document_type: 'club_card', valid: true, violations: [] },
      extracted: { full_name: 'Anna Maria Eriksson', membership_number: '********3-77' },
      progress: { collected: ['club_card'], missing: ['club_letter'], percent: 50 },
    });
    const one = await get(id);
    const [document] = documentsOf(one);
    expect(document).toMatchObject({ doc_index: 0, mime_type: 'application/pdf', size_bytes: annasCard.length });
    expect(one.body['extractions']).toEqual({ club_card: answer.body['extracted'] });
    expect(JSON.stringify(one.body)).not.toContain('HRC-48213');
    const file = await acme.get(String(document?.['file_url']), { Range: 'bytes=0-4' });
    expect([file.status, file.bytes.toString()]).toEqual([206, '%PDF-']);
    expect(file.headers.get('content-disposition')).toMatch(/^inline; filename="[ -~]*"; filename\*=UTF-8''/);
    expect(file.headers.get('cache-control')).toBe('private, max-age=3600');
    expect((await acme.get(String(document?.['file_url']))).bytes.equals(annasCard)).toBe(true);
  });

  test('that is there already is read again and said to be the same', async () => {
    const id = await open();
    const first = await upload(acme, id, annasCard);
    const second = await upload(acme, id, annasCard);
    expect(second.body['duplicate_of']).toBe(first.body['doc_id']);
  });

  test('of no known type is done and not collected; one that does not decode is failed with a reason', async () => {
    const id = await open();
    const strange = await upload(acme, id, await textPdf('Nothing in particular'), { label: 'club_card' });
    expect(strange.body).toMatchObject({ status: 'done', document_type: 'unknown', progress: { collected: [] } });
    const broken = await upload(acme, id, Buffer.from('%PDF-1.7 and then nothing'), { label: 'Club card' });
    expect(broken.status).toBe(200);
    expect(broken.body).toMatchObject({
      ...{ status: 'failed', error: expect.stringMatching(/./) as unknown, document_type: '' },
      progress: { failed: ['club_card'] },
    });
  });

  test('is refused by what it is', async () => {
    const id = await open();
    const path = `${CASES}/${id}/documents`;
    const status = async (sent: { raw: Buffer; headers: Record<string, string> }) =>
      (await acme.send('POST', path, sent)).status;
    expect(await status(await form(undefined, { label: 'x' }))).toBe(422);
    expect(await status(await form({ bytes: Buffer.alloc(0) }))).toBe(422);
    expect(await status(await form({ bytes: Buffer.from('MZ this is a program') }))).toBe(415);
    expect(await status(await form({ bytes: annasCard }, { label: 'x'.repeat(256) }))).toBe(422);
    const large = Buffer.concat([annasCard, Buffer.alloc(20 * 1024 * 1024)]);
    expect(await status(await form({ bytes: large }))).toBe(413);
    expect((await acme.post(path, { file: 'x' })).status).toBe(415);
    const cut = await form({ bytes: annasCard });
    expect(await status({ ...cut, raw: cut.raw.subarray(0, 400) })).toBe(400);
    expect((await upload(acme, randomUUID(), Buffer.from('x'))).status).toBe(404);
    expect((await upload(acme, 'no-id', annasCard)).status).toBe(422);
    expect(documentsOf(await get(id))).toEqual([]);
  });

  test('is taken in once for an idempotency key, of twenty requests at once', async () => {
    const id = await open();
    const headers = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(acme, id, annasCard, { headers })));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const again = await upload(acme, id, annasCard, { headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const { status, bytes } of answers) if (status === 200) expect(bytes.equals(again.bytes)).toBe(true);
    expect((await upload(acme, id, annasLetter, { headers })).status).toBe(422);
    const documents = documentsOf(await get(id));
    expect(documents.map((one) => one['doc_id'])).toEqual([again.body['doc_id']]);
    expect((await acme.get(String(documents[0]?.['file_url']))).bytes.equals(annasCard)).toBe(true);
  });

  test('has its place, however many are sent at once', async () => {
    const id = await open();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(acme, id, annasCard)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    const documents = documentsOf(await get(id));
    expect(documents.map((one) => one['doc_index'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(documents.every((one) => one['status'] === 'done')).toBe(true);
  });
});

describe('completing a case', () => {
  test('whose documents are there and agree completes it, once', async () => {
    const id = await open();
    await upload(acme, id, annasCard);
    await upload(acme, id, annasLetter);
    const answer = await complete(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...{ session_id: id, status: 'completed' },
      result: { decision: 'approved', reasons: [], cross_match: { judged: true, agreed: true } },
    });
    const status = await acme.get(`${CASES}/${id}/status`);
    expect(status.body).toMatchObject({ status: 'completed', completed: true, progress: { percent: 100 } });
    expect((await complete(id)).status).toBe(409);
    const late = await upload(acme, id, annasCard);
    expect([late.status, late.detail]).toEqual([409, 'The case is completed, so it takes no more documents']);
    expect((await acme.patch(`${CASES}/${id}/decision`, { decision: 'approve' })).status).toBe(409);
  });

  test('whose names differ leads to a review, which one of two decisions ends', async () => {
    const id = await open();
    await upload(acme, id, annasCard);
    await upload(acme, id, await letter('Robert Smith'));
    const answer = await complete(id);
    expect(answer.body).toMatchObject({ status: 'review', result: { decision: 'review' } });
    const decide = (decision: string) => acme.patch(`${CASES}/${id}/decision`, { decision, reason: 'Seen' });
    const answers = await Promise.all([decide('approve'), decide('deny')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.find(({ status }) => status === 200);
    expect((await get(id)).body).toMatchObject({
      status: won?.body['status'],
      result: { decision_reason: 'Seen', decided_by: expect.stringMatching(/^key:/) as unknown },
    });
    expect((await decide('maybe')).status).toBe(422);
  });

  test('without a usable document fails it', async () => {
    expect((await complete(await open())).body).toMatchObject({ status: 'failed', result: { decision: 'failed' } });
  });
});

describe('replaying a case', () => {
  test('reads its documents again with the agent of now, in a new case', async () => {
    const id = await open(acme, { client_reference_id: randomUUID() });
    await upload(acme, id, annasCard);
    await complete(id);
    const before = await get(id);
    const answer = await acme.post(`${CASES}/${id}/replay`);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status: 'collecting', client_reference_id: null, result: { replay_of: id } });
    expect(documentsOf(answer)).toMatchObject([{ status: 'pending', filename: 'page.pdf' }]);
    const replayed = await until(async () => {
      const one = await get(String(answer.body['session_id']));
      return (one.body['result'] as { comparison?: unknown }).comparison ? one : undefined;
    }, 120_000);
    expect(replayed.body).toMatchObject({
      extractions: before.body['extractions'],
      result: { replay_of: id, comparison: { session_id: id, changed: 0, documents: [{ changed: false }] } },
    });
    expect((await get(id)).body).toEqual(before.body);
  });
});
