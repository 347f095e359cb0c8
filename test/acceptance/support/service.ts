import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '../../support/testDatabase.js';
import { until } from '../../support/until.js';
import { createClient, type Client } from './client.js';
import { readDocumentation } from './documented.js';

/** The built service, as users start it. */
const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** A service of its own for one suite: a child process with its own database and data folder. */
export interface Service {
  url: string;
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

/** Starts the service and waits until it is ready. `env` adds to its settings. */
export async function startService(env: Record<string, string> = {}): Promise<Service> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'attest-acceptance-'));
  const masterKey = randomBytes(32);
  const firstKey = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      MASTER_KEY: masterKey.toString('hex'),
      BOOTSTRAP_API_KEY: firstKey,
      RATE_LIMIT: '100000',
      ENGINE_PROCESSES: '1',
      ...env,
    },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const stop = async (): Promise<void> => {
    await end(child);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await until(() => readyAt(child, output.join('')), 60_000);
    const documentation = await readDocumentation(url);
    const as = (key: string | undefined): Client => createClient({ url, key, documentation });
    const platform = as(firstKey);
    return {
      ...{ url, databaseUrl: database.url, dataDir, masterKey, pid: child.pid ?? 0, platform, as, stop },
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
