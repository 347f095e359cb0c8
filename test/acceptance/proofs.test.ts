import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfHex, isConsistent, isIncluded, type LogProof } from '../../src/domain/audit/index.js';
import { publicKeysOf } from '../../src/platform/signing/verifySigned.js';
import { treeHashing } from '../../src/projections/audit/notary.js';
import { verifyReport } from '../../src/reports/verifyReport.js';
import { runTool } from '../support/runTool.js';
import { caseInReview, defineMembership } from './support/cases.js';
import { verifyingKey } from './support/certificates.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';

interface Head {
  tree_size: number;
  root_hash: string;
  timestamp: string;
  signature: string;
}
interface Inclusion {
  leaf_index: number;
  leaf: string;
  leaf_hash: string;
  path: string[];
}

let service: Service;
let acme: Client;
let globex: Client;
let folder: string;
/** A case in review. */
let one: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attest-proofs-'));
  service = await startService();
  acme = await service.withKey('acme');
  globex = await service.withKey('globex', ['read']);
  expect((await defineMembership(acme)).status).toBe(201);
  one = await caseInReview(acme);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** A body, as what it is held to be. */
const bodyOf = <Body>({ body }: { body: unknown }): Body => body as Body;
const headNow = async (): Promise<Head> => bodyOf<Head>(await globex.get('/v1/audit/tree-head'));
const inclusion = (position: string | number, size: number, client = acme) =>
  client.get(`/v1/audit/inclusion?position=${position}&tree_size=${size}`);
const consistency = (first: number, second: number) =>
  globex.get(`/v1/audit/consistency?first=${first}&second=${second}`);
const reportOf = async (id: string): Promise<Report> =>
  bodyOf<Report>(await acme.get(`/v1/cases/${id}/report?regenerate=true`));
interface Report {
  [member: string]: unknown;
  timeline: { by: string }[];
  integrity: { proof: LogProof; history: { events: number }; signature: string; report_sha256: string };
}
const hash = (hex: string): Uint8Array => hashOfHex(hex)!;
const holds = (given: unknown, head: Head): boolean => {
  const { leaf_index: leafIndex, leaf, path } = given as Inclusion;
  const leafHash = treeHashing.leaf(Buffer.from(leaf, 'base64'));
  const proof = { leafIndex, leafHash, treeSize: head.tree_size, path: path.map(hash), root: hash(head.root_hash) };
  return isIncluded(proof, treeHashing);
};
const keys = async () => {
  const { keys: published } = (await service.as(undefined).get('/v1/signing-keys')).body;
  return publicKeysOf(published as Parameters<typeof publicKeysOf>[0]);
};
async function ask<Row>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

test('a tree head is of all that was answered before, and anybody can verify that the service signed it', async () => {
  const head = await headNow();
  const [{ events }] = (await ask<{ events: string }>('select count(*) as events from events')) as [{ events: string }];
  expect(head).toEqual({
    tree_size: Number(events),
    root_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    signature: expect.stringMatching(/^[\w-]{86}$/) as string,
  });
  expect(await verifyingKey(service.as(undefined), { ...head })).toBeDefined();
  expect(await verifyingKey(service.as(undefined), { ...head, tree_size: head.tree_size + 1 })).toBeUndefined();
});

test('every event of a tenant is proven to it, by a leaf that says what it is, and no event of another', async () => {
  const head = await headNow();
  const rows = await ask<{ position: string; id: string; type: string; stream: string; tenant: string }>(
    `select position, id, type, stream, metadata ->> 'tenant_id' as tenant from events`,
  );
  expect(new Set(rows.map(({ tenant }) => tenant))).toEqual(new Set(['', 'acme', 'globex']));
  for (const { position, tenant, ...event } of rows.slice(-40)) {
    const { status, body, detail } = await inclusion(position, head.tree_size);
    if (tenant !== 'acme') {
      expect([status, detail]).toEqual([404, 'There is no event at this position']);
      continue;
    }
    expect([status, holds(body, head)]).toEqual([200, true]);
    const leaf = JSON.parse(Buffer.from(String(body['leaf']), 'base64').toString()) as object;
    expect(leaf).toMatchObject({ ...event, v: 1, position, tenant_id: 'acme' });
    expect(body['leaf_hash']).toMatch(/^[0-9a-f]{64}$/);
  }
  const platforms = rows.find(({ tenant }) => tenant === '')!;
  expect((await inclusion(platforms.position, head.tree_size, service.platform)).status).toBe(200);
});

test('what lies beyond the log is 422, and so is what is no position and no size', async () => {
  const { tree_size } = await headNow();
  const [{ last }] = (await ask<{ last: string }>('select max(position) as last from events')) as [{ last: string }];
  for (const [position, size] of [
    [last, tree_size + 1],
    [`${last}0`, tree_size],
    ['-1', 1],
    ['1.5', 1],
    ['1', 0],
  ] as const)
    expect((await inclusion(position, size)).status).toBe(422);
  const early = (
    await ask<{ position: string }>(
      `select max(position) as position from events where metadata ->> 'tenant_id' = 'acme'`,
    )
  )[0]!;
  const short = await inclusion(early.position, 1);
  expect([short.status, short.detail]).toEqual([422, 'position: the tree of this size ends before it']);
  for (const [first, second] of [
    [1, tree_size + 1],
    [3, 2],
    [-1, 2],
  ] as const)
    expect((await consistency(first, second)).status).toBe(422);
});

test('every later head is proven to continue an earlier one, whatever was erased in between', async () => {
  const first = await headNow();
  const erasedCase = await caseInReview(acme);
  const before = await headNow();
  const proven = (await reportOf(erasedCase)).integrity.proof.leaves;
  const erased = await acme.post(`/v1/cases/${erasedCase}/erase`, { reason: 'person_asked' });
  const after = await headNow();
  for (const [older, newer] of [
    [first, before],
    [before, after],
    [first, after],
  ] as const) {
    const { body } = await consistency(older.tree_size, newer.tree_size);
    const sized = ({ tree_size: size, root_hash }: Head) => ({ size, root: hash(root_hash) });
    const proof = { first: sized(older), second: sized(newer), path: (body['path'] as string[]).map(hash) };
    expect(isConsistent(proof, treeHashing)).toBe(true);
  }
  expect((await consistency(after.tree_size, after.tree_size)).body).toEqual({ path: [] });
  // What was erased is in the log as it was, and so is that it was.
  for (const { leaf } of proven)
    expect(holds((await inclusion(leaf.position, after.tree_size)).body, after)).toBe(true);
  const { body } = await inclusion(String(erased.body['log_position']), after.tree_size);
  expect(holds(body, after)).toBe(true);
  expect(Buffer.from(String(body['leaf']), 'base64').toString()).toContain('"type":"CaseErased"');
  const report = await reportOf(erasedCase);
  expect(verifyReport(report, await keys()).events).toBe(proven.length + 1);
});

test('a report is verified offline, with nothing but the keys, and no changed one is', async () => {
  const report = await reportOf(one);
  const trusted = await keys();
  expect(verifyReport(report, trusted)).toMatchObject({ session_id: one, events: report.timeline.length });
  const { proof, signature } = report.integrity;
  const changed = (integrity: object) => ({ ...report, integrity: { ...report.integrity, ...integrity } });
  const anotherKey = publicKeysOf([{ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }]);
  for (const [given, trust, why] of [
    [
      { ...report, decision: { ...(report['decision'] as object), outcome: 'approved' } },
      trusted,
      'The report was changed',
    ],
    [
      changed({ signature: signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')) }),
      trusted,
      'The report was changed',
    ],
    [changed({ proof: { ...proof, leaves: proof.leaves.slice(1) } }), trusted, 'The report was changed'],
    [report, anotherKey, 'The report was signed with none of the keys'],
    [{}, trusted, 'This is no case report'],
  ] as const)
    expect(() => verifyReport(given, trust)).toThrow(why);
});

test('attest-verify says of a report, and of a proof by itself, what holds, and ends with 1 where something does not', async () => {
  const report = await reportOf(one);
  const file = async (name: string, content: unknown): Promise<string> => {
    await writeFile(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  const jwks = await file('keys.json', (await service.as(undefined).get('/v1/signing-keys')).body);
  const [good, proof, bad] = await Promise.all([
    runTool({}, 'attestVerify.ts', await file('report.json', report), '--keys', jwks),
    runTool({}, 'attestVerify.ts', await file('proof.json', report.integrity.proof), '--keys', jwks),
    runTool({}, 'attestVerify.ts', await file('forged.json', { ...report, decision: null }), '--keys', jwks),
  ]);
  expect(good).toMatchObject({ exitCode: 0, err: '' });
  expect(good.out).toContain(`The report of the case ${one} is as it was signed.`);
  expect(proof).toMatchObject({ exitCode: 0, err: '' });
  expect(proof.out).toContain(': CaseOpened ');
  expect(bad).toMatchObject({ exitCode: 1, out: '' });
  expect(bad.err).toBe('attest-verify: The report was changed: it does not have the hash that it carries\n');
});

test('the tool that verifies the log names what somebody changed, and health says it once the end of the log is another', async () => {
  const head = await headNow();
  const settings = {
    ...{ DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir, ...service.stack.settings },
    MASTER_KEY: service.masterKey.toString('base64'),
  };
  await writeFile(join(folder, 'heads'), `${JSON.stringify(head)}\n`);
  const clean = await runTool(settings, 'verify.ts', join(folder, 'heads'));
  expect([clean.exitCode, clean.err]).toEqual([0, '']);
  expect(clean.out).toMatch(
    /^[\d,]+ events are as they were, and \d+ signed tree heads are of them, the oldest of [\dT:.-]+Z: what was changed before that, with the tree, does not show\.\n$/,
  );
  const [{ position }] = (await ask<{ position: string }>(
    `update events set metadata = replace(metadata::text, '"acme"', '"globex"')::json
     where position = (select max(position) from events where type = 'CaseCompleted') returning position`,
  )) as [{ position: string }];
  const found = await runTool(settings, 'verify.ts');
  expect(found.exitCode).toBe(1);
  expect(found.err).toContain(
    `The event at position ${position} is not the one that was there: it was changed or moved.`,
  );
});
