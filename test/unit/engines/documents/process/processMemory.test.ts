import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { DocumentJob } from '../../../../../src/engines/documents/documentEngine.js';
import type { JobDone } from '../../../../../src/engines/documents/process/engineChild.js';
import {
  createEnginePool,
  type EnginePool,
  type EnginePoolOptions,
} from '../../../../../src/engines/documents/process/enginePool.js';
import { PLAIN, waysToIsolate, type Way } from '../../../../../src/engines/documents/process/isolation.js';
import { createLog } from '../../../../../src/platform/log.js';
import { receiptType } from '../engineDocumentType.js';

const MIB = 1024 ** 2;
const fixtures = fileURLToPath(new URL('../../../../fixtures/engine', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'memory-'));
const marker = join(folder, 'marker');
let pool: EnginePool | undefined;

afterEach(async () => {
  await pool?.close(0);
  rmSync(marker, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A pool of one process, which may hold so many MiB. */
async function start(memory: number, options: Partial<EnginePoolOptions> = {}): Promise<void> {
  const look_for = { service_pid: process.pid, data_folder: folder, secret_files: [], folders: [] };
  pool = await createEnginePool({
    entry: join(fixtures, 'fakeEngine.mjs'),
    process: { threads: 1, memoryCeiling: memory * MIB, look_for },
    ...{ ways: [PLAIN], processes: 1, jobTimeoutMs: 60_000, startTimeoutMs: 30_000 },
    ...{ queue: { jobs: 2, bytes: 1000 }, recycleAbove: 1e12, log: createLog('silent') },
    ...options,
  });
}

/** Has its process do what the name of its file says. */
function run(filename: string, extra: DocumentJob['extra'] = {}): Promise<JobDone> {
  const bytes = new Uint8Array(1);
  const job = { tenant_id: 'acme', bytes, filename, candidates: [], today: '2026-01-01', extra };
  return pool!.run({ ...job, documentType: receiptType(['classify']) }, () => undefined);
}

const PLACES: [string, readonly Way[]][] = [
  ['in a plain process', [PLAIN]],
  ['in one isolated as well as can be', waysToIsolate({ program: [fixtures], mountPoint: join(folder, 'engine') })],
];

it.each(PLACES)('an engine process, %s, is ended by the kernel before the service is', async (_where, ways) => {
  await start(256, { ways });
  await expect(run('oom_score')).resolves.toMatchObject({ outcome: { result: { adj: '500' } } });
});

describe('a job', () => {
  it.each(PLACES)(
    'that takes too much memory without a pause, %s, is ended, and the next one is done',
    async (_where, ways) => {
      await start(256, { ways });
      await expect(run('gorge', { mib: 384 })).rejects.toMatchObject({ reason: 'out_of_memory' });
      await expect(run('answer')).resolves.toMatchObject({ outcome: { status: 'completed' } });
    },
  );

  it.each(PLACES)('that stands still, %s, is ended in time, and is not to blame', async (_where, ways) => {
    await start(1024, { ways, jobTimeoutMs: 1_000 });
    await expect(run('stop')).rejects.toMatchObject({ reason: 'stood_still' });
    await expect(run('answer')).resolves.toMatchObject({ outcome: { status: 'completed' } });
  });

  it('that takes less memory than it may is not ended for it', async () => {
    await start(1024, { jobTimeoutMs: 3_000 });
    await expect(run('gorge', { mib: 384 })).rejects.toMatchObject({ reason: 'timed_out' });
  });

  it('that takes too much only with what others left in its process is done in a fresh one', async () => {
    await start(256);
    const [first, second] = [await run('keep', { mib: 128 }), await run('keep', { mib: 128 })];
    expect(second.outcome.result).not.toEqual(first.outcome.result);
  });

  it.each([
    ['nothing', 0, 'x'],
    ['others', 1, 'xx'],
  ])(
    'that takes too much where its process had %s before is tried no more often than it takes to know',
    async (_had, before, tried) => {
      await start(1024);
      for (let one = 0; one < before; one++) await run('answer');
      await expect(run('full', { marker })).rejects.toMatchObject({ reason: 'out_of_memory' });
      expect(readFileSync(marker, 'utf8')).toBe(tried);
    },
  );

  const inShell: Way = { ...PLAIN, before: ['sh', '-c', '"$0" "$@"; exit $?', process.execPath] };
  it.each([
    ['alone', PLAIN],
    ['in a shell', inShell],
  ])('whose process the kernel ends, %s, is tried once more and no third time', async (_where, way) => {
    await start(1024, { ways: [way] });
    await expect(run('killed', { marker })).rejects.toMatchObject({ reason: 'killed' });
    expect(readFileSync(marker, 'utf8')).toBe('xx');
  });
});
