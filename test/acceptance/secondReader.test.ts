import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ModelReply, type ModelRequest, type ModelServer, startModelServer } from '../support/modelServer.js';
import { must, type Client } from './support/client.js';
import { upload } from './support/cases.js';
import { startService, type Service } from './support/service.js';
import { textPdf } from './support/textPdf.js';

const TYPE = {
  ...{ context_id: 'club_invoice', display_name: 'Harbour Rowing Club invoice', category: 'financial' as const },
  output_schema: { invoice_number: 'string', total_amount: 'amount', season: 'string' },
  ...{ classify_hints: ['Harbour Rowing Club invoice'], pipeline_steps: ['classify', 'extract', 'validate'] },
};
const LINES = [
  'Harbour Rowing Club invoice',
  'Invoice number: HRC-2291',
  'Total amount: 48.00',
  'Rowed in the spring of 2026',
];

let model: ModelServer;
let local: Service;
let acme: Client;
let reply: (request: ModelRequest) => ModelReply;

beforeAll(async () => {
  model = await startModelServer((request) => reply(request));
  local = await startService({
    MODEL_URL: model.url,
    MODEL_NAME: 'small',
    MODEL_KEY: 'a-key-of-a-model',
    MODEL_TIMEOUT: '5',
  });
  acme = await prepared(local, 'acme');
});
beforeEach(() => void model.asked.splice(0));
afterAll(async () => {
  await local.stop();
  await model.stop();
});

/** A client whose tenant has the type, and agents that may and may not ask the cloud. */
async function prepared(service: Service, tenant: string): Promise<Client> {
  const client = await service.withKey(tenant);
  await must(
    client.api.POST('/v1/document-types', {
      body: { ...TYPE, classify_hints: [...TYPE.classify_hints], pipeline_steps: [...TYPE.pipeline_steps] },
    }),
  );
  for (const allow_cloud of [true, false]) {
    const goal = allow_cloud ? 'cloud' : 'careful';
    const definition = { doc_type_map: { club_invoice: 'club_invoice' } };
    await must(client.api.POST('/v1/agents', { body: { goal, name: goal, deployed: true, allow_cloud, definition } }));
  }
  return client;
}

const says = (said: object): ModelReply => ({ says: JSON.stringify(said) });

/** What came of a document of a case of this agent, and of the case once it is completed. */
async function caseOf(client: Client, goal: string, lines = LINES) {
  const { session_id } = await must(client.api.POST('/v1/cases', { body: { goal } }));
  await upload(client, session_id, await textPdf(...lines));
  const path = { session_id };
  const completed = await must(client.api.POST('/v1/cases/{session_id}/complete', { params: { path } }));
  const theCase = await must(client.api.GET('/v1/cases/{session_id}', { params: { path } }));
  const reasons = (completed.result.reasons ?? []).map(({ code }) => code);
  return { session_id, status: completed.status, reasons, document: theCase.documents[0]! };
}

/** A page of a kind that nobody knows. The engine takes no label without a colon that no type knows. */
const SLIP = ['Harbour Rowing Club', 'Mooring slip', 'Berth fee: 48.00 EUR', 'Berth B12'];
const STATED = [
  { label: 'Berth fee', value: '48.00 EUR', name: 'fee', form: 'amount' },
  { label: 'Berth', value: 'B12', name: 'mooring', form: 'text' },
  { label: 'Berth', value: 'Nobody', name: 'holder', form: 'text' },
];

const sample = async (lines: readonly string[]) => ({
  ...{ data: (await textPdf(...lines)).toString('base64'), mime_type: 'application/pdf' },
});

const discover = async (client: Client, lines: readonly string[], allow_cloud = false) => {
  const documents = [await sample(lines)];
  return must(client.api.POST('/v1/document-types/discover', { body: { documents, allow_cloud } }));
};

const trailOf = async (client: Client): Promise<object[]> =>
  (await client.get('/v1/audit?action=SamplesShownToModel')).list;

/** What the newest entry of the trail says that a model was asked about a sample. */
async function shown(client: Client): Promise<unknown> {
  const [newest] = (await trailOf(client)) as { changes?: { asked?: { to: unknown[] } } }[];
  return newest?.changes?.asked?.to[0];
}

describe('a service with a language model', () => {
  it('is sure of what both read, takes what the model found on the page, and records what it was asked', async () => {
    reply = () => says({ invoice_number: 'HRC-2291', total_amount: '48.00', season: 'spring of 2026' });
    const { document, status } = await caseOf(acme, 'careful');
    expect(document.extracted).toEqual({ invoice_number: 'HRC-2291', total_amount: 48, season: 'spring of 2026' });
    expect(document.field_confidences['total_amount']).toBeGreaterThanOrEqual(0.95);
    expect(document.step_outputs.model).toMatchObject({
      ...{ model: 'small-2026', where: 'local', sent: ['text'], tokens: { prompt: 100, answer: 10 } },
      ...{ agreed: ['invoice_number', 'total_amount'], added: ['season'], differing: [] },
    });
    expect(status).not.toBe('review');
    expect(model.asked).toHaveLength(1);
    expect(model.asked[0]?.text).toContain('Invoice number: HRC-2291');
  });

  it('shows a person what both read differently, with both values', async () => {
    reply = () => says({ invoice_number: 'HRC-2291', total_amount: '2026', season: null });
    const { document, status, reasons } = await caseOf(acme, 'careful');
    expect(document.extracted).toMatchObject({ total_amount: 48 });
    expect(document.checks.find(({ code }) => code === 'model_differs')).toMatchObject({
      ...{ status: 'failed', weight: 'strong', field: 'total_amount', values: ['48', '2026'] },
    });
    expect(status).toBe('review');
    expect(reasons).toContain('model_differs');
  });

  it('takes nothing that does not stand on the page', async () => {
    reply = () => says({ invoice_number: 'HRC-2291', total_amount: '4800.00', season: 'winter of 1999' });
    const { document } = await caseOf(acme, 'careful');
    expect(document.extracted).toEqual({ invoice_number: 'HRC-2291', total_amount: 48, season: null });
    const noted = document.checks.filter(({ code, status }) => code === 'model_not_on_page' && status === 'failed');
    expect(noted.map(({ field }) => field)).toEqual(['total_amount', 'season']);
    expect(JSON.stringify(document)).not.toContain('1999');
  });

  it('reads on by itself where the model says nothing, for ever', async () => {
    reply = () => () => undefined;
    const { document, status } = await caseOf(acme, 'careful');
    expect(document.extracted).toMatchObject({ invoice_number: 'HRC-2291', total_amount: 48, season: null });
    expect(document.status).toBe('done');
    expect(status).not.toBe('review');
    expect(document.step_outputs.model).toMatchObject({
      ...{ model: 'small', where: 'local', error: 'The language model gave no answer in its time.' },
    });
  });

  it('is asked in runs of a type and of an agent, too', async () => {
    reply = () => says({ invoice_number: 'HRC-2291', total_amount: '48.00', season: 'spring of 2026' });
    const data = (await textPdf(...LINES)).toString('base64');
    const input = { data, mime_type: 'application/pdf', filename: 'page.pdf' };
    const run = await must(
      acme.api.POST('/v1/pipeline/run', { body: { context_id: 'club_invoice', sync: true, input } }),
    );
    expect(run.steps.map(({ tool }) => tool)).toEqual(['classify', 'extract', 'validate', 'model']);
    expect(run.result).toMatchObject({ extracted: { season: 'spring of 2026' } });
  });

  it('is asked what a document is where the engine is in doubt, and the document is read as that', async () => {
    const hints = { classify_hints: ['Harbour Rowing Club notice'] };
    for (const [context_id, display_name] of [
      ['dues_notice', 'Notice of dues'],
      ['race_notice', 'Notice of a race'],
    ] as const) {
      await must(acme.api.POST('/v1/document-types', { body: { ...TYPE, ...hints, context_id, display_name } }));
    }
    const definition = { doc_type_map: { dues_notice: 'dues_notice', race_notice: 'race_notice' } };
    await must(acme.api.POST('/v1/agents', { body: { goal: 'notices', name: 'Notices', deployed: true, definition } }));
    const lines = ['Harbour Rowing Club notice', 'Invoice number: HRC-2291', 'Total amount: 48.00'];
    const taken: string[] = [];
    for (const model of ['dues_notice', 'race_notice']) {
      reply = ({ text }) =>
        text.includes('which kind of document') ? says({ document_type: model }) : says({ total_amount: '48.00' });
      const { document } = await caseOf(acme, 'notices', lines);
      expect(document.step_outputs.model).toMatchObject({ taken_for: model, agreed: ['total_amount'] });
      expect(document.extracted).toMatchObject({ total_amount: 48 });
      taken.push(document.document_type);
    }
    expect(taken).toEqual(['dues_notice', 'race_notice']);
  });

  it('looks for fields of a type that nobody knows, takes what is on the page, and what it was asked is in the trail', async () => {
    reply = () => says({ title: 'Mooring slip', fields: STATED });
    const found = await discover(acme, SLIP);
    expect(found).toMatchObject({
      sample_extraction: { berth_fee: 48, berth: 'B12' },
      found_by: { berth_fee: 'both', berth: 'model' },
    });
    expect(JSON.stringify(found)).not.toContain('Nobody');
    expect(model.asked[0]?.text).toContain('Berth fee: 48.00 EUR');
    expect(await shown(acme)).toMatchObject({
      ...{ model: 'small-2026', where: 'local', sent: ['text'], tokens: { prompt: 100, answer: 10 } },
    });
  });

  it('proposes what it finds by itself where the model says nothing, and tells the trail what was sent', async () => {
    reply = () => ({ status: 400 });
    const found = await discover(acme, SLIP);
    expect(found).toMatchObject({ sample_extraction: { berth_fee: 48 } });
    expect(found).not.toHaveProperty('found_by');
    expect(await shown(acme)).toMatchObject({ model: 'small', sent: ['text'] });
  });

  it('tells the trail what was sent of a sample of which nothing can be proposed', async () => {
    const before = (await trailOf(acme)).length;
    reply = () => says({ title: null, fields: [] });
    const documents = [await sample(['Nothing much'])];
    const { response } = await acme.api.POST('/v1/document-types/discover', { body: { documents } });
    expect(response.status).toBe(422);
    expect(await trailOf(acme)).toHaveLength(before + 1);
  });

  it('tells the trail what was sent of a document that a type is tried on, whatever comes of it', async () => {
    const document = await sample(LINES);
    const tried = () => acme.post('/v1/document-types/club_invoice/test', { document });
    for (const answer of [says({ invoice_number: 'HRC-2291' }), { status: 400, body: {} }] satisfies ModelReply[]) {
      reply = () => answer;
      const before = (await trailOf(acme)).length;
      expect((await tried()).status).toBe(200);
      await expect.poll(async () => (await trailOf(acme)).length).toBe(before + 1);
      expect(await shown(acme)).toMatchObject({ where: 'local', sent: ['text'] });
    }
  });

  it('makes the type of an agent that is made from samples of what both found', async () => {
    reply = () => says({ title: 'Slipway slip', fields: STATED });
    const documents = [await sample(SLIP)];
    const made = await must(acme.api.POST('/v1/agents/discover', { body: { documents } }));
    const [context_id = ''] = made.contexts_created;
    const params = { path: { context_id }, query: { tenant_id: 'acme' } };
    const type = await must(acme.api.GET('/v1/document-types/{context_id}', { params }));
    expect(Object.keys(type.output_schema)).toEqual(['berth_fee', 'berth']);
  });

  it('keeps its key to itself', () => {
    expect(local.output()).toContain('small at 127.0.0.1');
    expect(local.output()).not.toContain('a-key-of-a-model');
  });
});

describe('a service with a language model of the cloud', () => {
  let cloud: Service;
  let globex: Client;
  beforeAll(async () => {
    cloud = await startService({ MODEL_URL: model.url, MODEL_NAME: 'large', MODEL_LOCAL: 'false' });
    globex = await prepared(cloud, 'globex');
  });
  afterAll(() => cloud.stop());

  it('sends it nothing of agents that do not allow it, nor of runs without an agent', async () => {
    reply = () => says({});
    const { document } = await caseOf(globex, 'careful');
    const data = (await textPdf(...LINES)).toString('base64');
    const input = { data, mime_type: 'application/pdf', filename: 'page.pdf' };
    await must(globex.api.POST('/v1/pipeline/run', { body: { context_id: 'club_invoice', sync: true, input } }));
    expect(model.asked).toEqual([]);
    expect(document.step_outputs.model).toBeUndefined();
  });

  it('shows it a sample only where the request allows it', async () => {
    reply = () => says({ title: null, fields: STATED });
    expect(await discover(globex, SLIP)).not.toHaveProperty('found_by');
    expect(model.asked).toEqual([]);
    expect(await trailOf(globex)).toEqual([]);
    expect(await discover(globex, SLIP, true)).toMatchObject({ found_by: { berth_fee: 'both', berth: 'model' } });
    expect(await shown(globex)).toMatchObject({ model: 'large-2026', where: 'cloud' });
  });

  it('asks it for agents that do, and records that it left the machine', async () => {
    reply = () => says({ invoice_number: 'HRC-2291', total_amount: '48.00', season: null });
    const { document, session_id } = await caseOf(globex, 'cloud');
    expect(model.asked).toHaveLength(1);
    expect(document.step_outputs.model).toMatchObject({ where: 'cloud', agreed: ['invoice_number', 'total_amount'] });
    const trail = await must(globex.api.GET('/v1/audit/{aggregate}', { params: { path: { aggregate: session_id } } }));
    const read = trail.find(({ action }) => action === 'DocumentProcessed');
    expect(read?.changes?.[`documents.${document.doc_id}.model_asked`]?.to).toMatchObject({
      ...{ model: 'large-2026', where: 'cloud', sent: ['text'], tokens: { prompt: 100, answer: 10 } },
    });
    expect(JSON.stringify(trail)).not.toContain('HRC-2291');
  });
});
