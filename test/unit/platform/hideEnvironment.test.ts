import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('../../../dist/platform/hideEnvironment.js', import.meta.url));
const PROGRAM = `
  const { hideEnvironment } = await import(${JSON.stringify(MODULE)});
  const hidden = hideEnvironment({ warn() { throw new Error('nothing is to be warned of'); } });
  console.log(JSON.stringify({ hidden, secret: process.env.MASTER_KEY, child: require('node:child_process').execFileSync('env').includes('sesame') }));
  process.stdin.resume();`;

it('what a process was started with cannot be read from outside any more, and is still its environment', async () => {
  const child = spawn(process.execPath, ['-e', `(async () => {${PROGRAM}})()`], {
    ...{ stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], MASTER_KEY: 'sesame' } },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const told = JSON.parse(line.toString()) as { hidden: boolean };
  expect(told).toEqual({ hidden: process.platform === 'linux', secret: 'sesame', child: true });
  if (told.hidden) expect(readFileSync(`/proc/${String(child.pid)}/environ`, 'utf8')).not.toContain('sesame');
  child.stdin.end();
  await once(child, 'exit');
});

// Node's permission model lets nobody write there, as hardened kernels do.
it.runIf(process.platform === 'linux')('where it cannot be hidden, that is a warning', () => {
  const permission = ['--permission', '--experimental-permission'].find((name) =>
    process.allowedNodeEnvironmentFlags.has(name),
  )!;
  const program = `
    const { hideEnvironment } = await import(${JSON.stringify(MODULE)});
    const said = [];
    const hidden = hideEnvironment({ warn: ({ err }, message) => said.push({ code: err.code, message }) });
    console.log(JSON.stringify({ hidden, said }));`;
  const { stdout } = spawnSync(process.execPath, [
    ...[permission, '--allow-fs-read=*', '--input-type=module', '-e', program],
  ]);
  expect(JSON.parse(stdout.toString())).toEqual({
    hidden: false,
    said: [{ code: 'ERR_ACCESS_DENIED', message: expect.stringMatching(/can still be read/) as string }],
  });
});
