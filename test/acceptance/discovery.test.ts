import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderInvoice } from '../../specimens/index.js';
import { blankPage } from './support/blankPage.js';
import type { Answer, Client } from './support/client.js';
import { pass } from './support/clubPasses.js';
import { sharedService, type SharedService } from './support/sharedService.js';
import { textPdf } from './support/textPdf.js';

let service: SharedService;
let acme: Client;
let globex: Client;

beforeAll(async () => {
  service = await sharedService();
  acme = await service.withKey(service.tenant('acme'));
  globex = await service.withKey(service.tenant('globex'));
});

const sample = (bytes: Uint8Array, mime_type = 'application/pdf') => ({
  ...{ data: Buffer.from(bytes).toString('base64'), mime_type },
});

/** A document of a kind that nobody has a type of. */
const moorage = (holder: string, berth: string, from: string): Promise<Buffer> =>
  textPdf(
    'Moorage certificate',
    `Berth holder: ${holder}`,
    `Berth: ${berth}`,
    `Hull identification number: GB-HRC${berth.length}1234A202`,
    `Valid from: ${from}`,
    'Annual fee: 1,250.00 EUR',
  );

const ownTypes = async (client: Client, tenant: string): Promise<unknown[]> =>
  (await client.get(`/v1/document-types?tenant_id=${tenant}`)).list.map(({ context_id }) => context_id);

const saved = ({ body }: Answer) => {
  const { context_id, display_name, category, classify_hints, prompt_hint } = body;
  const output_schema = body['suggested_schema'];
  return {
    context_id,
    display_name,
    category,
    classify_hints,
    prompt_hint,
    output_schema,
    validation_rules: body['suggested_rules'],
  };
};

describe('POST /v1/document-types/discover', () => {
  const DISCOVER = '/v1/document-types/discover';

  test('proposes a type for a kind that nobody knew, which reads the next document of the kind', async () => {
    const files = [
      await moorage('Ines Okafor', 'A12', '2026-03-01'),
      await moorage('Jonas Brandt', 'C7', '2026-05-15'),
    ];
    const found = await acme.post(DISCOVER, { documents: files.map((file) => sample(file)) });
    expect(found.status).toBe(200);
    expect(found.body).toMatchObject({
      context_id: 'moorage_certificate',
      display_name: 'Moorage certificate',
      known_as: null,
    });
    expect(found.body['sample_extraction']).toMatchObject({ berth_holder: 'Ines Okafor', berth: 'A12' });
    expect(found.body['suggested_schema']).toMatchObject({ berth_holder: 'string', annual_fee: 'amount' });
    expect(await ownTypes(acme, service.tenant('acme'))).toEqual([]);

    expect((await acme.post('/v1/document-types', saved(found))).status).toBe(201);
    const next = await moorage('Tomás Ferreira', 'B21', '2026-07-01');
    const input = { ...sample(next), filename: 'next.pdf' };
    const run = await acme.post('/v1/pipeline/run', { context_id: 'moorage_certificate', input });
    expect(run.body['result']).toMatchObject({
      document_type: 'moorage_certificate',
      extracted: { berth_holder: 'Tomás Ferreira', berth: 'B21', annual_fee: 1250 },
    });
    const again = await acme.post(DISCOVER, { documents: [sample(next)] });
    expect(again.body).toMatchObject({ known_as: 'moorage_certificate', context_id: 'moorage_certificate_2' });
  });

  test('takes over what is known of a kind that there is, and masks what its rules mask', async () => {
    const { bytes, mime_type } = await renderInvoice();
    const found = await acme.post(DISCOVER, { documents: [sample(bytes, mime_type)] });
    expect(found.body).toMatchObject({ context_id: 'invoice', known_as: 'invoice', category: 'financial' });
    const rules = found.body['suggested_rules'] as { [field: string]: { mask?: boolean } };
    const masked = Object.keys(rules).filter((field) => rules[field]?.mask);
    const shown = found.body['sample_extraction'] as { [field: string]: unknown };
    for (const field of masked.filter((one) => shown[one] !== null)) expect(String(shown[field])).toMatch(/\*/);
    expect((await acme.post('/v1/document-types', saved(found))).status).toBe(201);
  });

  test('refuses what cannot be a sample: 415 for no picture, 422 for none, too many, a blank page and a broken file', async () => {
    const blank = { data: await blankPage(), mime_type: 'image/png' };
    const text = { data: Buffer.from('no picture').toString('base64'), mime_type: 'text/plain' };
    const broken = sample(Buffer.from('%PDF-1.7 and nothing else'));
    const answers = await Promise.all([
      acme.post(DISCOVER, { documents: [text] }),
      acme.post(DISCOVER, { documents: [] }),
      acme.post(DISCOVER, { documents: [blank, blank, blank, blank] }),
      acme.post(DISCOVER, { documents: [blank] }),
      acme.post(DISCOVER, { documents: [broken] }),
      acme.post(DISCOVER, { documents: [{ data: '****', mime_type: 'image/png' }] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([415, 422, 422, 422, 422, 422]);
    expect(answers[3].body['detail']).toMatch(/`documents\.0\.data` holds a sample that shows no label/);
    expect(answers[4].body['detail']).toMatch(/`documents\.0\.data` holds a sample that cannot be read/);
  });

  test('needs the scope to write, and a key', async () => {
    const reader = await service.withKey(service.tenant('acme'), ['read']);
    expect((await reader.post(DISCOVER, { documents: [] })).status).toBe(403);
  });
});

describe('POST /v1/document-types/generate', () => {
  const GENERATE = '/v1/document-types/generate';

  test('makes a type of a description, with the fields, rules and values that it names', async () => {
    const umbrella = await service.withKey(service.tenant('umbrella'));
    const description =
      'Moorage permit with berth holder (required), email, date of birth (masked), annual fee (optional) and berth class (one of a, b, c)';
    const made = await umbrella.post(GENERATE, { description });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      ...{
        context_id: 'moorage_permit',
        display_name: 'Moorage permit',
        input_type: 'document',
        analysis_type: 'extraction',
      },
      suggested_schema: {
        ...{ berth_holder: 'string', email: 'string', birth_date: 'date YYYY-MM-DD' },
        ...{ annual_fee: 'amount or null', berth_class: 'enum(a|b|c)' },
      },
      suggested_rules: { berth_holder: { required: true }, email: { format: 'email' }, birth_date: { mask: true } },
    });
    expect((await umbrella.post('/v1/document-types', saved(made))).status).toBe(201);
    expect((await umbrella.post(GENERATE, { description })).body['context_id']).toBe('moorage_permit_2');
  });

  test('makes what can be saved as it is of every description in six languages, and of hostile ones', async () => {
    const initrode = await service.withKey(service.tenant('initrode'));
    const file = new URL('../../bench/authoring/descriptions.json', import.meta.url);
    const described = JSON.parse(await readFile(file, 'utf8')) as { description: string }[];
    const hostile = [
      'x with constructor, __proto__, prototype and toString',
      `${'((((((((((a+)+)+)+)'.repeat(200)} with ${'a,'.repeat(100)}`.slice(0, 4_000),
      'a\u200b\u200d with b\u202e, c\u0007 and d',
      '<script>alert(1)</script>: <b>, "; drop table x; --',
      ', , , : ; ( ) . - *',
      '合計と日付',
      'a '.repeat(2_000).trim(),
      `Letter: ${Array.from({ length: 600 }, (_, index) => `f${index}`).join(',')}`.slice(0, 4_000),
    ];
    for (const description of [...described.map((one) => one.description), ...hostile]) {
      const made = await initrode.post(GENERATE, { description });
      expect(made.status, description).toBe(200);
      const answer = await initrode.post('/v1/document-types', saved(made));
      expect(answer.status, `${description}: ${String(answer.detail)}`).toBe(201);
    }
  });

  test('refuses a blank description and one that is too long (422), and one for another tenant (403)', async () => {
    expect((await acme.post(GENERATE, { description: ' \n ' })).status).toBe(422);
    expect((await acme.post(GENERATE, { description: 'a'.repeat(4_001) })).status).toBe(422);
    expect((await acme.post(GENERATE, { description: 'Passport', tenant_id: service.tenant('globex') })).status).toBe(
      403,
    );
  });
});

describe('POST /v1/document-types/{context_id}/test', () => {
  const of = (context_id: string): string => `/v1/document-types/${context_id}/test`;

  test('says what a draft makes of a document, as the saved draft then does, and saves nothing', async () => {
    const { bytes, mime_type } = await renderInvoice();
    const document = sample(bytes, mime_type);
    const before = (await acme.get('/v1/document-types/receipt')).body;
    const draft = {
      output_schema: { invoice_number: 'string', issue_date: 'date YYYY-MM-DD', total: 'amout' },
      validation_rules: { invoice_number: { mask: true }, total: { required: true, regex: 'never' } },
      describes: {},
    };
    const tried = await acme.post(of('receipt'), { document, draft });
    expect(tried.status).toBe(200);
    expect(tried.body).toMatchObject({
      status: 'completed',
      result: { valid: false, violations: [{ field: 'total', rule: 'regex' }] },
      error: null,
      warnings: [expect.stringMatching(/did you mean "amount"/)],
    });
    const { extracted } = tried.body['result'] as { extracted: { invoice_number: string } };
    expect(extracted.invoice_number).toMatch(/\*/);
    expect((await acme.get('/v1/document-types/receipt')).body).toEqual(before);
    expect((await acme.get('/v1/pipeline/executions')).list.filter((one) => one['context_id'] === 'receipt')).toEqual(
      [],
    );

    const own = { context_id: 'my_receipt', display_name: 'My receipt', ...draft };
    expect((await acme.post('/v1/document-types', own)).status).toBe(201);
    const saved = await acme.post(of('my_receipt'), { document });
    expect((saved.body['result'] as { extracted: object }).extracted).toEqual(extracted);
  });

  test('answers a document that cannot be read as one, and refuses a draft that could not be saved', async () => {
    const document = sample(Buffer.from('%PDF-1.7 and nothing else'));
    const failed = await acme.post(of('passport'), { document });
    expect(failed.body).toMatchObject({ status: 'failed', result: null, error: expect.stringMatching(/./) as string });
    const blank = { data: await blankPage(), mime_type: 'image/png' };
    const wrong = { validation_rules: { nothing: { required: true } } };
    expect((await acme.post(of('passport'), { document: blank, draft: wrong })).status).toBe(422);
    expect((await acme.post(of('no_such_type'), { document: blank })).status).toBe(404);
    expect((await acme.post(of('company_onboarding_bundle'), { document: blank })).status).toBe(400);
    const text = { data: Buffer.from('no picture').toString('base64'), mime_type: 'text/plain' };
    expect((await acme.post(of('passport'), { document: text })).status).toBe(415);
    expect(
      (await acme.post(`${of('passport')}?tenant_id=${service.tenant('globex')}`, { document: blank })).status,
    ).toBe(403);
  });
});

describe('POST /v1/agents/discover', () => {
  const DISCOVER = '/v1/agents/discover';

  test('makes the types that there are not and the agent, which then reads such documents', async () => {
    const { bytes, mime_type } = await renderInvoice();
    const documents = [
      sample(bytes, mime_type),
      sample(await moorage('Ines Okafor', 'A12', '2026-03-01')),
      sample(await moorage('Jonas Brandt', 'C7', '2026-05-15')),
    ];
    const made = await globex.post(DISCOVER, { documents, name: 'Berth check', deploy: true });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      agent: { goal: 'berth_check', name: 'Berth check', deployed: true, tenant_id: service.tenant('globex') },
      contexts_existing: ['invoice'],
      contexts_created: ['moorage_certificate'],
    });
    expect(await ownTypes(globex, service.tenant('globex'))).toEqual(['moorage_certificate']);
    const next = { ...sample(await moorage('Tomás Ferreira', 'B21', '2026-07-01')), filename: 'next.pdf' };
    const run = await globex.post('/v1/agent/run', { goal: 'berth_check', documents: [next] });
    expect(run.body['phases']).toMatchObject([{ doc_type: 'moorage_certificate' }]);
    const trail = await globex.get('/v1/audit?action=DocumentTypeDefined');
    expect(trail.list.map(({ actor }) => actor)).toEqual([expect.stringMatching(/^key:/)]);
  });

  test('makes nothing where one sample cannot be read', async () => {
    const initech = await service.withKey(service.tenant('initech'));
    const documents = [
      sample(await moorage('Ines Okafor', 'A12', '2026-03-01')),
      sample(Buffer.from('%PDF-1.7 nothing')),
    ];
    const refused = await initech.post(DISCOVER, { documents });
    expect(refused.status).toBe(422);
    expect(refused.body['detail']).toMatch(/`documents\.1\.data`/);
    expect(await ownTypes(initech, service.tenant('initech'))).toEqual([]);
    expect((await initech.get('/v1/agents')).list).toEqual([]);
  });

  test('names the agent by its types, and repeats its answer to a request that is repeated', async () => {
    const hooli = await service.withKey(service.tenant('hooli'));
    const headers = { 'Idempotency-Key': 'discover-once' };
    const body = { documents: [sample(await pass({}))] };
    const first = await hooli.post(DISCOVER, body, headers);
    const second = await hooli.post(DISCOVER, body, headers);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(first.body['agent']).toMatchObject({ name: 'Harbour Rowing Club pass' });
    expect((await hooli.get('/v1/agents')).list).toHaveLength(1);
  });

  test('is refused for another tenant (403), an unknown step (422) and no sample (422)', async () => {
    const documents = [sample(await pass({}))];
    expect((await acme.post(DISCOVER, { documents, tenant_id: service.tenant('globex') })).status).toBe(403);
    expect((await acme.post(DISCOVER, { documents, pipeline: ['guess'] })).status).toBe(422);
    expect((await acme.post(DISCOVER, { documents: [] })).status).toBe(422);
  });
});
