import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/until.js';
import { card, defineMembership, letter, upload } from './support/cases.js';
import { startService, type Service } from './support/service.js';
import { startStack, type Stack } from './support/stack.js';

/** Two processes over one stack, and nobody who moves a read model. */
let stack: Stack;
let service: Service;
let other: Service;

beforeAll(async () => {
  stack = await startStack();
  service = await startService({ ROLES: 'api,worker,relay' }, stack);
  other = await startService({ ROLES: 'api' }, stack);
});

afterAll(async () => {
  await service.stop();
  await other.stop();
  await stack.close();
});

const issue = async (scopes = ['read', 'write']) => {
  const { status, body } = await service.platform.post('/v1/admin/keys', { tenant_id: 'late', name: 'x', scopes });
  expect(status).toBe(201);
  return { id: String(body['id']), raw_key: String(body['raw_key']) };
};

describe('while no read model moves, a key', () => {
  test('works at once, on every process', async () => {
    const { raw_key } = await issue();
    for (const process of [service, other]) {
      expect((await process.as(raw_key).get('/v1/document-types')).status).toBe(200);
    }
  });

  test('that is revoked is refused at once, on every process, whether it was used there before or not', async () => {
    const used = await issue();
    const unused = await issue();
    for (const process of [service, other]) await process.as(used.raw_key).get('/v1/document-types');
    for (const { id } of [used, unused]) expect((await other.platform.delete(`/v1/admin/keys/${id}`)).status).toBe(204);
    for (const { raw_key } of [used, unused]) {
      for (const process of [service, other]) {
        const { status, detail } = await process.as(raw_key).get('/v1/document-types');
        expect([status, detail]).toEqual([401, 'API key revoked']);
      }
    }
    expect((await service.platform.delete(`/v1/admin/keys/${used.id}`)).status).toBe(404);
  });
});

describe('while no read model moves, a list', () => {
  test('says that it is behind, on every process, once what it lacks has waited for a second', async () => {
    const { raw_key } = await issue();
    const made = await service.as(raw_key).post('/v1/agents', { goal: 'unseen_goal', name: 'Unseen' });
    expect(made.status).toBe(201); // after the two seconds that a write waits for its read models
    for (const process of [service, other]) {
      const { list, headers } = await process.as(raw_key).get('/v1/agents');
      expect(list).toEqual([]);
      expect(Number(headers.get('attest-behind'))).toBeGreaterThanOrEqual(1);
      const found = await process.as(raw_key).get(`/v1/agents/${String(made.body['id'])}`);
      expect([found.status, found.headers.get('attest-behind')]).toEqual([200, null]);
    }
  });

  test('that lacks nothing says nothing', async () => {
    const { status, headers } = await service.platform.get('/v1/operations/parked');
    expect([status, headers.get('attest-behind')]).toEqual([200, null]);
  });
});

describe('while no read model moves, the metrics of every process', () => {
  test('tell for how long read models are behind, and that nothing else waits', async () => {
    await issue();
    const bus = 'KAFKA_BROKERS' in stack.settings ? 'kafka' : 'postgres';
    const behind = 'attest_projection_lag_seconds{projection="api_keys"}';
    const nothing = [
      'attest_projection_lag_seconds{projection="parked_work"}',
      `attest_relay_lag_seconds{bus="${bus}"}`,
      'attest_unfinished_work{work="runs"}',
      'attest_unfinished_work_age_seconds{work="deliveries"}',
      'attest_due_work{topic="attest.executions"}',
      'attest_due_work_overdue_seconds{topic="attest.executions"}',
    ];
    for (const process of [service, other]) {
      // What is not known within a second is left out of a scrape, and may be in the next one.
      const values = await until(async () => {
        const lines = (await process.platform.get('/metrics')).bytes.toString().split('\n');
        const found = [behind, ...nothing].map((series) => lines.find((line) => line.startsWith(`${series} `)));
        return found.every((line) => line !== undefined)
          ? found.map((line) => Number(line.split(' ').at(-1)))
          : undefined;
      });
      expect(values[0]).toBeGreaterThan(1);
      expect(values.slice(1)).toEqual(nothing.map(() => 0));
    }
  });
});

describe('while no read model moves, what was answered with 201 is there by its id', () => {
  test('a case: its read, message, upload, file, completion, report and replay', async () => {
    const client = service.as((await issue()).raw_key);
    const agent = await defineMembership(client, 'late_goal', { intelligence_level: 2 });
    expect(agent.status).toBe(201);
    const opened = await client.post('/v1/cases', { goal: 'late_goal' });
    expect(opened.status).toBe(201);
    const path = `/v1/cases/${String(opened.body['session_id'])}`;
    const elsewhere = other.as(client.key);
    expect((await elsewhere.get(path)).body).toEqual(opened.body);
    expect((await elsewhere.post(`${path}/message`, { message: 'Hello' })).status).toBe(200);
    for (const page of [await card('Anna Berg'), await letter('Anna Berg')]) {
      expect((await upload(elsewhere, opened.body['session_id'], page)).status).toBe(200);
    }
    const { body } = await client.get(path);
    const [document] = body['documents'] as { file_url: string }[];
    expect((await elsewhere.get(document?.file_url ?? '')).status).toBe(200);
    expect((await elsewhere.get(path)).body).toEqual(body);
    const completed = await elsewhere.post(`${path}/complete`);
    expect(completed.status).toBe(200);
    expect((await client.get(path)).body).toMatchObject({ status: 'completed', result: completed.body['result'] });
    expect((await elsewhere.get(`${path}/report`)).status).toBe(200);
    const replay = await elsewhere.post(`${path}/replay`);
    expect(replay.status).toBeLessThan(300);
    expect((await client.get(`/v1/cases/${String(replay.body['session_id'])}`)).status).toBe(200);
  });

  test('an agent and a document type, as they were changed last', async () => {
    const client = service.as((await issue()).raw_key);
    const elsewhere = other.as(client.key);
    const type = { context_id: 'late_type', display_name: 'Late', output_schema: { name: 'string' } };
    expect((await client.post('/v1/document-types', type)).status).toBe(201);
    expect((await elsewhere.put('/v1/document-types/late_type', { display_name: 'Later' })).status).toBe(200);
    expect((await client.get('/v1/document-types/late_type')).body).toMatchObject({ display_name: 'Later' });
    const agent = await client.post('/v1/agents', { goal: 'later_goal', name: 'One' });
    const path = `/v1/agents/${String(agent.body['id'])}`;
    expect((await elsewhere.get(path)).body).toEqual(agent.body);
    expect((await elsewhere.delete(path)).status).toBeLessThan(300);
    expect((await client.get(path)).status).toBe(404);
  });

  test('a run of a type that is made of others, defined or changed to that a moment ago: it is done at once, whatever sync says', async () => {
    const client = service.as((await issue()).raw_key);
    const member = {
      ...{ context_id: 'late_card', display_name: 'Card', output_schema: { full_name: 'string' } },
      classify_hints: ['Harbour Rowing Club membership card', 'membership number'],
    };
    expect((await client.post('/v1/document-types', member)).status).toBe(201);
    const plain = { context_id: 'late_pack', display_name: 'Pack', output_schema: {} };
    expect((await client.post('/v1/document-types', plain)).status).toBe(201);
    const made_of = { pipeline_steps: [`type:${member.context_id}`] };
    expect((await other.as(client.key).put('/v1/document-types/late_pack', made_of)).status).toBe(200);
    expect((await client.post('/v1/document-types', { ...plain, ...made_of, context_id: 'new_pack' })).status).toBe(
      201,
    );
    const input = {
      data: (await card('Anna Berg')).toString('base64'),
      mime_type: 'application/pdf',
      filename: 'a.pdf',
    };
    for (const context_id of ['late_pack', 'new_pack']) {
      const run = await client.post('/v1/pipeline/run', { context_id, input, sync: false });
      expect([run.status, run.body['status']]).toEqual([200, 'completed']);
      expect(run.body['result']).toMatchObject({ [member.context_id]: { extracted: { full_name: 'Anna Berg' } } });
    }
  });

  test('an execution, which knows the document type it was asked to read', async () => {
    const client = service.as((await issue()).raw_key);
    const hints = ['Harbour Rowing Club membership card', 'membership number'];
    const type = {
      ...{ context_id: 'run_type', display_name: 'Run', output_schema: { full_name: 'string' } },
      classify_hints: hints,
    };
    expect((await client.post('/v1/document-types', type)).status).toBe(201);
    const data = (await card('Anna Berg')).toString('base64');
    const run = await client.post('/v1/pipeline/run', {
      context_id: 'run_type',
      input: { data, mime_type: 'application/pdf', filename: 'a.pdf' },
    });
    expect(run.status).toBeLessThan(300);
    expect(run.body['result']).toMatchObject({ document_type: 'run_type', extracted: { full_name: 'Anna Berg' } });
    const path = `/v1/pipeline/executions/${String(run.body['execution_id'])}`;
    expect((await other.as(client.key).get(path)).body).toEqual(run.body);
  });
});
