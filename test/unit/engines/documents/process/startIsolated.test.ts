import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { PLAIN, type Way } from '../../../../../src/engines/documents/process/isolation.js';
import { createEngineStarter } from '../../../../../src/engines/documents/process/startIsolated.js';
import { createLog } from '../../../../../src/platform/log.js';

const folder = mkdtempSync(join(tmpdir(), 'start-isolated-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.useRealTimers());

const START_TIMEOUT_MS = 30_000;

/** A way that goes through a script, which runs `"$0" "$@"` where it lets the process start. */
const through = (script: string): Way => ({
  ...{ by: 'namespaces', nodeOptions: [] },
  before: ['sh', '-c', script, process.execPath],
});

/** Starts a process in the first of these ways that it becomes ready in; says which that was, and what was logged. */
async function start(ways: readonly Way[]) {
  let logged = '';
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const starter = createEngineStarter({
    entry: fileURLToPath(new URL('../../../../fixtures/engine/fakeEngine.mjs', import.meta.url)),
    process: {
      ...{ threads: 1, memoryCeiling: 1e12 },
      look_for: { service_pid: process.pid, data_folder: folder, secret_files: [], folders: [] },
    },
    ...{ startTimeoutMs: START_TIMEOUT_MS, ways, log: createLog('warn', destination) },
  });
  const child = await starter.start();
  await child.kill();
  const lines = logged.split('\n').filter((line) => line !== '');
  return { isolation: starter.isolation(), lines: lines.map((line) => JSON.parse(line) as object) };
}

it('a way in which a process is not ready in time is tried once more before a weaker one is', async () => {
  const isLate = join(folder, 'is_late');
  const late = through(`[ -e '${isLate}' ] || { : > '${isLate}'; exec sleep 600; }; exec "$0" "$@"`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const started = start([late, PLAIN]);
  await vi.waitUntil(() => existsSync(isLate), { timeout: 60_000 });
  vi.advanceTimersByTime(START_TIMEOUT_MS);
  const { isolation, lines } = await started;
  expect(isolation?.by).toBe('namespaces');
  expect(lines).toEqual([]);
});

it('a weaker way is a warning that says which was not to be had, and what the system said to it', async () => {
  const { isolation, lines } = await start([through('echo no such right >&2; exit 1'), PLAIN]);
  expect(isolation?.by).toBe('process');
  expect(lines).toMatchObject([{ level: 'warn', isolated_by: 'namespaces', said: 'no such right' }]);
});
