import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { START_MS, until } from '../../support/until.js';
import { createClient, type Client } from './client.js';
import { readDocumentation } from './documented.js';
import { startStack, type Stack } from './stack.js';

/** The built service, as users start it. */
const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** A service of its own for one suite: a child process. */
export interface Service {
  url: string;
  /** What it keeps things in; another process may be started on it too. */
  stack: Stack;
  /** Connection string of its database. */
  databaseUrl: string;
  /** Where it keeps its files. */
  dataDir: string;
  /** Its `MASTER_KEY`. */
  masterKey: Buffer;
  /** Id of the process. */
  pid: number;
  /** Speaks with the first key, which is the platform's and has all scopes. */
  platform: Client;
  /** Speaks with another key, or with none. */
  as(key: string | undefined): Client;
  /** Creates a key and speaks with it. */
  withKey(tenantId: string, scopes?: readonly string[]): Promise<Client>;
  /** Everything it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts the service and waits until it is ready. `env` adds to its settings. Without a stack it gets one of its own, which
 * ends with it.
 */
export async function startService(env: Record<string, string> = {}, given?: Stack): Promise<Service> {
  const stack = given ?? (await startStack());
  const { databaseUrl, dataDir, masterKey, firstKey } = stack;
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      RATE_LIMIT: '100000',
      ENGINE_PROCESSES: '1',
      ...stack.settings,
      ...env,
    },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const stop = async (): Promise<void> => {
    await end(child);
    if (!given) await stack.close();
  };
  try {
    const url = await until(() => readyAt(child, output.join('')), START_MS);
    const documentation = await readDocumentation(url);
    const as = (key: string | undefined): Client => createClient({ url, key, documentation });
    const platform = as(firstKey);
    return {
      ...{ url, stack, databaseUrl, dataDir, masterKey, pid: child.pid ?? 0, platform, as, stop },
      output: () => output.join(''),
      async withKey(tenant_id, scopes = ['read', 'write']) {
        const { body } = await platform.post('/v1/admin/keys', { tenant_id, name: `Key of ${tenant_id}`, scopes });
        return as(String(body['raw_key']));
      },
    };
  } catch (error) {
    await stop();
    throw new Error(`The service did not start:\n${output.join('')}`, { cause: error });
  }
}

function readyAt(child: ChildProcess, output: string): string | undefined {
  if (child.exitCode !== null) throw new Error(`It ended with exit code ${child.exitCode}`);
  return /API\s+(http:\S+)/.exec(output)?.[1];
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
