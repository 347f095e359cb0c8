import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFaceManifest } from '../../src/engines/faces/models/readFaceManifest.js';
import { anotherPerson, onePerson } from '../support/facePhotos.js';
import { runTool } from '../support/runTool.js';
import { smallFaceModels } from '../support/smallFaceModels.js';
import { until } from '../support/until.js';
import type { Client } from './support/client.js';
import { startService, type Service } from './support/service.js';
import { startStack, type Stack } from './support/stack.js';
import { dumpTables } from './support/tables.js';

const root = mkdtempSync(join(tmpdir(), 'attest-networks-'));
const [coarse, fine] = [smallFaceModels(root, 4), smallFaceModels(root, 8)];
let stack: Stack;
let service: Service | undefined;
let one: Buffer;
let other: Buffer;
beforeAll(async () => {
  stack = await startStack();
  [one, other] = [await onePerson(), await anotherPerson()];
});
afterAll(async () => {
  await service?.stop();
  await stack.close();
  rmSync(root, { recursive: true });
});

/** Ends the service that runs, and starts one with these networks. */
async function startWith(settings: Record<string, string>): Promise<Client> {
  await service?.stop();
  service = await startService(settings, stack);
  return service.platform;
}
const tenant_id = 'acme';
const image = (bytes: Buffer) => ({ data: bytes.toString('base64'), mime_type: 'image/jpeg' });
const register = (client: Client, bytes: Buffer, face_id: string) =>
  client.post('/api/v1/face/register', { image: image(bytes), database: 'custom', face_id, tenant_id });
const found = async (client: Client, bytes: Buffer) => {
  const asked = { probe: image(bytes), databases: ['custom'], threshold: 0.99, tenant_id };
  const { body } = await client.post('/api/v1/face/search', asked);
  return [(body['results'] as { face_id: string }[]).map(({ face_id }) => face_id), body['compared']];
};
const vectorsOf = async (folder: string): Promise<string> => (await readFaceManifest(folder)).facts.vectors;
const sealedVectors = async () => (await dumpTables(stack.databaseUrl)).get('sealed_vectors') ?? '';

describe('registered faces', () => {
  test('are found after the service starts with other networks, which make all numbers anew and leave none of the old ones', async () => {
    const before = await startWith({ FACE_MODELS: coarse });
    for (const [bytes, id] of [
      [one, 'visitor-1'],
      [other, 'visitor-2'],
    ] as const)
      // prettier-ignore
      expect((await register(before, bytes, id)).status).toBe(200);
    expect(await found(before, one)).toEqual([['visitor-1'], 2]);
    expect(await sealedVectors()).toContain(await vectorsOf(coarse));

    const after = await startWith({ FACE_MODELS: fine, FACE_MODELS_BEFORE: coarse, FACE_MODELS_OVERLAP: '0' });
    expect(await found(after, other)).toEqual([['visitor-2'], 2]);
    expect((await register(after, await onePerson({ width: 200 }), 'visitor-3')).status).toBe(200);
    await until(async () => !(await sealedVectors()).includes(await vectorsOf(coarse)), 60_000);
    expect(await found(after, one)).toEqual([expect.arrayContaining(['visitor-1']), 3]);
    const details = (await after.get(`/api/v1/face/index/details?tenant_id=${tenant_id}`)).list;
    expect(details.find(({ database }) => database === 'custom')).toMatchObject({
      ...{ face_count: 3, waiting: 0, kept_out: 0 },
    });
    expect((await after.get(`/api/v1/face/custom/visitor-1?tenant_id=${tenant_id}`)).body).toMatchObject({
      kept_out: null,
    });
    const { out, exitCode } = await runTool(stack.settings, 'faces.ts', 'status');
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/completed: [\s\S]*0 faces wait, 0 are kept out/)]);
  });
});
