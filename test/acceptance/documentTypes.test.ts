import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blankPage } from './support/blankPage.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let platform: Client;
let acme: Client;

beforeAll(async () => {
  service = await startService();
  platform = service.platform;
  acme = await service.withKey('acme');
});

afterAll(() => service.stop());

const TYPES = '/v1/document-types';

const aType = (context_id: string) => ({ context_id, display_name: 'A type', output_schema: { name: 'string' } });

/** With as many fields, each of which must match a pattern. */
const withPatterns = (count: number, regex: string) => {
  const fields = Array.from({ length: count }, (_, index) => `field_${index}`);
  return {
    ...aType('x'),
    output_schema: Object.fromEntries(fields.map((field) => [field, 'string'])),
    validation_rules: Object.fromEntries(fields.map((field) => [field, { regex }])),
  };
};

const ids = (list: readonly { [field: string]: unknown }[]): unknown[] => list.map((type) => type['context_id']);

describe('POST /v1/document-types', () => {
  test('answers 201 with every field, and fills in the defaults', async () => {
    const answer = await acme.post(TYPES, aType('library_card'));
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      context_id: 'library_card',
      tenant_id: 'acme',
      display_name: 'A type',
      input_type: 'document',
      analysis_type: 'extraction',
      model_hint: 'vlm',
      category: 'other',
      output_schema: { name: 'string' },
      validation_rules: {},
      classify_hints: [],
      pipeline_steps: ['classify', 'extract', 'validate'],
      prompt_hint: '',
      enabled: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      updated_at: answer.body['created_at'],
    });
  });

  test('takes everything that can be said of a type', async () => {
    const body = {
      ...aType('gym_card'),
      input_type: 'image',
      analysis_type: 'classification',
      model_hint: 'llm',
      category: 'identity',
      output_schema: { number: 'string', expiry: 'date YYYY-MM-DD or null', kind: 'enum(day|year)' },
      validation_rules: { number: { required: true, regex: '[A-Z]{2}\\d+', mask: true }, expiry: { format: 'date' } },
      classify_hints: ['gym', 'Fitnessstudio'],
      pipeline_steps: ['quality', 'classify', 'extract'],
      prompt_hint: 'number: Card no.',
      enabled: false,
      describes: { kind: 'gym_card', countries: ['SWE'], format: 'card', issuer: { name: 'number' } },
    };
    expect((await acme.post(TYPES, body)).body).toMatchObject(body);
    expect((await acme.get(`${TYPES}/gym_card`)).body).toMatchObject(body);
  });

  test("is global when the platform leaves tenant_id out, and another tenant's when it names one", async () => {
    expect((await platform.post(TYPES, aType('made_global'))).body['tenant_id']).toBe('');
    const named = await platform.post(TYPES, { ...aType('made_for_acme'), tenant_id: 'acme' });
    expect(named.body['tenant_id']).toBe('acme');
    expect((await acme.get(`${TYPES}/made_for_acme`)).status).toBe(200);
  });

  test('ignores unknown fields', async () => {
    const body = { ...aType('odd'), nonsense: 1, validation_rules: { name: { required: true } } };
    const answer = await acme.post(TYPES, body);
    expect(answer.body['validation_rules']).toEqual({ name: { required: true } });
    expect(answer.body).not.toHaveProperty('nonsense');
  });

  test('the same name twice in a tenant is 409, the name of a global type is fine', async () => {
    await acme.post(TYPES, aType('twice'));
    expect((await acme.post(TYPES, aType('twice'))).status).toBe(409);
    expect((await acme.post(TYPES, aType('passport'))).status).toBe(201);
    expect((await acme.get(`${TYPES}/passport`)).body).toMatchObject({ tenant_id: 'acme', display_name: 'A type' });
  });

  test.each([
    ['context_id', { display_name: 'x', output_schema: {} }],
    ['display_name', { context_id: 'x', output_schema: {} }],
    ['output_schema', { context_id: 'x', display_name: 'x' }],
    ['context_id', { ...aType('Not-Snake') }],
    ['context_id', { ...aType('') }],
    ['output_schema', { ...aType('x'), output_schema: ['a'] }],
    ['output_schema', { ...aType('x'), output_schema: { a: 1 } }],
    ['validation_rules', { ...aType('x'), validation_rules: { name: { required: 'true' } } }],
    ['regex', { ...aType('x'), validation_rules: { name: { regex: '(a' } } }],
    ['regex', { ...aType('x'), validation_rules: { name: { regex: '(a)\\1' } } }],
    [
      'validation_rules.name.regex is too large',
      { ...aType('x'), validation_rules: { name: { regex: '(?:[a-z]{1,10}x){1,100}' } } },
    ],
    ['at most 200 fields; it has 201', withPatterns(201, 'a')],
    ['too large together', withPatterns(11, 'x{0,1000}')],
    ['format', { ...aType('x'), validation_rules: { name: { format: 'nonsense' } } }],
    [
      'unknown rule "requried"; known are required, regex',
      { ...aType('x'), validation_rules: { name: { requried: true } } },
    ],
    [
      'field "nmae", which output_schema does not have; it has',
      { ...aType('x'), validation_rules: { nmae: { mask: true } } },
    ],
    ['classify_hints', { ...aType('x'), classify_hints: 'a' }],
    ['classify_hints', { ...aType('x'), classify_hints: [1] }],
    ['pipeline_steps', { ...aType('x'), pipeline_steps: ['dance'] }],
    ['category', { ...aType('x'), category: 'nonsense' }],
    ['input_type', { ...aType('x'), input_type: 'film' }],
    ['analysis_type', { ...aType('x'), analysis_type: '' }],
    ['model_hint', { ...aType('x'), model_hint: 'gpt' }],
    ['enabled', { ...aType('x'), enabled: 'true' }],
    ['enabled', { ...aType('x'), enabled: 1 }],
    ['prompt_hint', { ...aType('x'), prompt_hint: null }],
    ['describes.format', { ...aType('x'), describes: { format: 'scroll' } }],
    ['describes.kind', { ...aType('x'), describes: { kind: 'Gym card' } }],
    ['unknown part "country"; known are kind, countries', { ...aType('x'), describes: { country: 'SWE' } }],
  ])('a wrong %s is 422 and named: %j', async (field, body) => {
    const answer = await acme.post(TYPES, body);
    expect([answer.status, String(answer.detail).includes(field)]).toEqual([422, true]);
  });
});

describe('GET /v1/document-types', () => {
  test('lists the global types for every key, with an empty tenant_id too; at least 40 ship', async () => {
    for (const client of [acme, platform]) {
      for (const query of ['', '?tenant_id=']) {
        const { list } = await client.get(TYPES + query);
        expect(list.length).toBeGreaterThanOrEqual(40);
        expect(new Set(list.map((type) => type['tenant_id']))).toEqual(new Set(['']));
      }
    }
  });

  test("lists a tenant's own, newest first, and with include_global those it does not override", async () => {
    const tenant = await service.withKey('listing');
    for (const id of ['first', 'second', 'passport']) await tenant.post(TYPES, aType(id));
    const own = await tenant.get(`${TYPES}?tenant_id=listing`);
    expect(ids(own.list)).toEqual(['passport', 'second', 'first']);
    const all = await tenant.get(`${TYPES}?tenant_id=listing&include_global=true`);
    expect(ids(all.list).filter((id) => id === 'passport')).toHaveLength(1);
    expect(all.list.length).toBeGreaterThan(40);
    expect(ids(all.list)).toEqual(expect.arrayContaining(['first', 'receipt']));
  });

  test.each([
    'include_global=1',
    'include_global=',
    'include_global=True',
    'include_global=true&include_global=true',
    'tenant_id=acme&tenant_id=acme',
    'tenant_id=%00',
  ])('?%s is 422', async (query) => {
    const answer = await acme.get(`${TYPES}?${query}`);
    expect([answer.status, String(answer.detail).includes(query.split('=')[0] ?? '')]).toEqual([422, true]);
  });
});

describe('GET /v1/document-types/{context_id}', () => {
  test("is the tenant's own type, else the global one, else 404", async () => {
    const tenant = await service.withKey('resolving');
    expect((await tenant.get(`${TYPES}/passport`)).body['tenant_id']).toBe('');
    await tenant.post(TYPES, aType('passport'));
    for (const query of ['', '?tenant_id=', '?tenant_id=resolving']) {
      expect((await tenant.get(`${TYPES}/passport${query}`)).body['tenant_id']).toBe('resolving');
    }
    expect((await platform.get(`${TYPES}/passport`)).body['tenant_id']).toBe('');
    expect((await platform.get(`${TYPES}/passport?tenant_id=resolving`)).body['tenant_id']).toBe('resolving');
    expect((await platform.get(`${TYPES}/receipt?tenant_id=resolving`)).body['tenant_id']).toBe('');
    expect((await tenant.get(`${TYPES}/no_such_type`)).status).toBe(404);
  });

  test("does not show another tenant's type", async () => {
    await acme.post(TYPES, aType('private_to_acme'));
    const other = await service.withKey('globex');
    expect((await other.get(`${TYPES}/private_to_acme`)).status).toBe(404);
    expect((await other.get(`${TYPES}/private_to_acme/versions`)).status).toBe(404);
    expect((await other.put(`${TYPES}/private_to_acme`, {})).status).toBe(404);
    expect((await other.delete(`${TYPES}/private_to_acme`)).status).toBe(404);
  });

  test('a name with a NUL is 422, one that is merely odd 404', async () => {
    expect((await acme.get(`${TYPES}/a%00b`)).status).toBe(422);
    expect((await acme.get(`${TYPES}/__proto__`)).status).toBe(404);
    expect((await acme.get(`${TYPES}/${'x'.repeat(2000)}`)).status).toBe(404);
  });
});

describe('PUT /v1/document-types/{context_id}', () => {
  test('replaces what is given as a whole, leaves the rest, and keeps a version', async () => {
    const created = await acme.post(TYPES, { ...aType('updated'), classify_hints: ['old'] });
    const changes = { output_schema: { other: 'number' }, enabled: false };
    const answer = await acme.put(`${TYPES}/updated`, changes);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...created.body, ...changes, updated_at: answer.body['updated_at'] });
    expect((await acme.get(`${TYPES}/updated`)).body).toEqual(answer.body);
    const versions = await acme.get(`${TYPES}/updated/versions`);
    expect(versions.list).toHaveLength(1);
    expect(versions.list[0]).toMatchObject({
      context_id: 'updated',
      tenant_id: 'acme',
      display_name: 'A type',
      config: { output_schema: { name: 'string' }, enabled: true, classify_hints: ['old'] },
      note: expect.any(String) as unknown,
    });
  });

  test('a wrong value is 422, an unknown type 404, and neither leaves a version', async () => {
    await acme.post(TYPES, aType('kept'));
    expect((await acme.put(`${TYPES}/kept`, { enabled: 'no' })).status).toBe(422);
    expect((await acme.put(`${TYPES}/kept`, { pipeline_steps: ['dance'] })).status).toBe(422);
    expect((await acme.put(`${TYPES}/kept`)).status).toBe(422);
    expect((await acme.get(`${TYPES}/kept/versions`)).list).toEqual([]);
    expect((await acme.put(`${TYPES}/no_such_type`, {})).status).toBe(404);
  });

  test("a global type is the platform's to write: 404 for a tenant's key, 403 where it names the platform", async () => {
    expect((await acme.put(`${TYPES}/receipt`, { enabled: false })).status).toBe(404);
    expect((await acme.put(`${TYPES}/receipt?tenant_id=`, { enabled: false })).status).toBe(403);
    expect((await platform.put(`${TYPES}/receipt`, { classify_hints: ['receipt'] })).status).toBe(200);
  });
});

describe('DELETE /v1/document-types/{context_id}', () => {
  test('answers 204 with no body, then 404, and the name is free again', async () => {
    await acme.post(TYPES, aType('removed'));
    const answer = await acme.delete(`${TYPES}/removed`);
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);
    expect((await acme.delete(`${TYPES}/removed`)).status).toBe(404);
    expect((await acme.get(`${TYPES}/removed`)).status).toBe(404);
    expect((await acme.post(TYPES, aType('removed'))).status).toBe(201);
  });

  test("leaves global types alone for a tenant's key", async () => {
    expect((await acme.delete(`${TYPES}/receipt`)).status).toBe(404);
    expect((await acme.delete(`${TYPES}/receipt?tenant_id=`)).status).toBe(403);
  });
});

describe('PATCH /v1/document-types/{context_id}/lock-fields', () => {
  test('merges fields and rules by field and keeps a version', async () => {
    await acme.post(TYPES, { ...aType('locked'), validation_rules: { name: { required: true } } });
    const answer = await acme.patch(`${TYPES}/locked/lock-fields`, {
      fields: { age: 'integer' },
      rules: { age: { required: true } },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      output_schema: { name: 'string', age: 'integer' },
      validation_rules: { name: { required: true }, age: { required: true } },
    });
    expect((await acme.get(`${TYPES}/locked/versions`)).list).toHaveLength(1);
  });

  test('suggests rules only when asked to, and none where there is one', async () => {
    const validation_rules = { email: { required: true } };
    await acme.post(TYPES, { ...aType('suggested'), output_schema: { email: 'string' }, validation_rules });
    const fields = { email: 'string', iban: 'string' };
    const plain = await acme.patch(`${TYPES}/suggested/lock-fields`, { fields });
    expect(plain.body['validation_rules']).toEqual({ email: { required: true } });
    const { body } = await acme.patch(`${TYPES}/suggested/lock-fields`, { fields, auto_suggest: true });
    expect(body['validation_rules']).toMatchObject({ email: { required: true }, iban: { format: 'iban' } });
  });

  test.each([
    ['fields', {}],
    ['fields', { fields: 'a' }],
    ['rules', { fields: {}, rules: [] }],
    ['rules.name has the unknown rule', { fields: { name: 'string' }, rules: { name: { masked: true } } }],
    ['field "nmae"', { fields: {}, rules: { nmae: { mask: true } } }],
    ['auto_suggest', { fields: {}, auto_suggest: 'true' }],
  ])('a wrong %s is 422: %j', async (field, body) => {
    const answer = await acme.patch(`${TYPES}/library_card/lock-fields`, body);
    expect([answer.status, String(answer.detail).includes(field)]).toEqual([422, true]);
  });

  test("is 404 for an unknown type and for a global one, 403 where a tenant's key names the platform", async () => {
    expect((await acme.patch(`${TYPES}/no_such_type/lock-fields`, { fields: {} })).status).toBe(404);
    expect((await acme.patch(`${TYPES}/receipt/lock-fields`, { fields: {} })).status).toBe(404);
    expect((await acme.patch(`${TYPES}/receipt/lock-fields?tenant_id=`, { fields: {} })).status).toBe(403);
  });
});

describe('GET /v1/document-types/{context_id}/versions', () => {
  test('is newest first, and 404 for an unknown type', async () => {
    await acme.post(TYPES, aType('versioned'));
    for (const prompt_hint of ['one', 'two', 'three']) await acme.put(`${TYPES}/versioned`, { prompt_hint });
    const { list } = await acme.get(`${TYPES}/versioned/versions`);
    const hints = list.map(({ config }) => (config as { prompt_hint: string }).prompt_hint);
    expect(hints).toEqual(['two', 'one', '']);
    expect((await acme.get(`${TYPES}/no_such_type/versions`)).status).toBe(404);
  });

  test("of a global type are the same for every key, and a platform key may ask for a tenant's", async () => {
    await acme.put(`${TYPES}/versioned`, { enabled: true });
    const mine = await acme.get(`${TYPES}/versioned/versions`);
    expect((await platform.get(`${TYPES}/versioned/versions?tenant_id=acme`)).list).toEqual(mine.list);
    expect((await acme.get(`${TYPES}/invoice/versions`)).list).toEqual([]);
  });
});

test('a type for classification stops after the type, and one of scenes is 400 without a model that sees', async () => {
  const steps = ['classify', 'extract', 'validate', 'quality'];
  const kind = { ...aType('letter_kind'), classify_hints: ['Dear Sir or Madam'], pipeline_steps: steps };
  expect((await acme.post(TYPES, { ...kind, analysis_type: 'classification' })).status).toBe(201);
  const input = { data: await blankPage(), mime_type: 'image/png', filename: 'page.png' };
  const run = await acme.post('/v1/pipeline/run', { context_id: 'letter_kind', input });
  expect((run.body['steps'] as { tool: string }[]).map(({ tool }) => tool)).toEqual(['classify', 'quality']);
  expect(run.body['result']).toMatchObject({ extracted: {}, valid: true });
  const scene = await acme.post('/v1/pipeline/run', { context_id: 'property_photo', input });
  expect(scene.status).toBe(400);
  expect(scene.detail).toMatch(/needs? a model that sees/);
});
