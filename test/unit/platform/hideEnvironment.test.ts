import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('../../../dist/platform/hideEnvironment.js', import.meta.url));
const PROGRAM = `
  const { hideEnvironment } = await import(${JSON.stringify(MODULE)});
  const hidden = hideEnvironment();
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
