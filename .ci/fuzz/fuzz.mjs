// fuzz.mjs SCHEMATHESIS FOLDER [OPTION…]: starts the built service on the embedded database, with its data in FOLDER, and lets Schemathesis
// send it requests made from its own description, as a tenant with all scopes. Ends with what Schemathesis ends with: 0 where every
// answer is as described, every valid request is taken, and no invalid one is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env, execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const [schemathesis, folder, ...options] = argv.slice(2);

/** The service, once it is ready: its address, and the first key. */
async function start() {
  const child = spawn(execPath, [here('../../dist/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), RATE_LIMIT: '1000000', ENGINE_PROCESSES: '1' },
  });
  process.once('exit', () => child.kill());
  let output = '';
  const ready = new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The service did not start:\n${output}`)));
    child.stdout.on('data', function hear(chunk) {
      output += chunk;
      if (!/API\s+http:\S+/.test(output) || !/zk_[0-9a-f_]+/.test(output)) return;
      child.stdout.off('data', hear);
      child.stdout.resume(); // Or the service stands still once the pipe is full.
      resolve();
    });
  });
  await ready;
  return { child, url: /API\s+(http:\S+)/.exec(output)[1], firstKey: /zk_[0-9a-f_]+/.exec(output)[0] };
}

/** A key of a tenant that has nothing yet: the types that all share stay what they are, whatever is deleted. */
async function keyOf(url, firstKey) {
  const response = await fetch(`${url}/v1/admin/keys`, {
    method: 'POST',
    headers: { 'X-Api-Key': firstKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tenant_id: 'acme', name: 'Fuzz', scopes: ['read', 'write', 'admin'] }),
  });
  return await response.json();
}

mkdirSync(folder, { recursive: true });
const { child, url, firstKey } = await start();
const { id, raw_key } = await keyOf(url, firstKey);
const fuzz = spawn(
  schemathesis,
  [
    ...['--config-file', here('schemathesis.toml'), 'run', `${url}/openapi.json`],
    // An answer that goes on for as long as it is listened to is none to wait for.
    ...['--exclude-path', '/v1/changes/stream', '--header', `X-Api-Key: ${raw_key}`, ...options],
  ],
  {
    stdio: 'inherit',
    cwd: folder,
    env: { ...env, PYTHONPATH: here('.'), SCHEMATHESIS_HOOKS: 'hooks', FUZZ_KEY_ID: id },
  },
);
const [code] = await once(fuzz, 'exit');
const stillKnown = await fetch(`${url}/v1/agents`, { headers: { 'X-Api-Key': raw_key } });
await stillKnown.arrayBuffer(); // or the service waits for who reads it
if (!stillKnown.ok)
  console.error(`The key of the requests answers ${stillKnown.status} in the end: much was not tried.`);
child.kill();
await once(child, 'exit');
exit(stillKnown.ok ? (code ?? 1) : 1);
