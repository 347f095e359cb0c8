import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentEngine } from '../../../../src/engines/documents/createDocumentEngine.js';
import type { DocumentEngine, DocumentJob } from '../../../../src/engines/documents/documentEngine.js';
import { ModelsUnusable } from '../../../../src/engines/models/modelFiles.js';
import type { ThumbnailEngine } from '../../../../src/engines/documents/thumbnails/thumbnail.js';
import { createLog } from '../../../../src/platform/log.js';
import { engineProcessEnds } from '../../../../src/platform/metrics.js';
import { until } from '../../../support/until.js';
import { receiptType } from './engineDocumentType.js';
import { printed } from './reading/printed.js';

const log = createLog('silent');
const png = printed().toBuffer('image/png');
const dataDir = mkdtempSync(join(tmpdir(), 'engine-data-'));
let engine: DocumentEngine & ThumbnailEngine;

beforeAll(async () => {
  engine = await createDocumentEngine({ processes: 1, dataDir, log });
});
afterAll(async () => {
  await engine.close();
  rmSync(dataDir, { recursive: true });
});

const job = (bytes: Uint8Array, steps = ['extract']): DocumentJob => ({
  tenant_id: 'acme',
  bytes,
  filename: 'a.png',
  documentType: receiptType(steps),
  candidates: [],
  today: '2026-05-01',
  extra: {},
});

describe('the document engine', () => {
  it('reads a document in a process of its own and reports its steps', async () => {
    const steps: string[] = [];
    const outcome = await engine.process(job(png, ['extract', 'validate']), (step) => steps.push(step.tool));
    expect(outcome.result?.extracted['total_amount']).toBe(1204.5);
    expect(steps).toEqual(['extract', 'validate']);
  });

  it('takes files of the largest size that is accepted', async () => {
    const padded = Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024 - png.length)]);
    expect((await engine.process(job(padded))).status).toBe('completed');
  });

  it('pictures a document in a process of its own, and says when it cannot', async () => {
    const options = { tenant_id: 'acme', page: 1, long_side: 100, hidden: [], marks: [] };
    const thumbnail = await engine.thumbnail(png, options);
    expect(Math.max(thumbnail!.width, thumbnail!.height)).toBe(100);
    expect(Buffer.from(thumbnail!.jpeg).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(await engine.thumbnail(Buffer.from('no picture'), options)).toBeUndefined();
  });

  it('says what it reads with, and what its processes are kept from', async () => {
    const { isolation, ...facts } = await engine.describe();
    expect(facts).toEqual({ models: 'PP-OCRv6 small', processes: 1 });
    expect(['namespaces', 'user', 'permissions', 'process']).toContain(isolation.by);
    expect(Object.keys(isolation.reach)).toEqual(['secrets', 'network', 'files']);
  });

  it('survives the death of its process in the middle of a document', async () => {
    const running = engine.process(job(png, ['extract', 'validate']));
    await until(() => enginePids(process.pid)[0]);
    process.kill(enginePids(process.pid)[0]!, 'SIGKILL');
    expect((await running).status).toBe('completed');
  });

  it('finishes a document when the interrupt meant for the service reaches its process too', async () => {
    const running = engine.process(job(png));
    const [pid] = enginePids(process.pid);
    process.kill(pid!, 'SIGINT');
    process.kill(pid!, 'SIGTERM');
    expect((await running).status).toBe('completed');
    expect(enginePids(process.pid)).toEqual([pid]);
  });

  it('fails a document that takes too long, with a sentence for its user', async () => {
    const impatient = await createDocumentEngine({ processes: 1, dataDir, documentTimeoutMs: 1, log });
    const outcome = await impatient.process(job(png));
    await impatient.close();
    expect(outcome).toMatchObject({ status: 'failed', result: null, steps: [{ tool: 'extract', status: 'failed' }] });
    expect(outcome.error).toMatch(/took longer than/);
  });

  it('neither reads nor pictures a document again that took too long twice, and says so at once', async () => {
    const impatient = await createDocumentEngine({ processes: 1, dataDir, documentTimeoutMs: 1, log });
    const first = await impatient.process(job(png));
    const before = await timeouts();
    await impatient.process(job(png));
    expect(await timeouts()).toBe(before + 1);
    const steps: string[] = [];
    const again = await impatient.process(job(png), ({ tool }) => steps.push(tool));
    expect(await timeouts()).toBe(before + 1);
    expect(again).toMatchObject({ status: 'failed', error: first.error });
    expect(steps).toEqual(['extract']);
    for (let n = 0; n < 3; n++)
      expect(
        await impatient.thumbnail(png, { ...{ tenant_id: 'acme', page: 1, long_side: 100 }, hidden: [], marks: [] }),
      ).toBeUndefined();
    await impatient.close();
    expect(await timeouts()).toBe(before + 3);
  });

  it('reads a document again that took too long as soon as anything else is to be done to it', async () => {
    const impatient = await createDocumentEngine({ processes: 1, dataDir, documentTimeoutMs: 1, log });
    for (let n = 0; n < 2; n++) await impatient.process(job(png));
    const before = await timeouts();
    const { documentType } = job(png);
    const corrected = { ...documentType, validation_rules: { company: { required: true } } };
    for (const other of [
      job(png, ['quality']),
      { ...job(png), documentType: corrected },
      { ...job(png), candidates: [documentType] },
    ]) {
      expect((await impatient.process(other)).error).toMatch(/took longer than/);
    }
    await impatient.close();
    expect(await timeouts()).toBe(before + 3);
  });

  it('names a folder without networks when it is made', async () => {
    const made = createDocumentEngine({ models: '/nowhere', dataDir, log });
    await expect(made).rejects.toBeInstanceOf(ModelsUnusable);
    await expect(made).rejects.toThrow('/nowhere/manifest.json');
  });
});

describe('an engine process', () => {
  const dist = (path: string) => JSON.stringify(new URL(`../../../../dist/${path}`, import.meta.url).href);
  const program = `
    const { createDocumentEngine } = await import(${dist('engines/documents/createDocumentEngine.js')});
    const { createLog } = await import(${dist('platform/log.js')});
    await createDocumentEngine({ processes: 1, dataDir: ${JSON.stringify(dataDir)}, log: createLog('silent') });
    console.log('ready');`;

  it('ends when the service is killed', async () => {
    const service = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(service.stdout, 'data');
    const [pid] = enginePids(service.pid!);
    expect(isRunning(pid!)).toBe(true);
    service.kill('SIGKILL');
    await until(() => (isRunning(pid!) ? undefined : true));
  });
});

/** Processes that were ended because a document took too long, so far. */
const timeouts = async (): Promise<number> =>
  (await engineProcessEnds.get()).values.find(({ labels }) => labels.reason === 'timed_out')?.value ?? 0;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Engine processes that a process has started. */
function enginePids(parent: number): number[] {
  const listed = existsSync('/proc/self/stat')
    ? readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    : execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
        .trim()
        .split('\n');
  return listed.filter((pid) => commandOf(pid).includes('engineProcess')).map(Number);
}

const parentOf = (pid: string): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return NaN;
  }
};

const commandOf = (pid: string): string => execFileSync('ps', ['-o', 'command=', '-p', pid], { encoding: 'utf8' });
