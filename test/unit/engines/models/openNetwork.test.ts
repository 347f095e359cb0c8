import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const NETWORK = fileURLToPath(import.meta.resolve('faceplugin-face-recognition-js/model/fr_eye.onnx'));
const OPEN_NETWORK = new URL('../../../../src/engines/models/openNetwork.ts', import.meta.url).href;

/** Opens a network in a process of its own, as ONNX Runtime decides once in a process whether it tells of it. */
const openedBy = (how: string) => `
  import { readFile } from 'node:fs/promises';
  const content = await readFile(${JSON.stringify(NETWORK)});
  ${how}
  console.log('opened');`;
const WITH_ATTEST = openedBy(`
  const { openNetwork } = await import(${JSON.stringify(OPEN_NETWORK)});
  await openNetwork('FACE_MODELS', { content, file: 'fr_eye.onnx', threads: 1 });`);
const BY_ITSELF = openedBy(`
  const { InferenceSession } = await import('onnxruntime-node');
  await InferenceSession.create(content);`);

let home: string;
beforeEach(async () => (home = await mkdtemp(join(tmpdir(), 'attest-home-'))));
afterEach(() => rm(home, { recursive: true, force: true }));

/** What is in the home folder of a process that ran a script: ONNX Runtime keeps the name there by which it tells of a device. */
async function leftBy(script: string): Promise<string[]> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const env = { PATH: process.env['PATH'], HOME: home }; // nothing of a CI, in which it tells nothing by itself
  expect((await run(process.execPath, args, { env, timeout: 120_000 })).stdout).toBe('opened\n');
  return readdir(home);
}

describe('A network that is opened', () => {
  it('is told of to nobody', async () => {
    expect(await leftBy(WITH_ATTEST)).toEqual([]);
  });

  it('would be, by ONNX Runtime itself: what is looked for above is found', async () => {
    expect(await leftBy(BY_ITSELF)).not.toEqual([]);
  });
});
