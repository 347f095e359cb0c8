import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tarGzOf, tarOf, zipOf } from '../support/archives.js';
import { until } from '../support/until.js';
import { card, defineMembership, letter } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { textPdf } from './support/textPdf.js';

const RUN = '/v1/agent/run';

let service: Service;
let acme: Client;
let annasCard: Buffer;
let annasLetter: Buffer;
let receiver: Server;
const received: { id: string; body: string }[] = [];

beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_WORKER_INTERVAL: '0.2' });
  acme = await service.withKey('acme');
  expect((await defineMembership(acme)).status).toBe(201);
  annasCard = await card('Anna Maria Eriksson');
  annasLetter = await letter('ERIKSSON Anna Maria');
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ id: String(request.headers['webhook-id']), body: Buffer.concat(chunks).toString() });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});

afterAll(async () => {
  await service.stop();
  receiver.close();
});

const pdf = (bytes: Buffer, filename = 'page.pdf') => ({
  ...{ data: bytes.toString('base64'), mime_type: 'application/pdf', filename },
});
const run = (body: object, client = acme, headers = {}): Promise<Answer> =>
  client.post(RUN, { goal: 'membership', ...body }, headers);
const archived = (bytes: Buffer, filename?: string): Promise<Answer> =>
  run({ archive: { data: bytes.toString('base64'), ...(filename !== undefined && { filename }) } });
const idOf = (answer: Answer): string => String(answer.body['execution_id']);
const read = (answer: Answer): Promise<Answer> => acme.get(`/v1/pipeline/executions/${idOf(answer)}`);
const ended = (answer: Answer): Promise<Answer> =>
  until(async () => {
    const one = await read(answer);
    return one.body['status'] === 'running' ? undefined : one;
  }, 120_000);
const webhookOf = (answer: Answer): Promise<string> =>
  until(() => received.find(({ id }) => id === idOf(answer))?.body, 120_000);
const hook = (): string => `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hook`;

describe('a run of documents', () => {
  test('answers with a phase for each type, and with what a case would come to', async () => {
    const answer = await run({ documents: [pdf(annasCard, 'card.pdf'), pdf(annasLetter, 'letter.pdf')] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      ...{ status: 'completed', context_id: 'agent:membership', context_display_name: 'Membership' },
      phases: [
        {
          ...{ doc_type: 'club_card', status: 'completed', valid: true, violations: [] },
          extracted: { full_name: 'Anna Maria Eriksson', membership_number: '********3-77' },
        },
        { doc_type: 'club_letter', status: 'completed', valid: true },
      ],
      result: {
        ...{ decision: 'approved', reasons: [], skipped: [] },
        cross_match: { judged: true, agreed: true, fields: { full_name: { agreed: true, score: 1 } } },
        progress: { collected: ['club_card', 'club_letter'], percent: 100, complete: true },
      },
      steps: [
        { tool: 'document', order: 0, status: 'success', output: { filename: 'card.pdf' } },
        { tool: 'document', order: 1, status: 'success', output: { filename: 'letter.pdf' } },
      ],
    });
    expect(JSON.stringify(answer.body)).not.toContain('HRC-48213');
    expect((await read(answer)).body).toEqual(answer.body);
    const file = await acme.get(String(answer.body['file_url']));
    expect(file.bytes.equals(annasCard)).toBe(true);
  });

  test('whose names differ is for review, and says which field and why', async () => {
    const { body } = await run({ documents: [pdf(annasCard), pdf(await letter('Robert Smith'))] });
    expect(body).toMatchObject({
      status: 'completed',
      result: {
        decision: 'review',
        reasons: [{ code: 'cross_match_mismatch', field: 'full_name' }],
        cross_match: { agreed: false },
      },
    });
  });

  test('names what it could not read or place, and judges the rest', async () => {
    const documents = [
      pdf(annasCard),
      pdf(Buffer.from('%PDF-1.7 and then nothing'), 'broken.pdf'),
      pdf(await textPdf('Nothing in particular')),
    ];
    const { body } = await run({ documents });
    expect(body).toMatchObject({
      status: 'completed',
      phases: [
        { doc_type: 'club_card', status: 'completed' },
        { doc_type: 'unknown', status: 'failed' },
      ],
      steps: [{ status: 'success' }, { status: 'failed', error: expect.any(String) as unknown }, { status: 'success' }],
      result: { decision: 'review', progress: { missing: ['club_letter'] } },
    });
  });

  test('of which none can be read is failed, which is no error', async () => {
    const answer = await run({ documents: [pdf(Buffer.from('%PDF-1.7 and then nothing'))] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'failed', error: expect.any(String) as unknown, result: {} });
  });

  test('is listed as an execution, unless only pipelines are asked for', async () => {
    const id = idOf(await run({ documents: [pdf(annasCard)] }));
    const idsOf = async (query: string) =>
      (await acme.get(`/v1/pipeline/executions${query}`)).list.map((one) => one['execution_id']);
    expect(await idsOf('')).toContain(id);
    expect(await idsOf('?pipeline_only=true')).not.toContain(id);
  });
});

describe('a run of an archive', () => {
  test.each([
    ['zip', 'application/zip', (front: Buffer, back: Buffer) => Promise.resolve(zipOf(...scans(front, back)))],
    ['tar', 'application/x-tar', (front: Buffer, back: Buffer) => tarOf(...scans(front, back))],
    ['tar.gz', 'application/gzip', (front: Buffer, back: Buffer) => tarGzOf(...scans(front, back))],
  ])('reads what is in a %s, and names what it passes over', async (_kind, mime_type, packed) => {
    const archive = await packed(annasCard, annasLetter);
    const answer = await archived(archive, 'customer.bin');
    expect(answer.body).toMatchObject({
      ...{ status: 'completed', input_filename: 'customer.bin', input_mime_type: mime_type },
      phases: [{ doc_type: 'club_card' }, { doc_type: 'club_letter' }],
      result: {
        decision: 'approved',
        skipped: [
          { filename: '../evil.pdf', reason: 'has a path that leads out of the archive' },
          { filename: '__MACOSX/._card.pdf', reason: 'is hidden' },
          { filename: 'notes.txt', reason: expect.stringContaining('not of an accepted kind') as unknown },
          { filename: 'more.zip', reason: 'is an archive inside the archive' },
        ],
      },
    });
    const file = await acme.get(String(answer.body['file_url']));
    expect([file.headers.get('content-type'), file.bytes.equals(archive)]).toEqual([mime_type, true]);
  });

  test.each([
    [400, 'is encrypted', () => zipOf({ name: 'card.pdf', bytes: annasCard, encrypted: true })],
    [400, 'holds no file of an accepted kind', () => zipOf({ name: 'notes.txt', bytes: Buffer.from('Hello') })],
    [400, 'neither zip, tar nor tar.gz', () => annasCard],
    [400, 'is damaged', () => zipOf({ name: 'card.pdf', bytes: annasCard }).subarray(0, 300)],
    [413, 'more than 200 files', () => zipOf(...Array.from({ length: 201 }, (_, n) => named(`${n}.pdf`)))],
    [413, 'times its size', () => zipOf({ name: 'zeros.pdf', bytes: Buffer.alloc(19 * 1024 * 1024) })],
    [413, 'a file of more than 20 MiB', () => zipOf({ name: 'long.pdf', bytes: Buffer.alloc(21 * 1024 * 1024) })],
  ])('is %i where it %s', async (status, detail, packed) => {
    const answer = await archived(packed());
    expect([answer.status, answer.detail]).toEqual([status, expect.stringContaining(detail)]);
  });
});

const named = (name: string) => ({ name, bytes: Buffer.from('%PDF-1.7') });
const scans = (front: Buffer, back: Buffer) => [
  { name: '../evil.pdf', bytes: front },
  { name: 'scans/card.pdf', bytes: front },
  { name: '__MACOSX/._card.pdf', bytes: front },
  { name: 'notes.txt', bytes: Buffer.from('Hello') },
  { name: 'scans/letter.pdf', bytes: back },
  { name: 'more.zip', bytes: zipOf({ name: 'card.pdf', bytes: front }) },
];

describe('a run with sync: false', () => {
  test('answers running at once, and its webhook carries what a read of it shows then', async () => {
    const documents = [pdf(annasCard), pdf(annasLetter)];
    const answer = await run({ documents, sync: false, webhook_url: hook() });
    expect([answer.status, answer.body]).toMatchObject([200, { status: 'running', phases: [], steps: [], result: {} }]);
    const done = await ended(answer);
    expect(done.body).toMatchObject({
      ...{ status: 'completed', result: { decision: 'approved', cross_match: { agreed: true } } },
      phases: [{ doc_type: 'club_card' }, { doc_type: 'club_letter' }],
    });
    expect(JSON.parse(await webhookOf(answer))).toEqual(done.body);
  });

  test('unpacks its archive behind the answer, and fails where nothing in it can be read', async () => {
    const archive = { data: zipOf(named('broken.pdf')).toString('base64') };
    const done = await ended(await run({ archive, sync: false }));
    expect(done.body).toMatchObject({ status: 'failed', error: expect.any(String) as unknown });
  });

  test('of more than 1.5 MB of base64 answers with the result, and sends the webhook as well', async () => {
    // What follows the end of a PDF is no part of it.
    const large = Buffer.concat([annasCard, Buffer.alloc(1_200_000, '\n')]);
    const answer = await run({ documents: [pdf(large), pdf(annasLetter)], sync: false, webhook_url: hook() });
    expect(answer.body).toMatchObject({ status: 'completed', result: { decision: 'approved' } });
    expect(JSON.parse(await webhookOf(answer))).toEqual((await read(answer)).body);
  });

  test('only then sends a webhook', async () => {
    const direct = await run({ documents: [pdf(annasCard)], webhook_url: hook() });
    await webhookOf(await run({ documents: [pdf(annasCard)], sync: false, webhook_url: hook() }));
    expect(received.map(({ id }) => id)).not.toContain(idOf(direct));
  });
});

describe('a run is refused', () => {
  test.each([
    [422, /`documents`/, () => ({})],
    [422, /`documents`/, () => ({ documents: [] })],
    [422, /`documents` and `archive`/, () => ({ documents: [pdf(annasCard)], archive: { data: 'QQ==' } })],
    [422, /documents\.1\.data/, () => ({ documents: [pdf(annasCard), { ...pdf(annasCard), data: '§' }] })],
    [422, /archive\.data/, () => ({ archive: { data: '' } })],
    [422, /documents/, () => ({ documents: Array.from({ length: 201 }, () => pdf(annasCard)) })],
    [422, /sync/, () => ({ documents: [pdf(annasCard)], sync: 'false' })],
    [422, /webhook_url/, () => ({ documents: [pdf(annasCard)], sync: false, webhook_url: 'ftp://example.com' })],
    [415, /documents\.0\.data/, () => ({ documents: [pdf(Buffer.from('MZ a program'))] })],
    [413, /20 MiB/, () => ({ documents: [pdf(Buffer.concat([annasCard, Buffer.alloc(20 * 1024 * 1024)]))] })],
    [404, /no agent for the goal/, () => ({ documents: [pdf(annasCard)], goal: 'nobody' })],
    [400, /resting is not deployed/, () => ({ documents: [pdf(annasCard)], goal: 'resting' })],
    [400, /document type ghost/, () => ({ documents: [pdf(annasCard)], goal: 'haunted' })],
    [403, /tenant/, () => ({ documents: [pdf(annasCard)], tenant_id: 'globex' })],
  ])('with %i and %s', async (status, detail, body) => {
    if (status === 400) {
      await acme.post('/v1/agents', { goal: 'resting', name: 'Resting' });
      await acme.post('/v1/document-types', { context_id: 'ghost', display_name: 'Ghost', output_schema: {} });
      const definition = { doc_type_map: { ghost: 'ghost' } };
      await acme.post('/v1/agents', { goal: 'haunted', name: 'Haunted', deployed: true, definition });
      await acme.delete('/v1/document-types/ghost');
    }
    const answer = await run(body());
    expect([answer.status, answer.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  test('with 404 for the goal of another tenant', async () => {
    const globex = await service.withKey('globex');
    expect((await run({ documents: [pdf(annasCard)] }, globex)).status).toBe(404);
  });

  test('with 503 while the broker is away and sync is false', async () => {
    const cut = await startService({ KAFKA_BROKERS: '127.0.0.1:1', ROLES: 'api,projector' });
    try {
      expect((await defineMembership(cut.platform)).status).toBe(201);
      const documents = [pdf(annasCard)];
      expect((await run({ documents, sync: false }, cut.platform)).status).toBe(503);
      expect((await cut.platform.get('/v1/pipeline/executions')).list).toEqual([]);
    } finally {
      await cut.stop();
    }
  });
});

test('a run is executed once for an idempotency key, of twenty requests at once', async () => {
  const tenant = await service.withKey('once');
  await defineMembership(tenant);
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = { documents: [pdf(annasCard), pdf(annasLetter)] };
  const answers = await Promise.all(Array.from({ length: 20 }, () => run(body, tenant, headers)));
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const again = await run(body, tenant, headers);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  for (const { status, bytes } of answers) if (status === 200) expect(bytes.equals(again.bytes)).toBe(true);
  expect((await tenant.get('/v1/pipeline/executions')).list).toHaveLength(1);
  expect((await run({ documents: [pdf(annasCard)] }, tenant, headers)).status).toBe(422);
});
