import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { upload } from './support/cases.js';
import type { Answer } from './support/client.js';
import { sharedService, type SharedService } from './support/sharedService.js';
import { textPdf } from './support/textPdf.js';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

/** An agent that asks for a passport. */
const TRIED_AGENT = {
  ...{ goal: 'tried', name: 'Tried', deployed: true },
  definition: { doc_type_map: { passport: 'passport' } },
};

/** Who speaks with a new key. */
async function create(body: object) {
  const answer = await service.platform.post('/v1/admin/keys', {
    ...{ tenant_id: service.tenant('acme'), name: 'x', scopes: ['read', 'write'] },
    ...body,
  });
  return { client: service.as(String(answer.body['raw_key'])) };
}

describe('a test key', () => {
  test('hands out test keys alone, and test keys when not told otherwise', async () => {
    const { client } = await create({ mode: 'test', scopes: ['admin', 'read'] });
    const made = await client.post('/v1/admin/keys', {
      tenant_id: service.tenant('acme'),
      name: 'x',
      scopes: ['read'],
    });
    expect([made.status, made.body['mode']]).toEqual([201, 'test']);
    const live = await client.post('/v1/admin/keys', {
      tenant_id: service.tenant('acme'),
      name: 'x',
      scopes: ['read'],
      mode: 'live',
    });
    expect([live.status, live.detail]).toEqual([403, 'A test key can only hand out test keys']);
  });

  test.each(['approved', 'review', 'denied', 'failed'])(
    'makes cases that come to the outcome %s of their metadata, and say so',
    async (outcome) => {
      const { client } = await create({ mode: 'test', scopes: ['read', 'write'] });
      await client.post('/v1/agents', TRIED_AGENT);
      const opened = await client.post('/v1/cases', { goal: 'tried', metadata: { outcome } });
      expect([opened.status, opened.body['mode']]).toEqual([201, 'test']);
      const path = `/v1/cases/${String(opened.body['session_id'])}`;
      const completed = await client.post(`${path}/complete`);
      const result = completed.body['result'] as { decision: string; reasons: { code: string }[] };
      expect([completed.status, result.decision, result.reasons[0]?.code]).toEqual([200, outcome, 'forced_outcome']);
      const status = outcome === 'approved' ? 'completed' : outcome;
      expect((await client.get(path)).body).toMatchObject({ mode: 'test', status });
    },
  );

  test('is given trials to review, and any other key none of them', async () => {
    const trial = (await create({ mode: 'test', tenant_id: 'reviewing' })).client;
    const live = (await create({ tenant_id: 'reviewing' })).client;
    await trial.post('/v1/agents', TRIED_AGENT);
    const open = async (client: typeof live): Promise<unknown> => {
      const { body } = await client.post('/v1/cases', { goal: 'tried', metadata: { outcome: 'review' } });
      await client.post(`/v1/cases/${String(body['session_id'])}/complete`);
      return body['session_id'];
    };
    const opened = await open(trial);
    expect((await live.post('/v1/cases/take-next', { actor: 'anna' })).status).toBe(204);
    const taken = await trial.post('/v1/cases/take-next', { actor: 'anna' });
    expect([taken.status, taken.body['session_id']]).toEqual([200, opened]);
  });

  test('opens no case that a live key gets by its reference, and gets none of such a key', async () => {
    const trial = (await create({ mode: 'test', tenant_id: 'referring' })).client;
    const live = (await create({ tenant_id: 'referring' })).client;
    await live.post('/v1/agents', TRIED_AGENT);
    const asked = { goal: 'tried', client_reference_id: 'customer-4712' };
    const first = await trial.post('/v1/cases', { ...asked, metadata: { outcome: 'approved' } });
    const meant = await live.post('/v1/cases', asked);
    expect([first.status, first.body['mode'], meant.status, meant.body['mode']]).toEqual([201, 'test', 201, 'live']);
    for (const [client, { session_id }] of [
      [trial, first.body],
      [live, meant.body],
    ] as const) {
      const again = await client.post('/v1/cases', asked);
      expect([again.status, again.body['session_id']]).toEqual([200, session_id]);
      const { list } = await client.get('/v1/cases?client_reference_id=customer-4712');
      expect(list.map((one) => one['session_id'])).toEqual([session_id]);
    }
    const completed = await live.post(`/v1/cases/${String(meant.body['session_id'])}/complete`);
    expect(completed.body['result']).toMatchObject({ decision: 'failed' });
  });

  test('is listed the trials, and a live key what is meant, unless they ask for the others; rows say which they are', async () => {
    const trial = (await create({ mode: 'test', tenant_id: 'listing' })).client;
    const live = (await create({ tenant_id: 'listing' })).client;
    await live.post('/v1/agents', TRIED_AGENT);
    const page = (await textPdf('Harbour Rowing Club')).toString('base64');
    const input = { data: page, mime_type: 'application/pdf', filename: 'page.pdf' };
    const [tried, meant] = await Promise.all(
      [trial, live].map(async (client) => {
        const opened = await client.post('/v1/cases', { goal: 'tried' });
        const run = await client.post('/v1/pipeline/run', { context_id: 'passport', input });
        const read = await client.get(`/v1/pipeline/executions/${String(run.body['execution_id'])}`);
        expect(read.body['mode']).toBe(run.body['mode']);
        return { case: opened.body['session_id'], run: run.body['execution_id'], mode: run.body['mode'] };
      }),
    );
    expect([tried?.mode, meant?.mode]).toEqual(['test', 'live']);
    const cases = (one: typeof tried) => [{ session_id: one?.case, mode: one?.mode }];
    const runs = (one: typeof tried) => [{ execution_id: one?.run, mode: one?.mode }];
    const now = encodeURIComponent(new Date().toISOString());
    for (const [client, own, others] of [
      [trial, tried, meant],
      [live, meant, tried],
    ] as const) {
      for (const asOf of ['', `&as_of=${now}`]) {
        const listed = async (path: string) => (await client.get(`${path}${asOf}`)).list;
        const ofCases = '/v1/cases?fields=session_id,mode';
        const ofRuns = '/v1/pipeline/executions?fields=execution_id,mode';
        expect(await listed(ofCases)).toEqual(cases(own));
        expect(await listed(ofRuns)).toEqual(runs(own));
        expect(await listed(`${ofCases}&mode=${String(own?.mode)}`)).toEqual(cases(own));
        expect(await listed(`${ofCases}&mode=${String(others?.mode)}`)).toEqual(cases(others));
        expect(await listed(`${ofRuns}&mode=${String(others?.mode)}`)).toEqual(runs(others));
      }
      const whole = [...(await client.get('/v1/cases')).list, ...(await client.get('/v1/pipeline/executions')).list];
      expect(whole.map(({ mode }) => mode)).toEqual([own?.mode, own?.mode]);
      expect((await client.get('/v1/cases?mode=both')).status).toBe(422);
    }
  });

  test('is given no answer of a live key for an idempotency key, nor a live key one of its own', async () => {
    const trial = (await create({ mode: 'test', tenant_id: 'repeating' })).client;
    const live = (await create({ tenant_id: 'repeating' })).client;
    const block = (client: typeof live) =>
      client.send('POST', '/v1/blocklist', {
        headers: { 'Idempotency-Key': 'block-4712' },
        body: { kind: 'document_number', values: ['HRC4821377'] },
      });
    const [tried, meant] = [await block(trial), await block(live)];
    expect([tried.status, meant.status]).toEqual([201, 201]);
    expect(meant.body['id']).not.toBe(tried.body['id']);
    expect([(await block(trial)).body['id'], (await block(live)).body['id']]).toEqual([
      tried.body['id'],
      meant.body['id'],
    ]);
  });

  test('makes cases that are judged as any other where their metadata names no outcome', async () => {
    const { client } = await create({ mode: 'test', scopes: ['read', 'write'] });
    await client.post('/v1/agents', TRIED_AGENT);
    const { body } = await client.post('/v1/cases', { goal: 'tried', metadata: { outcome: 'splendid' } });
    const completed = await client.post(`/v1/cases/${String(body['session_id'])}/complete`);
    expect(completed.body['result']).toMatchObject({ decision: 'failed' });
    expect(JSON.stringify(completed.body)).not.toContain('forced_outcome');
  });

  test('is what decides: for a live key an outcome in the metadata is one of its values', async () => {
    const { client } = await create({ tenant_id: service.tenant('deciding') });
    await client.post('/v1/agents', TRIED_AGENT);
    const { body } = await client.post('/v1/cases', { goal: 'tried', metadata: { outcome: 'approved' } });
    expect(body).toMatchObject({ mode: 'live', metadata: { outcome: 'approved' } });
    const completed = await client.post(`/v1/cases/${String(body['session_id'])}/complete`);
    expect(completed.body['result']).toMatchObject({ decision: 'failed' });
    expect(JSON.stringify(completed.body)).not.toContain('forced_outcome');
  });

  test('makes cases that stay trials when a live key replays them', async () => {
    const trial = await create({ mode: 'test', scopes: ['read', 'write'] });
    const live = await create({ scopes: ['read', 'write'] });
    await trial.client.post('/v1/agents', TRIED_AGENT);
    const { body } = await trial.client.post('/v1/cases', { goal: 'tried' });
    const replayed = await live.client.post(`/v1/cases/${String(body['session_id'])}/replay`);
    expect(replayed.status).toBe(201);
    const again = await live.client.get(`/v1/cases/${String(replayed.body['session_id'])}`);
    expect(again.body['mode']).toBe('test');
  });

  test('changes no case and no run that a live key made, and reads them', async () => {
    const both = { tenant_id: 'worlds', scopes: ['read', 'write', 'admin'] };
    const trial = (await create({ ...both, mode: 'test' })).client;
    const live = (await create(both)).client;
    await live.post('/v1/agents', TRIED_AGENT);
    const { body } = await live.post('/v1/cases', { goal: 'tried' });
    const path = `/v1/cases/${String(body['session_id'])}`;
    const page = (await textPdf('Harbour Rowing Club')).toString('base64');
    const input = { data: page, mime_type: 'application/pdf', filename: 'page.pdf' };
    const run = await live.post('/v1/pipeline/run', { context_id: 'passport', input, sync: true });
    const runPath = `/v1/pipeline/executions/${String(run.body['execution_id'])}`;
    const before = (await live.get(path)).body;

    const detail = 'A test key changes only what was made with a test key; use a live key for this';
    const refused = await Promise.all([
      upload(trial, body['session_id'], await textPdf('Harbour Rowing Club')),
      trial.send('PATCH', `${path}/decision`, { body: { decision: 'approve' } }),
      trial.post(`${path}/complete`),
      trial.post(`${path}/erase`),
      trial.post(`${runPath}/erase`),
    ]);
    expect(refused.map((answer) => [answer.status, answer.detail])).toEqual(refused.map(() => [403, detail]));
    expect((await trial.get(path)).body).toEqual(before);
    expect((await trial.get(runPath)).body).toMatchObject({ result: run.body['result'] });

    const decided = await live.post(`${path}/complete`);
    expect(decided.body['result']).toMatchObject({ decision: 'failed' });
  });

  test('takes nothing off the blocklist that a live key put there, and what it put there itself', async () => {
    const both = { tenant_id: service.tenant('blocks'), scopes: ['read', 'write'] };
    const [live, trial] = [(await create(both)).client, (await create({ ...both, mode: 'test' })).client];
    const entry = { kind: 'document_number', values: ['HRC4821377'] };
    const [ofLive, ofTrial] = [await live.post('/v1/blocklist', entry), await trial.post('/v1/blocklist', entry)];
    const path = ({ headers }: Answer): string => headers.get('location') ?? '';
    const refused = await trial.delete(path(ofLive));
    expect([refused.status, refused.detail]).toEqual([403, expect.stringMatching(/A test key changes only/)]);
    expect((await live.get(path(ofLive))).status).toBe(200);
    expect((await trial.delete(path(ofTrial))).status).toBe(204);
    expect((await live.delete(path(ofLive))).status).toBe(204);
  });

  test('counts in no figure: what is sent for it is listed, and not counted', async () => {
    const page = (await textPdf('Harbour Rowing Club', 'Full name: Anna Berg')).toString('base64');
    const send = async (mode: string) => {
      const { client } = await create({ tenant_id: 'figures', mode });
      const input = { data: page, mime_type: 'application/pdf', filename: 'page.pdf' };
      const asked = { context_id: 'passport', input, sync: false, webhook_url: 'https://attest.invalid/hook' };
      expect((await client.post('/v1/pipeline/run', asked)).status).toBe(200);
      return client;
    };
    await send('test');
    const client = await send('live');
    await until(
      async () => ((await client.get('/v1/webhooks/deliveries')).list.length === 2 ? true : undefined),
      60_000,
    );
    expect((await client.get('/v1/analytics/webhooks')).body).toMatchObject({ total: 1 });
  });
});
