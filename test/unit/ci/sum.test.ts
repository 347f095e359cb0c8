import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SUM = fileURLToPath(new URL('../../../.ci/sum.mjs', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attest-sum-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Status = 'passed' | 'failed' | 'pending';

/** Writes the report of a run, as vitest does: each file's tests by name. */
async function report(name: string, files: Record<string, Record<string, Status>>): Promise<void> {
  const testResults = Object.entries(files).map(([file, tests]) => ({
    name: file,
    status: Object.values(tests).includes('failed') ? 'failed' : 'passed',
    assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
  }));
  await writeFile(join(folder, `${name}.json`), JSON.stringify({ testResults }));
}

function sum(...stages: string[]): { lines: string[]; exitCode: number | null } {
  const { stdout, status } = spawnSync(process.execPath, [SUM, folder, ...stages], { encoding: 'utf8' });
  return { lines: stdout.trimEnd().split('\n'), exitCode: status };
}

test('a test that ran twice counts once, as failed when it failed in either run', async () => {
  await report('all', { 'a.test.ts': { one: 'passed', two: 'passed' } });
  await report('again', { 'a.test.ts': { one: 'passed', two: 'failed' } });
  expect(sum('again.json')).toEqual({
    lines: ['FAILED in again.json: a.test.ts two 1', '1 passed, 1 failed'],
    exitCode: 1,
  });
});

test('a test that failed is named with the first line of what went wrong', async () => {
  const failed = { fullName: 'one', status: 'failed', failureMessages: ['AssertionError: it was lost\nand more'] };
  const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }];
  await writeFile(join(folder, 'all.json'), JSON.stringify({ testResults }));
  expect(sum().lines[0]).toBe('FAILED in all.json: a.test.ts one 1: AssertionError: it was lost');
});

test('what was skipped for want of a server and ran with one is not skipped', async () => {
  await report('all', { 'a.test.ts': { 'needs a server': 'pending' }, 'b.test.ts': { other: 'pending' } });
  await report('server', { 'a.test.ts': { one: 'passed' } });
  expect(sum()).toEqual({ lines: ['1 passed, 0 failed, 1 skipped'], exitCode: 0 });
});

test('a stage that failed without a failed test is a failure, and one that could not run is named and skipped', async () => {
  await report('all', { 'a.test.ts': { one: 'passed' } });
  expect(sum('npm run check', 'lost.json', 'skipped:Kafka cannot be had')).toEqual({
    lines: [
      'FAILED: npm run check',
      'FAILED: lost.json',
      'skipped: Kafka cannot be had',
      '1 passed, 2 failed, 1 skipped',
    ],
    exitCode: 1,
  });
});

test('how long each part took is said before the last line', async () => {
  await report('all', { 'a.test.ts': { one: 'passed' } });
  await writeFile(join(folder, 'times.tsv'), 'npm ci\t41.204\t30.5\t4.1\nall\t812.9\t1300.25\t90.5\n');
  expect(sum()).toEqual({
    lines: ['npm ci: 41 s, 35 s of processor time', 'all: 813 s, 1391 s of processor time', '1 passed, 0 failed'],
    exitCode: 0,
  });
});
