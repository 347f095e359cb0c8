import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** What starts the service, as it was built. */
const START = new URL('../../../dist/start/startService.js', import.meta.url);

/** Clients of what a service has only where a setting names it: each takes a tenth of a second and more to load. */
const CLIENTS = ['openai', '@aws-sdk', 'kafkajs', '@eventstore', '@elastic', '@opentelemetry/sdk-trace-node'];

test('a start loads no client of a server that no setting names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'attest-loads-'));
  try {
    const [hook, register, loaded] = ['hook.mjs', 'register.mjs', 'loaded'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const write = `import { appendFileSync } from 'node:fs'; export const load = (url, context, next) => { appendFileSync(${JSON.stringify(loaded)}, url + '\\n'); return next(url, context); };`;
    await writeFile(hook, write);
    await writeFile(
      register,
      `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(hook).href)});`,
    );
    const script = `await import(${JSON.stringify(START.href)}); process.exit(0);`;
    await promisify(execFile)(process.execPath, ['--import', register, '--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
    });
    const urls = (await readFile(loaded, 'utf8')).split('\n');
    expect(urls.length).toBeGreaterThan(300);
    expect(urls.filter((url) => CLIENTS.some((client) => url.includes(`/node_modules/${client}/`)))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
