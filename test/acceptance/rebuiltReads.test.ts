import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderPassport } from '../../specimens/index.js';
import { allProjections } from '../../src/start/features.js';
import { tableNames } from '../support/readModels.js';
import { until } from '../support/until.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

/** What operators run, as `npm run projections`. */
const PROJECTIONS_TOOL = fileURLToPath(new URL('../../dist/start/tools/projections.js', import.meta.url));

let service: Service;
let client: Client;
/** Everything that can be read about what happened. */
const paths: string[] = [];

beforeAll(async () => {
  service = await startService();
  client = await service.withKey('acme', ['read', 'write', 'admin']);
  await keys();
  await documentTypes();
  await runs();
  await cases();
});

afterAll(() => service.stop());

async function keys(): Promise<void> {
  const { body } = await client.post('/v1/admin/keys', { tenant_id: 'acme', name: 'Short-lived', scopes: ['read'] });
  await client.delete(`/v1/admin/keys/${String(body['id'])}`);
  paths.push('/v1/admin/keys');
}

async function documentTypes(): Promise<void> {
  const output_schema = { zeta: 'string', alpha: 'date YYYY-MM-DD or null' };
  await client.post('/v1/document-types', { context_id: 'badge', display_name: 'Badge', output_schema });
  await client.put('/v1/document-types/badge', { classify_hints: ['Visitor'] });
  await client.patch('/v1/document-types/badge/lock-fields', { fields: { beta: 'email' }, auto_suggest: true });
  const own = '/v1/document-types?tenant_id=acme&include_global=true';
  paths.push(own, '/v1/document-types', '/v1/document-types/badge', '/v1/document-types/badge/versions');
}

async function runs(): Promise<void> {
  const { bytes, filename, mime_type } = await renderPassport();
  const input = { data: bytes.toString('base64'), filename, mime_type };
  const run = await client.post('/v1/pipeline/run', { context_id: 'passport', input });
  const damaged = { ...input, data: bytes.subarray(0, 3_000).toString('base64') };
  const failed = await client.post('/v1/pipeline/run', { context_id: 'badge', input: damaged });
  for (const { body } of [run, failed]) paths.push(`/v1/pipeline/executions/${String(body['execution_id'])}`);
  paths.push('/v1/pipeline/executions', '/v1/webhooks/deliveries');
}

async function cases(): Promise<void> {
  const built = await client.post('/v1/agents/build', { name: 'Onboarding', context_ids: ['passport'], deploy: true });
  const agent = built.body['agent'] as { id: string; goal: string; definition: object };
  await client.put(`/v1/agents/${agent.id}`, { definition: { ...agent.definition, intelligence_level: 2 } });
  paths.push('/v1/agents', `/v1/agents/${agent.id}`, `/v1/agents/${agent.id}/versions`);
  const opened = await client.post('/v1/cases', { goal: agent.goal, client_reference_id: 'customer 17' });
  const one = `/v1/cases/${String(opened.body['session_id'])}`;
  await upload(one, (await renderPassport({ tampered: true })).bytes);
  await client.post(`${one}/message`, { message: 'What is still missing?' });
  expect((await client.post(`${one}/complete`)).body['status']).toBe('review');
  await client.patch(`${one}/decision`, { decision: 'deny', reason: 'The zone was altered.' });
  const replay = await client.post(`${one}/replay`);
  const again = `/v1/cases/${String(replay.body['session_id'])}`;
  await until(async () => ((await client.get(again)).body['result'] as { comparison?: object }).comparison, 120_000);
  const { bytes, filename, mime_type } = await renderPassport();
  const documents = [{ data: bytes.toString('base64'), filename, mime_type }];
  const run = await client.post('/v1/agent/run', { goal: agent.goal, documents });
  paths.push(again, `/v1/pipeline/executions/${String(run.body['execution_id'])}`, `${one}/report`);
  await client.post('/v1/cases', { goal: agent.goal });
  paths.push('/v1/cases', one, `${one}/status`, `${one}/messages`, '/v1/cases?client_reference_id=customer%2017');
}

async function upload(one: string, bytes: Buffer): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'passport.jpg');
  form.set('label', 'passport');
  const headers = { 'X-Api-Key': client.key ?? '' };
  const answer = await fetch(`${service.url}${one}/documents`, { method: 'POST', body: form, headers });
  expect(answer.status).toBe(200);
}

async function dropReadModels(): Promise<void> {
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  try {
    for (const name of tableNames(allProjections)) await database.query(`drop table ${name}`);
  } finally {
    await database.end();
  }
}

async function rebuild(name: string): Promise<void> {
  const env = { ...process.env, ...service.stack.settings };
  await promisify(execFile)(process.execPath, [PROJECTIONS_TOOL, 'rebuild', name], { env });
}

test('with every read model dropped and rebuilt from the events, everything reads the same, byte for byte', async () => {
  const read = async (): Promise<string[]> => {
    const answers: string[] = [];
    for (const path of paths) answers.push(`${path} ${(await client.get(path)).bytes.toString()}`);
    // When a key was last used is no event, and reading changes it.
    return answers.map((answer) => answer.replaceAll(/"last_used":"[^"]+"/g, '"last_used":"now"'));
  };
  const before = await read();
  expect(before.filter((answer) => / (\[\]|\{"detail".*)$/.test(answer))).toEqual(['/v1/webhooks/deliveries []']);
  await dropReadModels();
  for (const { name } of allProjections) await rebuild(name);
  expect(await read()).toEqual(before);
});
