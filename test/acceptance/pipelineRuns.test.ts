import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderInvoice, renderPassport, type Specimen } from '../../specimens/index.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let platform: Client;
let passport: Specimen;
/** The answer to the passport. */
let answered: Answer;
/** A small page with nothing on it, which is quick to read. */
let page: Buffer;

beforeAll(async () => {
  service = await startService();
  platform = service.platform;
  passport = await renderPassport();
  page = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  answered = await run(platform, { bytes: passport.bytes, input: { filename: passport.filename } });
});

afterAll(() => service.stop());

const RUN = '/v1/pipeline/run';
const TYPES = '/v1/document-types';
const MIB = 1024 * 1024;

interface Sent {
  bytes?: Buffer;
  /** Replaces fields of the input. */
  input?: { [field: string]: unknown };
  [field: string]: unknown;
}

/** Runs the small page, or what is given instead, as a passport. */
const run = (client: Client, { bytes = page, input, ...body }: Sent): Promise<Answer> =>
  client.post(RUN, {
    context_id: 'passport',
    input: { data: bytes.toString('base64'), mime_type: 'image/png', filename: 'page.png', ...input },
    ...body,
  });

const resultOf = (answer: Answer) =>
  answer.body['result'] as { [key: string]: unknown; extracted: { [field: string]: unknown } };

describe('POST /v1/pipeline/run', () => {
  test('answers 200 with the execution, its steps in order and the result', () => {
    const answer = answered;
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      execution_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      context_id: 'passport',
      tenant_id: '',
      status: 'completed',
      input_filename: passport.filename,
      file_url: `/v1/pipeline/executions/${String(answer.body['execution_id'])}/file`,
    });
    const steps = answer.body['steps'] as { order: number; status: string; duration_ms: number }[];
    expect(steps.map(({ order }) => order)).toEqual(steps.map((_, index) => index));
    for (const step of steps) {
      expect(step.status).toBe('success');
      expect(step.duration_ms).toBeGreaterThanOrEqual(0);
    }
    expect(answer.body['total_ms']).toBeGreaterThan(0);
    const result = resultOf(answer);
    expect(result['document_type']).toBe('passport');
    expect(result['confidence']).toMatch(/^[01](\.\d+)?$/);
    expect(Object.keys(result)).toEqual(
      expect.arrayContaining(['extracted', 'confidences', 'coordinates', 'raw', 'sources', 'valid', 'violations']),
    );
  });

  test('can be read afterwards, as it was answered', async () => {
    const read = await platform.get(`/v1/pipeline/executions/${String(answered.body['execution_id'])}`);
    expect([read.status, read.body]).toEqual([200, answered.body]);
  });

  test('reads PDFs, and tells what a file is by its content, not by what it is called', async () => {
    const invoice = await renderInvoice();
    const answer = await run(platform, { context_id: 'invoice', bytes: invoice.bytes });
    expect(answer.body).toMatchObject({ status: 'completed', input_mime_type: 'application/pdf' });
  });

  test.each([
    ['image/jpeg', 'jpeg'],
    ['image/webp', 'webp'],
    ['image/tiff', 'tiff'],
    ['image/gif', 'gif'],
  ] as const)('takes %s', async (mime_type, format) => {
    const bytes = await sharp(page).toFormat(format).toBuffer();
    const answer = await run(platform, { bytes, input: { mime_type: 'text/plain' } });
    expect(answer.body).toMatchObject({ status: 'completed', input_mime_type: mime_type });
  });

  test('uses the type of the tenant before the global one', async () => {
    const tenant = await service.withKey('own_type');
    await tenant.post(TYPES, {
      context_id: 'passport',
      display_name: 'Mine',
      output_schema: { surname: 'string or null' },
    });
    expect((await run(tenant, {})).body).toMatchObject({ context_display_name: 'Mine', tenant_id: 'own_type' });
  });

  test('the platform may run for a tenant', async () => {
    const answer = await run(platform, { tenant_id: 'served' });
    expect(answer.body['tenant_id']).toBe('served');
    const tenant = await service.withKey('served');
    expect((await tenant.get(`/v1/pipeline/executions/${String(answer.body['execution_id'])}`)).status).toBe(200);
  });

  test('masks what its rules say is to be masked, in every part of the answer', async () => {
    const tenant = await service.withKey('masking');
    await tenant.post(TYPES, {
      context_id: 'masked_passport',
      display_name: 'Masked',
      output_schema: { document_number: 'string or null', surname: 'string or null' },
      validation_rules: { document_number: { mask: true } },
      pipeline_steps: ['mrz', 'extract', 'validate'],
    });
    const answer = await run(tenant, { bytes: passport.bytes, context_id: 'masked_passport' });
    expect(resultOf(answer).extracted['document_number']).toBe('*****3967');
    const id = String(answer.body['execution_id']);
    for (const { bytes } of [
      answer,
      await tenant.get(`/v1/pipeline/executions/${id}`),
      await tenant.get('/v1/pipeline/executions'),
    ]) {
      expect(bytes.toString()).not.toContain('U48213967');
    }
  });

  test('runs the members of a composite type in parallel, whatever sync says, with one result for each', async () => {
    await platform.post(TYPES, {
      context_id: 'two_in_one',
      display_name: 'Two in one',
      output_schema: {},
      pipeline_steps: ['type:passport', 'type:receipt'],
    });
    for (const sync of [true, false]) {
      const answer = await run(platform, { context_id: 'two_in_one', sync });
      expect(answer.status).toBe(200);
      expect(Object.keys(resultOf(answer)).sort()).toEqual(['passport', 'receipt']);
      expect((answer.body['steps'] as { tool: string }[]).map(({ tool }) => tool)).toEqual([
        'type:passport',
        'type:receipt',
      ]);
    }
  });

  test('a blank page is completed, with nothing made up', async () => {
    const answer = await run(platform, {});
    expect(answer.body['status']).toBe('completed');
    expect(new Set(Object.values(resultOf(answer).extracted))).toEqual(new Set([null]));
  });
});

describe('files that cannot be read', () => {
  test.each([
    ['the signature of a PNG and nothing else', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a JPEG that ends after its first bytes', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a PDF of nonsense', Buffer.from('%PDF-1.7 nonsense')],
    ['a GIF of nonsense', Buffer.from('GIF89a nonsense')],
    ['a BMP of nonsense', Buffer.from('BM nonsense nonsense nonsense nonsense')],
    ['a TIFF of nonsense', Buffer.from('49492a00ffffffff', 'hex')],
    ['a WebP of nonsense', Buffer.from('RIFF\x10\0\0\0WEBPVP8 nonsense', 'latin1')],
  ])('%s is 200 with the status failed and a reason', async (_what, bytes) => {
    const answer = await run(platform, { bytes });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'failed',
      result: {},
      error: expect.stringMatching(/\w+ \w+/) as unknown,
    });
  });

  test.each([
    ['text', Buffer.from('hello')],
    ['HTML', Buffer.from('<html>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a ZIP', Buffer.from('504b0304', 'hex')],
    ['one byte', Buffer.from('x')],
    ['an image behind other bytes', Buffer.from('00ffd8ff', 'hex')],
  ])('%s is 415, whatever it is called', async (_what, bytes) => {
    const answer = await run(platform, { bytes });
    expect([answer.status, String(answer.detail).includes('input.data')]).toEqual([415, true]);
  });

  test('an empty file is 422', async () => {
    const answer = await run(platform, { input: { data: '' } });
    expect([answer.status, answer.detail]).toEqual([422, 'The field `input.data` holds an empty file']);
  });

  test.each([
    '/9j/4A',
    '/9j/4AA',
    '/9j_4AAA',
    '/9j/\n4AAA',
    ' /9j/4AA',
    '/9j/4B==',
    'data:image/png;base64,/9j/4A==',
    '====',
    '/9j/4A==/9j/4A==',
    'ü',
  ])('%j is no base64, and 422', async (data) => {
    const answer = await run(platform, { input: { data } });
    expect([answer.status, String(answer.detail).includes('base64')]).toEqual([422, true]);
  });

  test('20 MiB is taken, one byte more is 413', async () => {
    const sized = (size: number): Buffer => {
      const bytes = Buffer.alloc(size);
      bytes.write('ffd8ff', 'hex');
      return bytes;
    };
    expect((await run(platform, { bytes: sized(20 * MIB) })).body['status']).toBe('failed');
    const answer = await run(platform, { bytes: sized(20 * MIB + 1) });
    expect([answer.status, String(answer.detail).includes('20 MiB')]).toEqual([413, true]);
    expect((await run(platform, { bytes: sized(30 * MIB) })).status).toBe(413);
  });
});

describe('what is refused', () => {
  test.each([
    ['context_id', { context_id: 7 }],
    ['input.filename', { input: { filename: 7 } }],
    ['input.data', { input: { data: 7 } }],
    ['input.mime_type', { input: { mime_type: null } }],
    ['sync', { sync: 'true' }],
    ['sync', { sync: 1 }],
    ['tenant_id', { tenant_id: 'a b' }],
    ['webhook_url', { webhook_url: 'ftp://example.com' }],
    ['webhook_url', { webhook_url: 'example.com' }],
    ['webhook_url', { webhook_url: 'https://user:pass@example.com' }],
    ['webhook_url', { webhook_url: 'http://127.0.0.1/hook' }],
    ['webhook_url', { webhook_url: 'http://0x7f000001/hook' }],
    ['webhook_url', { webhook_url: 'http://2130706433/hook' }],
    ['webhook_url', { webhook_url: 'http://10.1.2.3/hook' }],
    ['webhook_url', { webhook_url: 'http://169.254.169.254/latest' }],
    ['webhook_url', { webhook_url: 'http://100.64.0.1/hook' }],
    ['webhook_url', { webhook_url: 'http://[::1]/hook' }],
    ['webhook_url', { webhook_url: 'http://[::ffff:10.0.0.1]/hook' }],
    ['webhook_url', { webhook_url: 'http://[64:ff9b::7f00:1]/hook' }],
    ['webhook_url', { webhook_url: 'http://[fd00::1]/hook' }],
  ])('a wrong %s is 422 and named: %j', async (field, sent) => {
    const answer = await run(platform, sent);
    expect([answer.status, String(answer.detail).includes(field)]).toEqual([422, true]);
  });

  test('missing fields are 422 and named', async () => {
    expect((await platform.post(RUN, {})).detail).toContain('context_id');
    expect((await platform.post(RUN, { context_id: 'passport' })).detail).toContain('input');
    expect((await platform.post(RUN, { context_id: 'passport', input: {} })).detail).toContain('input.data');
    expect((await platform.post(RUN, { context_id: 'passport', input: [] })).detail).toContain('input');
  });

  test("an unknown type and another tenant's look the same: 404", async () => {
    const owner = await service.withKey('owner');
    await owner.post(TYPES, { context_id: 'owned', display_name: 'x', output_schema: {} });
    const other = await service.withKey('other');
    const [foreign, unknown] = [await run(other, { context_id: 'owned' }), await run(other, { context_id: 'ghost' })];
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(String(foreign.detail).replace('owned', 'ghost')).toBe(unknown.detail);
  });

  test('a disabled type is 400', async () => {
    await platform.post(TYPES, { context_id: 'off', display_name: 'x', output_schema: {}, enabled: false });
    for (const sync of [true, false]) expect((await run(platform, { context_id: 'off', sync })).status).toBe(400);
  });
});

describe('extra fields of the input', () => {
  test('are taken, whatever they are', async () => {
    const answer = await run(platform, { input: { page: 1, hints: { deep: [null, true, { x: 1 }] } } });
    expect(answer.body['status']).toBe('completed');
  });
});
