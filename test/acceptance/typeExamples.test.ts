import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';
import { textPdf } from './support/textPdf.js';

let service: Service;
/** A tenant of each test's own, with a type. */
let client: Client;

beforeAll(async () => void (service = await startService()));
afterAll(() => service.stop());

const TYPE = '/v1/document-types/mooring';
const EXAMPLES = `${TYPE}/examples`;
const DEFINED = {
  ...{ context_id: 'mooring', display_name: 'Mooring licence' },
  output_schema: { berth: 'string', holder: 'string' },
  validation_rules: { holder: { mask: true } },
  pipeline_steps: ['classify', 'extract', 'validate'],
  prompt_hint: 'berth: Berth; holder: Licence holder',
};

/** Labels by which the type reads other values. */
const SWAPPED = 'berth: Licence holder; holder: Berth';

beforeEach(async () => {
  client = await service.withKey(`t-${randomUUID()}`);
  expect((await client.post('/v1/document-types', DEFINED)).status).toBe(201);
});

const licence = async (berth: string, holder: string): Promise<{ data: string; mime_type: string }> => {
  const page = await textPdf('Mooring licence', `Berth: ${berth}`, `Licence holder: ${holder}`);
  return { data: page.toString('base64'), mime_type: 'application/pdf' };
};
const keep = async (body: object = {}): Promise<Answer> =>
  client.post(EXAMPLES, { document: await licence('C14', 'Sample Person'), name: 'Winter berth', ...body });
const pathOf = ({ body }: Answer): string => `${EXAMPLES}/${String(body['id'])}`;

test('an example is kept with what is expected of it, masked where it is shown, and listed', async () => {
  const kept = await keep({ expected: { berth: 'C14', holder: 'Sample Person' } });
  expect([kept.status, kept.body]).toMatchObject([
    201,
    { context_id: 'mooring', name: 'Winter berth', expected: { berth: 'C14', holder: '*********rson' } },
  ]);
  expect((await client.get(EXAMPLES)).list).toEqual([kept.body]);
});

test('without a word of what is expected, all that the type reads now is', async () => {
  expect((await keep()).body['expected']).toEqual({ berth: 'C14', holder: '*********rson' });
});

test('a change of the type says which examples it breaks, and a draft says so before it is saved', async () => {
  const kept = await keep();
  const draft = { prompt_hint: SWAPPED };
  const outcome = { example_id: kept.body['id'], name: 'Winter berth', status: 'differs', broken: true };
  const checked = await client.post(`${EXAMPLES}/check`, { draft });
  expect([checked.status, checked.body]).toMatchObject([200, { holding: 0, broken: 1, examples: [outcome] }]);
  const { body: saved } = await client.put(TYPE, draft);
  expect(saved['examples']).toEqual(checked.body);
  const differences = (saved['examples'] as { examples: { differences: object[] }[] }).examples[0]!.differences;
  expect(differences).toContainEqual(expect.objectContaining({ field: 'holder', expected: '*********rson' }));
  // It held no more before this change either.
  const again = await client.put(TYPE, { display_name: 'Licence' });
  expect(again.body['examples']).toMatchObject({ broken: 0, examples: [{ status: 'differs', broken: false }] });
  const back = await client.put(TYPE, { prompt_hint: DEFINED.prompt_hint });
  expect(back.body['examples']).toMatchObject({ holding: 1, broken: 0 });
});

test('what the type masked stays masked, whatever becomes of the type, and by no draft is it shown', async () => {
  await keep({ document: await licence('C14', 'Hidden Holder') });
  const answers = [
    await client.post(`${EXAMPLES}/check`, { draft: { validation_rules: {}, prompt_hint: SWAPPED } }),
    await client.put(TYPE, { validation_rules: {}, prompt_hint: SWAPPED }),
    await client.put(TYPE, { output_schema: { berth: 'string' }, prompt_hint: 'berth: Berth' }),
    await client.get(EXAMPLES),
  ];
  for (const { status, bytes } of answers) {
    expect([status, bytes.toString()]).toEqual([200, expect.not.stringContaining('Hidden')]);
  }
});

test('a draft that reads the value of a masked field as another field is shown none of it', async () => {
  const output_schema = { place: 'string', keeper: 'string' };
  const prompt_hint = 'place: Berth; keeper: Licence holder';
  await client.put(TYPE, { output_schema, validation_rules: { keeper: { mask: true } }, prompt_hint });
  const document = await licence('C14', 'Hidden Holder');
  await keep({ document });
  await keep({ document, expected: { place: 'C14' } });
  const draft = { prompt_hint: 'place: Licence holder; keeper: Berth' };
  const { bytes, body } = await client.post(`${EXAMPLES}/check`, { draft });
  expect(body).toMatchObject({ broken: 2 });
  expect(bytes.toString()).not.toContain('Hidden');
});

test('a change that is sent again, as its answer was lost, still says what it broke', async () => {
  await keep();
  const change = { prompt_hint: SWAPPED };
  await client.put(TYPE, change);
  expect((await client.put(TYPE, change)).body['examples']).toMatchObject({ broken: 1 });
});

test('a type without examples is changed without a word of them', async () => {
  expect((await client.put(TYPE, { display_name: 'Licence' })).body).not.toHaveProperty('examples');
  expect((await client.post(`${EXAMPLES}/check`, {})).body).toEqual({ holding: 0, broken: 0, examples: [] });
});

test('leaves neither its document nor what is expected of it when it is deleted, and both are nowhere readable before', async () => {
  const kept = await keep({ name: 'Unmistakably named', document: await licence('C14', 'Unmistakable Person') });
  const everything = async (): Promise<string> => {
    const files = await readdir(join(service.dataDir, 'blobs'), { recursive: true });
    return [...(await dumpTables(service.databaseUrl)).values(), ...files].join('\n');
  };
  const rows = await dumpTables(service.databaseUrl);
  expect(rows.get('events')).not.toMatch(/unmistakabl/i);
  expect(await everything()).toContain(`examples/${String(kept.body['id'])}`);
  expect((await client.delete(pathOf(kept))).status).toBe(204);
  const left = (await dumpTables(service.databaseUrl)).values();
  expect([...left].join('\n')).not.toMatch(/unmistakabl/i);
  const files = await readdir(join(service.dataDir, 'blobs'), { recursive: true });
  expect(files.filter((name) => name.includes(String(kept.body['id'])))).toEqual([]);
  expect((await client.get(EXAMPLES)).list).toEqual([]);
  expect((await client.delete(pathOf(kept))).status).toBe(404);
});

test('is of the own tenant alone, and of its type', async () => {
  const kept = await keep();
  const other = await service.withKey(`t-${randomUUID()}`);
  expect((await other.delete(pathOf(kept))).status).toBe(404);
  expect((await other.get(EXAMPLES)).status).toBe(404);
  expect((await client.delete(pathOf(kept).replace('mooring', 'receipt'))).status).toBe(404);
  expect((await client.get(EXAMPLES)).list).toHaveLength(1);
});

test('is listed and can be deleted where its type is gone, and shows nothing of what was expected then', async () => {
  const kept = await keep();
  await client.delete(TYPE);
  expect((await client.get(EXAMPLES)).list).toMatchObject([{ id: kept.body['id'], expected: {} }]);
  expect((await client.post(`${EXAMPLES}/check`, {})).status).toBe(404);
  expect((await client.delete(pathOf(kept))).status).toBe(204);
  expect((await client.get(EXAMPLES)).status).toBe(404);
});

test('can be kept with a global type too, and is the tenant’s own', async () => {
  const page = { data: (await textPdf('RECEIPT', 'Total 12.00')).toString('base64'), mime_type: 'application/pdf' };
  const kept = await client.post('/v1/document-types/receipt/examples', { document: page, expected: {} });
  expect(kept.status).toBe(201);
  expect((await client.post('/v1/document-types/receipt/examples/check', {})).body).toMatchObject({ holding: 1 });
  const examples = await service.platform.get('/v1/document-types/receipt/examples');
  expect(examples.list).toEqual([]);
});

test('is refused for what is no document, no field of the type, and no type', async () => {
  const wrong = await keep({ expected: { brth: 'C14' } });
  expect([wrong.status, wrong.detail]).toEqual([422, 'expected names "brth", which output_schema does not have']);
  const long = await keep({ expected: { berth: 'C'.repeat(100_001) } });
  expect([long.status, long.detail]).toEqual([422, 'expected must be at most 100000 characters of JSON']);
  const text = { data: Buffer.from('no document').toString('base64'), mime_type: 'image/png' };
  expect((await keep({ document: text })).status).toBe(415);
  expect((await client.post('/v1/document-types/nothing/examples', { document: await licence('A', 'B') })).status).toBe(404); // prettier-ignore
  expect((await keep({ name: '' })).status).toBe(422);
  const reads = await service.withKey(`t-${randomUUID()}`, ['read']);
  expect((await reads.post(EXAMPLES, { document: await licence('A', 'B') })).status).toBe(403);
});

test('is kept once for a request that is repeated, and twenty of a type at most', async () => {
  const document = await licence('C14', 'Ana Lopez');
  const key = { 'Idempotency-Key': randomUUID() };
  const once = await client.post(EXAMPLES, { document, expected: { berth: 'C14' } }, key);
  const again = await client.post(EXAMPLES, { document, expected: { berth: 'C14' } }, key);
  expect([again.status, again.body]).toEqual([201, once.body]);
  for (let count = 1; count < 20; count += 1) await keep({ expected: { berth: 'C14' } });
  const full = await keep({ expected: { berth: 'C14' } });
  expect([full.status, full.detail]).toEqual([
    400,
    'The document type has 20 examples, and takes no more; delete some first',
  ]);
  expect((await client.get(EXAMPLES)).list).toHaveLength(20);
});
