import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import type { StepResult } from '../../../../../src/domain/documents/pipeline.js';
import { EngineUnavailable, type DocumentJob } from '../../../../../src/engines/documents/documentEngine.js';
import { EngineProcessFailed } from '../../../../../src/engines/documents/process/engineChild.js';
import { EngineProcessDied } from '../../../../../src/engines/documents/process/engineProcessDied.js';
import {
  createEnginePool,
  type EnginePool,
  type EnginePoolOptions,
} from '../../../../../src/engines/documents/process/enginePool.js';
import { MOST_HANDED_OVER } from '../../../../../src/engines/documents/process/handOver.js';
import { PLAIN } from '../../../../../src/engines/documents/process/isolation.js';
import { onBehalfOf, whoAsks } from '../../../../../src/platform/database/onBehalfOf.js';
import { createLog } from '../../../../../src/platform/log.js';
import { registry } from '../../../../../src/platform/metrics.js';
import { until } from '../../../../support/until.js';
import { receiptType } from '../engineDocumentType.js';

const folder = mkdtempSync(join(tmpdir(), 'pool-'));
const pools: EnginePool[] = [];

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close(0)));
  rmSync(join(folder, 'marker'), { force: true });
});

const marker = join(folder, 'marker');
const look_for = { service_pid: process.pid, data_folder: folder, secret_files: [], folders: [] };

async function pool(options: Partial<EnginePoolOptions> = {}): Promise<EnginePool> {
  const created = await createEnginePool({
    entry: fileURLToPath(new URL('../../../../fixtures/engine/fakeEngine.mjs', import.meta.url)),
    process: { threads: 1, memoryCeiling: 1e12, look_for },
    ways: [PLAIN],
    processes: 1,
    jobTimeoutMs: 60_000,
    startTimeoutMs: 30_000,
    queue: { jobs: 2, bytes: 1000 },
    recycleAbove: 1e12,
    log: createLog('silent'),
    ...options,
  });
  pools.push(created);
  return created;
}

const job = (filename: string, bytes = 1, tenant_id = 'acme'): DocumentJob => ({
  tenant_id,
  bytes: new Uint8Array(bytes),
  filename,
  documentType: receiptType(['classify']),
  candidates: [],
  today: '2026-01-01',
  extra: { marker },
});

const ignore = () => undefined;

describe('a job whose process dies', () => {
  it('is tried once more in a fresh process, and its steps are not reported twice', async () => {
    const engine = await pool();
    const steps: StepResult[] = [];
    const done = await engine.run(job('crash_once'), (step) => steps.push(step));
    expect(done.outcome.status).toBe('completed');
    expect(steps.map((step) => step.order)).toEqual([0, 1]);
  });

  it('fails when the second process dies too, and the next job is done', async () => {
    const engine = await pool();
    await expect(engine.run(job('crash'), ignore)).rejects.toMatchObject({
      name: 'EngineProcessDied',
      reason: 'crashed',
    });
    await expect(engine.run(job('answer'), ignore)).resolves.toMatchObject({ outcome: { status: 'completed' } });
  });

  it('is not tried again when it took too long', async () => {
    const engine = await pool({ jobTimeoutMs: 300 });
    const lost = await engine.run(job('hang'), ignore).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(EngineProcessDied);
    expect(lost).toMatchObject({ reason: 'timed_out' });
    await expect(engine.run(job('answer'), ignore)).resolves.toMatchObject({ outcome: { status: 'completed' } });
  });

  const step = { tool: 'classify', order: 0, status: 'success', output: {}, duration_ms: 1 };
  const outcome = { status: 'completed', steps: [], result: null };
  it.each([
    null,
    'done',
    { kind: 'made_up' },
    { kind: 'step' },
    { kind: 'step', step: { ...step, tool: 'made_up' } },
    { kind: 'step', step: { ...step, duration_ms: Number.NaN } },
    { kind: 'done' },
    { kind: 'done', outcome: { ...outcome, status: 'made_up' }, pages: { text_layer: 0, ocr: 0 }, rss: 1 },
    { kind: 'done', outcome, pages: { text_layer: 0, ocr: -1 }, rss: 1 },
  ])('dies as well where it says what none says: %j', async (what) => {
    const engine = await pool();
    const saying = { ...job('say'), extra: { what } };
    await expect(engine.run(saying, ignore)).rejects.toMatchObject({ reason: 'crashed' });
    await expect(engine.run(job('answer'), ignore)).resolves.toMatchObject({ outcome: { status: 'completed' } });
  });

  it.each([
    ['full', 'out_of_memory'],
    ['full_heap', 'aborted'],
  ])('is not tried again when its memory was %s', async (how, reason) => {
    const engine = await pool();
    await expect(engine.run(job(how), ignore)).rejects.toMatchObject({ reason });
    expect(readFileSync(marker, 'utf8')).toBe('x');
  });
});

describe('the queue', () => {
  it('refuses jobs beyond its length', async () => {
    const engine = await pool();
    const accepted = [job('wait'), job('answer'), job('answer')].map((one) => engine.run(one, ignore));
    await expect(engine.run(job('answer'), ignore)).rejects.toBeInstanceOf(EngineUnavailable);
    writeFileSync(marker, '');
    expect(await Promise.all(accepted)).toHaveLength(3);
  });

  it('refuses documents beyond its bytes', async () => {
    const engine = await pool();
    const accepted = [job('wait'), job('answer', 900)].map((one) => engine.run(one, ignore));
    await expect(engine.run(job('answer', 101), ignore)).rejects.toBeInstanceOf(EngineUnavailable);
    writeFileSync(marker, '');
    expect(await Promise.all(accepted)).toHaveLength(2);
  });

  it('shares jobs out among the processes', async () => {
    const engine = await pool({ processes: 2 });
    const waiting = engine.run(job('wait'), ignore);
    await expect(engine.run(job('answer'), ignore)).resolves.toMatchObject({ outcome: { status: 'completed' } });
    writeFileSync(marker, '');
    await waiting;
  });
});

describe('tenants', () => {
  const log = join(folder, 'pages');
  const pagesOf = (tenant: string, pages: number, waits = false): DocumentJob => ({
    ...job('pages', 1, tenant),
    extra: { log, pages, ...(waits && { marker }) },
  });
  const begun = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split(' ') : []);
  /** A clock that only the pages of tenants move on. Milliseconds. */
  const pagesTake = (ms: Record<string, number>) => () => begun().reduce((sum, page) => sum + (ms[page[0]!] ?? 0), 0);
  afterEach(() => rmSync(log, { force: true }));

  it('take turns page by page: a single page waits for one page of another, which has documents of many', async () => {
    const engine = await pool({ queue: { jobs: 100, bytes: 1000 }, now: pagesTake({ a: 20, b: 20 }) });
    const many = [pagesOf('a', 4, true), ...Array.from({ length: 20 }, () => pagesOf('a', 1))];
    const running = many.map((one) => engine.run(one, ignore));
    await until(() => begun().length === 1 || undefined);
    const single = engine.run(pagesOf('b', 1), ignore);
    writeFileSync(marker, '');
    await single;
    await Promise.all(running);
    expect(begun().slice(0, 5)).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
    expect(begun()).toHaveLength(25);
  });

  it('have faces looked at between the pages of their own documents, and documents read between their faces', async () => {
    const engine = await pool({ queue: { jobs: 100, bytes: 1000 }, now: pagesTake({ a: 20 }) });
    const look = { tenant_id: 'a', wanted: [log] as never[] };
    const documents = [pagesOf('a', 3, true), pagesOf('a', 1)].map((one) => engine.run(one, ignore));
    await until(() => begun().length === 1 || undefined);
    const faces = Array.from({ length: 3 }, () => engine.faces(new Uint8Array(1), look));
    writeFileSync(marker, '');
    await Promise.all([...documents, ...faces]);
    expect(begun().slice(0, 3)).toEqual(['a1', 'af', 'a2']);
    expect([...begun()].sort()).toEqual(['a1', 'a1', 'a2', 'a3', 'af', 'af', 'af']);
  });

  it('share the time: ten quick pages wait for the slow one that is under way, and for no other of its tenant', async () => {
    const engine = await pool({ queue: { jobs: 100, bytes: 1000 }, now: pagesTake({ a: 1_000, b: 20 }) });
    const slow = Array.from({ length: 5 }, () => engine.run(pagesOf('a', 1, true), ignore));
    await until(() => begun().length === 1 || undefined);
    const quick = engine.run(pagesOf('b', 10), ignore);
    writeFileSync(marker, '');
    await Promise.all([quick, ...slow]);
    expect(begun().slice(0, 11)).toEqual(['a1', ...Array.from({ length: 10 }, (_, n) => `b${String(n + 1)}`)]);
  });

  it('with little find room where another has filled the queue, which loses what it sent last', async () => {
    const engine = await pool({ queue: { jobs: 3, bytes: 1000 } });
    const waiting = engine.run(job('wait'), ignore);
    const last = [1, 2, 3].map(() => engine.run(job('answer'), ignore).catch((error: unknown) => error))[2];
    const others = engine.run(job('answer', 1, 'other'), ignore);
    expect(await last).toBeInstanceOf(EngineUnavailable);
    await expect(engine.run(job('answer'), ignore)).rejects.toBeInstanceOf(EngineUnavailable);
    writeFileSync(marker, '');
    await expect(others).resolves.toMatchObject({ outcome: { status: 'completed' } });
    await waiting;
  });

  it('with small files find room where another has filled the queue with large ones', async () => {
    const engine = await pool({ queue: { jobs: 10, bytes: 1000 } });
    const waiting = engine.run(job('wait'), ignore);
    const large = [1, 2].map(() => engine.run(job('answer', 500), ignore).catch((error: unknown) => error))[1];
    const others = engine.run(job('answer', 300, 'other'), ignore);
    expect(await large).toBeInstanceOf(EngineUnavailable);
    writeFileSync(marker, '');
    await Promise.all([others, waiting]);
  });

  it('share a process that holds much until a document ends: turns cost no start', async () => {
    const now = pagesTake({ a: 20, b: 20 });
    const engine = await pool({ recycleAbove: 0, queue: { jobs: 100, bytes: 1000 }, now });
    const running = [pagesOf('a', 5, true), pagesOf('b', 5, true)].map((one) => engine.run(one, ignore));
    await until(() => begun().length === 1 || undefined);
    writeFileSync(marker, '');
    const [first] = await Promise.all(running);
    const { pids } = JSON.parse(JSON.stringify(first!.outcome.result)) as { pids: number[] };
    expect(pids).toHaveLength(5);
    expect(new Set(pids).size).toBe(1);
    expect(begun().slice(0, 4)).toEqual(['a1', 'b1', 'b2', 'a2']);
  });
});

describe('what is handed over by a process that gives way', () => {
  it.each([{ bytes: MOST_HANDED_OVER + 1 }, { bytes: 1, unasked: true }])('is refused: %j', async (extra) => {
    const engine = await pool({ queue: { jobs: 100, bytes: 1e9 } });
    const hostile = { ...job('give_way'), extra: { ...extra, marker } };
    const giving = engine.run(hostile, ignore).catch((error: unknown) => error);
    const others = engine.run(job('answer', 1, 'other'), ignore);
    writeFileSync(marker, '');
    expect(await giving).toMatchObject({ reason: 'out_of_memory' });
    await others;
  });
});

describe('processes', () => {
  it('are replaced once they hold too much memory', async () => {
    const engine = await pool({ recycleAbove: 0 });
    const first = await engine.run(job('answer'), ignore);
    const second = await engine.run(job('answer'), ignore);
    expect(second.outcome.result).not.toEqual(first.outcome.result);
  });

  it('are told: how many are at work, and none of them once all is done or lost', async () => {
    const engine = await pool({ processes: 2 });
    const told = async (): Promise<string[]> =>
      (await registry.metrics()).split('\n').filter((line) => line.startsWith('attest_engine_processes{'));
    const numbers = (busy: number, idle: number): string[] =>
      Object.entries({ busy, idle }).map(([state, count]) => `attest_engine_processes{state="${state}"} ${count}`);
    const waiting = engine.run(job('wait'), ignore);
    await until(async () => isDeepStrictEqual(await told(), numbers(1, 1)) || undefined);
    await engine.run(job('crash'), ignore).catch(ignore);
    writeFileSync(marker, '');
    await waiting;
    await until(async () => isDeepStrictEqual(await told(), numbers(0, 2)) || undefined);
  });

  it('keep nothing of a document that was read: they live on for thousands', async () => {
    const engine = await pool();
    const read = async (): Promise<WeakRef<object>[]> => {
      const one = job('answer', 1_000);
      await engine.run(one, ignore);
      return [one.bytes, one.candidates].map((part) => new WeakRef<object>(part));
    };
    const parts = await read();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    await until(() => {
      collect();
      return parts.every((part) => part.deref() === undefined) || undefined;
    });
  });

  it('that were started for one tenant report steps of another on behalf of that other', async () => {
    const engine = await pool({ recycleAbove: 0 });
    writeFileSync(marker, '');
    const told: (string | undefined)[] = [];
    for (const who of ['a', 'b'])
      await onBehalfOf(who, () => engine.run(job('crash_once', 1, who), () => told.push(whoAsks())));
    expect(told).toEqual(['a', 'a', 'b', 'b']);
  });

  it('do not see the secrets of the service', async () => {
    process.env['MASTER_KEY'] = 'not for the reader of hostile files';
    const engine = await pool();
    const done = await engine.run(job('environment'), ignore);
    delete process.env['MASTER_KEY'];
    expect(done.outcome.result).toHaveProperty('PATH');
    expect(done.outcome.result).not.toHaveProperty('MASTER_KEY');
  });

  it('that cannot start say why', async () => {
    const failed = await pool({
      process: { models: 'broken', threads: 1, memoryCeiling: 1, look_for },
    }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(EngineProcessFailed);
    expect(failed).toMatchObject({ message: 'det.onnx is not a network', blame: 'models' });
  });

  it('are gone after closing, and what waited was refused', async () => {
    const engine = await pool();
    const running = engine.run(job('wait'), ignore).catch((error: unknown) => error);
    const waiting = engine.run(job('answer'), ignore).catch((error: unknown) => error);
    await engine.close(0);
    expect(await running).toMatchObject({ reason: 'closed' });
    expect(await waiting).toBeInstanceOf(EngineUnavailable);
    await expect(engine.run(job('answer'), ignore)).rejects.toBeInstanceOf(EngineUnavailable);
  });
});
