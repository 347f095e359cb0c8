import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportHead, ProvenEntry } from '../../src/domain/audit/index.js';
import { runTool } from '../support/runTool.js';
import { caseInReview, defineMembership } from './support/cases.js';
import type { Answer, Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let acme: Client;
let globex: Client;
let folder: string;
/** A case in review. */
let one: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attest-exports-'));
  service = await startService();
  [acme, globex] = [await service.withKey('acme'), await service.withKey('globex')];
  for (const client of [acme, globex]) expect((await defineMembership(client)).status).toBe(201);
  one = await caseInReview(acme);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const PROVEN = 'format=jsonl&proof=true';
const linesOf = ({ bytes }: Answer): string[] => bytes.toString().split(/(?<=\n)/);
const entriesOf = (answer: Answer): ProvenEntry[] =>
  linesOf(answer)
    .slice(1, -1)
    .map((line) => JSON.parse(line) as ProvenEntry);
async function verify(text: string, ...options: string[]) {
  const [file, keys] = [join(folder, 'export.jsonl'), join(folder, 'keys.json')];
  await writeFile(file, text);
  await writeFile(keys, JSON.stringify((await service.as(undefined).get('/v1/signing-keys')).body));
  return runTool({}, 'attestVerify.ts', file, '--keys', keys, ...options);
}

test('an export of the audit trail carries its proof, which is verified offline with nothing but the keys', async () => {
  const answer = await acme.get(`/v1/audit?${PROVEN}&aggregate=${one}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('application/x-ndjson'),
  ]);
  const plain = (await acme.get(`/v1/audit?limit=200&aggregate=${one}`)).list;
  expect(plain.length).toBeGreaterThan(3);
  expect(entriesOf(answer).map(({ proof: _proof, ...entry }) => entry)).toEqual(plain);
  const head = JSON.parse(linesOf(answer)[0]!) as ExportHead;
  expect(head.export).toEqual({ kind: 'audit', query: { tenant_id: 'acme', aggregate: one } });
  const good = await verify(answer.bytes.toString());
  expect(good).toMatchObject({ exitCode: 0, err: '' });
  expect(good.out).toContain(`${plain.length} entries are in the log of ${head.tree_head.tree_size} events`);
  expect(good.out).toContain('The export is as it was signed');
  expect(good.out).toContain(`The events are all of case-${one} from its beginning to ${plain.length - 1}.`);
});

test('the tool names each line that does not hold and ends with 1, and verifies lines that were picked out as a part', async () => {
  const lines = linesOf(await acme.get(`/v1/audit?${PROVEN}&aggregate=${one}`));
  const forged = lines.map((line, n) =>
    n === 2 || n === 3 ? line.replace(/"actor":"[^"]+"/, '"actor":"system"') : line,
  );
  const bad = await verify(forged.join(''));
  expect(bad).toMatchObject({ exitCode: 1, out: '' });
  expect(bad.err.split('\n')).toEqual([
    'attest-verify: Line 3: actor: not what is in the log',
    'attest-verify: Line 4: actor: not what is in the log',
    'attest-verify: The export was changed: it does not have the hash that was signed',
    '',
  ]);
  const cut = lines.filter((_line, n) => n < 3);
  const [whole, part] = [await verify(cut.join('')), await verify(cut.join(''), '--part')];
  expect(whole).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('The last line, which signs the export') as string,
  });
  expect(part).toMatchObject({ exitCode: 0, err: '' });
  expect(part.out).toContain('It is a part of an export');
  expect((await verify(lines[0]!)).exitCode).toBe(1);
});

test('the export of a tenant proves its own events alone, and that of the platform those of all', async () => {
  const own = await globex.get(`/v1/audit?${PROVEN}`);
  const leaves = entriesOf(own).map(({ proof }) => proof.leaf);
  expect(leaves.length).toBeGreaterThan(0);
  expect(new Set(leaves.map(({ tenant_id }) => tenant_id))).toEqual(new Set(['globex']));
  expect(own.bytes.toString()).not.toContain('acme');
  expect(own.bytes.toString()).not.toContain(one);
  expect((await globex.get(`/v1/audit?${PROVEN}&tenant_id=acme`)).status).toBe(403);
  const all = await service.platform.get(`/v1/audit?${PROVEN}`);
  expect(new Set(entriesOf(all).map(({ proof }) => proof.leaf.tenant_id))).toEqual(new Set(['', 'acme', 'globex']));
  expect(await verify(all.bytes.toString())).toMatchObject({ exitCode: 0, err: '' });
});

test('a page of an export, and one that finds nothing, are verified too', async () => {
  const some = await acme.get(`/v1/audit?${PROVEN}&limit=2`);
  expect(entriesOf(some)).toHaveLength(2);
  expect((JSON.parse(linesOf(some)[0]!) as ExportHead).export.query).toMatchObject({ limit: 2 });
  const none = await acme.get(`/v1/audit?${PROVEN}&action=FaceRemoved`);
  expect(linesOf(none)).toHaveLength(2);
  for (const { bytes } of [some, none]) expect(await verify(bytes.toString())).toMatchObject({ exitCode: 0, err: '' });
  const { status, bytes } = await acme.send('HEAD', `/v1/audit?${PROVEN}`);
  expect([status, bytes.length]).toEqual([200, 0]);
});

test('an export that is made while more is done is whole, and of what its head covers', async () => {
  const note = (n: number) => acme.post(`/v1/cases/${one}/notes`, { text: `Note ${n}` });
  const notes = Promise.all(Array.from({ length: 10 }, (_one, n) => note(n)));
  const made: Answer[] = await Promise.all([acme.get(`/v1/audit?${PROVEN}`), globex.get(`/v1/audit?${PROVEN}`)]);
  expect(new Set((await notes).map(({ status }) => status))).toEqual(new Set([201]));
  made.push(await acme.get(`/v1/audit?${PROVEN}`));
  for (const answer of made) {
    expect(answer.status).toBe(200);
    expect(await verify(answer.bytes.toString())).toMatchObject({ exitCode: 0, err: '' });
  }
  expect(entriesOf(made[2]!).filter(({ action }) => action === 'CaseNoteAdded')).toHaveLength(10);
});

test('events that a search finds are exported with their proofs, also a few columns of them', async () => {
  const ask = (body: object) =>
    acme.post('/v1/search/export', { format: 'jsonl', kind: 'events', proof: true, ...body });
  const query = `aggregate: "case-${one}"`;
  const [whole, few] = [await ask({ query }), await ask({ query, columns: ['action', 'at'] })];
  expect(entriesOf(whole).length).toBeGreaterThan(3);
  expect(entriesOf(few).map((entry) => Object.keys(entry).sort())).toContainEqual(['action', 'at', 'proof']);
  for (const { bytes } of [whole, few]) expect(await verify(bytes.toString())).toMatchObject({ exitCode: 0, err: '' });
  const forged = few.bytes.toString().replace('"action":"CaseCompleted"', '"action":"CaseDecided"');
  expect((await verify(forged)).err).toMatch(/^attest-verify: Line \d+: action: not what is in the log\n/);
  for (const body of [{ format: 'csv' }, { kind: 'cases' }, { kind: 'documents' }]) {
    const { status, detail } = await ask(body);
    expect([status, detail]).toEqual([422, 'The field `proof` needs `kind` events and `format` jsonl']);
  }
});

test('a proof is refused where the answer has no room for it', async () => {
  for (const query of ['proof=true', 'proof=true&format=json']) {
    const { status, detail } = await acme.get(`/v1/audit?${query}`);
    expect([status, detail]).toEqual([422, 'The parameter `proof` needs `format=jsonl`']);
  }
  expect((await acme.get('/v1/audit?format=jsonl&proof=yes')).status).toBe(422);
});

test('an export stays valid when what it is of is erased, and says so when it is made anew', async () => {
  const before = (await acme.get(`/v1/audit?${PROVEN}&aggregate=${one}`)).bytes.toString();
  expect((await acme.post(`/v1/cases/${one}/erase`, { reason: 'person_asked' })).status).toBe(200);
  const after = await acme.get(`/v1/audit?${PROVEN}&aggregate=${one}`);
  for (const text of [before, after.bytes.toString()])
    expect(await verify(text)).toMatchObject({ exitCode: 0, err: '' });
  expect(entriesOf(after).map(({ action }) => action)).toContain('CaseErased');
  expect(`${before}${after.bytes.toString()}`).not.toMatch(/Anna Maria|Robert Smith|\$sealed/);
});
