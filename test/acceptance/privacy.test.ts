import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderPassport, type InventedPerson } from '../../specimens/index.js';
import { allProjections } from '../../src/start/features.js';
import { tableNames } from '../support/readModels.js';
import { until } from '../support/until.js';
import { upload } from './support/cases.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { dumpTables } from './support/tables.js';

const PERSON: InventedPerson = {
  surname: 'QUILLFEATHER',
  given_names: 'ZEBULON XAVIER',
  birth_date: '1971-11-23',
  birth_place: 'VEXHOLM',
  sex: 'M',
  nationality: 'UTO',
  address: '93 JUNIPER WYND, VEXHOLM 77154',
};

const NUMBER = 'K73926154';

/** Values that came with a document or were read from it, and the secrets of a caller. */
const CANARIES = [
  PERSON.surname,
  'ZEBULON',
  PERSON.birth_place,
  NUMBER,
  'quillfeather-passport',
  'extra-canary-5512',
  'hook-canary-8841',
  'idempotency-canary-3390',
  'query-canary-6627',
  'reference-canary-2204',
  'label-canary-7718',
  'message-canary-9043',
  'reason-canary-1187',
];

let service: Service;
/** Secrets made on the way: raw keys, and the secret part of the first one. */
const secrets: string[] = [];
/** Plain hashes of what callers sent: whoever has the file or guesses the reference could find them again. */
const hashes: string[] = [];
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'trace' });
  const client = await service.withKey('private', ['read', 'write', 'admin']);
  const stranger = service.as(`${client.key ?? ''}0`);
  secrets.push(...[client.key, service.platform.key].map((key) => key?.split('_')[2] ?? ''));
  const passport = await renderPassport({ person: PERSON, document_number: NUMBER });
  const body = {
    context_id: 'passport',
    input: {
      ...{
        data: passport.bytes.toString('base64'),
        mime_type: passport.mime_type,
        filename: 'quillfeather-passport.png',
      },
      remark: 'extra-canary-5512',
    },
    webhook_url: 'https://hooks.example.com/hook-canary-8841',
  };
  hashes.push(...[passport.bytes, 'idempotency-canary-3390', 'reference-canary-2204'].map(sha256));
  const run = await client.post('/v1/pipeline/run', body, { 'Idempotency-Key': 'idempotency-canary-3390' });
  expect(run.bytes.toString()).toContain(PERSON.surname);
  const id = String(run.body['execution_id']);
  await client.post('/v1/pipeline/run', body, { 'Idempotency-Key': 'idempotency-canary-3390' });
  await client.get(`/v1/pipeline/executions/${id}?name=query-canary-6627`);
  await client.get(`/v1/pipeline/executions/${id}/file`);
  await client.get('/v1/pipeline/executions?limit=query-canary-6627');
  await client.get('/query-canary-6627');
  await client.send('POST', '/v1/pipeline/run', { raw: `{"input": "${PERSON.surname}` });
  await client.post('/v1/pipeline/run', { ...body, context_id: 7 });
  await stranger.post('/v1/pipeline/run', body);
  const spoilt = {
    ...body,
    input: { ...body.input, data: Buffer.from(`%PDF-1.7 ${PERSON.surname}`).toString('base64') },
  };
  await client.post('/v1/pipeline/run', spoilt, { 'Idempotency-Key': randomUUID() });
  await verify(client, body.input);
});

/** A case with all that can be said in it, its report and its replay, and an agent run. */
async function verify(client: Client, input: { data: string; mime_type: string; filename: string }): Promise<void> {
  const doc_type_map = { passport: 'passport', utility_bill: 'utility_bill' };
  const definition = { doc_type_map, intelligence_level: 3 };
  await client.post('/v1/agents', { goal: 'onboarding', name: 'Onboarding', deployed: true, definition });
  const reference = 'reference-canary-2204';
  const opened = await client.post('/v1/cases', { goal: 'onboarding', client_reference_id: reference });
  await client.get(`/v1/cases?client_reference_id=${reference}`);
  const one = `/v1/cases/${String(opened.body['session_id'])}`;
  const bytes = Buffer.from(input.data, 'base64');
  await upload(client, opened.body['session_id'], bytes, {
    filename: input.filename,
    label: 'label-canary-7718',
  });
  await upload(client, opened.body['session_id'], Buffer.from(`%PDF-1.7 ${PERSON.surname}`));
  const said = await client.post(`${one}/message`, { message: 'What is the surname, message-canary-9043?' });
  expect(JSON.stringify(said.body)).toContain(PERSON.surname);
  expect((await client.post(`${one}/complete`)).body['status']).toBe('review');
  const decided = await client.patch(`${one}/decision`, { decision: 'deny', reason: 'reason-canary-1187' });
  expect(decided.status).toBe(200);
  for (const format of ['json', 'pdf']) expect((await client.get(`${one}/report?format=${format}`)).status).toBe(200);
  for (const path of [one, `${one}/report`]) expect((await client.get(path)).bytes.toString()).toContain(sha256(bytes));
  const replay = await client.post(`${one}/replay`);
  const again = `/v1/cases/${String(replay.body['session_id'])}`;
  await until(async () => ((await client.get(again)).body['result'] as { comparison?: object }).comparison, 120_000);
  const run = await client.post('/v1/agent/run', { goal: 'onboarding', documents: [input] });
  expect(run.bytes.toString()).toContain(PERSON.surname);
}

afterAll(() => service.stop());

/** Where a canary stands in a text, as it is or in hex or base64. */
function found(text: string, where: string): string[] {
  const folded = text.toLowerCase();
  return [...CANARIES, ...secrets, ...hashes].flatMap((canary) => {
    const hex = Buffer.from(canary).toString('hex');
    const base64 = Buffer.from(canary).toString('base64').replace(/=+$/, '').slice(0, -1);
    const hit = folded.includes(canary.toLowerCase()) || folded.includes(hex) || text.includes(base64);
    return hit ? [`${canary} in ${where}`] : [];
  });
}

test('no table but those of the read models holds what a document said', async () => {
  const readModels = tableNames(allProjections);
  const others = [...(await dumpTables(service.databaseUrl))].filter(([name]) => !readModels.includes(name));
  expect(others.map(([name]) => name)).toEqual(expect.arrayContaining(['events', 'kept_answers', 'subject_keys']));
  for (const [name, rows] of others) expect(found(rows, name)).toEqual([]);
});

test('neither event store nor bus does where they are outside the database', async () => {
  expect(found(await service.stack.kept(), 'the event store or the bus')).toEqual([]);
});

test('no file in the data folder does', async () => {
  const files = (await readdir(service.dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    expect(found(path, 'a file name')).toEqual([]);
    expect(found((await readFile(path)).toString('latin1'), path)).toEqual([]);
  }
});

test('nothing that the service printed does, at the chattiest level', () => {
  const output = service.output();
  expect(output).toContain('"route":"/v1/pipeline/run"');
  expect(output).toContain('"tenant_id":"private"');
  expect(found(output, 'the log')).toEqual([]);
});
