import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  joinEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../src/platform/database/embedded/embeddedPostgres.js';
import { createLog } from '../../../src/platform/log.js';
import { until } from '../../support/until.js';

const log = createLog('silent');

describe('the embedded Postgres', () => {
  let dataDir: string;
  const running: EmbeddedPostgres[] = [];

  const start = async (): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({
      dataDir,
      log,
      onLost: (reason) => {
        throw reason;
      },
    });
    running.push(server);
    return server;
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "attest o'brien $HOME "));
    await chmod(dataDir, 0o711);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()));
    await rm(dataDir, { recursive: true, force: true });
  });

  it('keeps what was written over a stop and a start, in a folder with spaces and quotes in its name', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as n');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  it('keeps its password in a file that only its owner may read, and asks for it', async () => {
    const { url } = await start();
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('listens on the loopback address alone, with fsync on', async () => {
    const { url } = await start();
    const settings =
      "select name, setting from pg_settings where name in ('fsync', 'listen_addresses', 'unix_socket_directories')";
    expect(await query(url, `${settings} order by name`)).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
  });

  it('adopts the server of a service that was killed, and loses nothing', async () => {
    const service = await startInProcess(dataDir);
    await query(service.url, 'create table kept as select 42 as n');
    service.process.kill('SIGKILL');
    const adopted = await start();
    expect(adopted.url).toBe(service.url);
    expect(await query(adopted.url, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  it('refuses a second service on the same folder in one sentence, and leaves the first one alone', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(
      /^The data folder .* is in use by another service: stop it, or set DATA_DIR .*$/,
    );
    expect(await query(first.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('lets one of two services win that start together on a new folder', async () => {
    const results = await Promise.allSettled([start(), start()]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('starts over the pid file of a killed server whose process id belongs to someone else now', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as n');
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const lines = (await readFile(pidFile, 'utf8')).split('\n');
    await first.stop();
    await writeFile(pidFile, [String(process.ppid), ...lines.slice(1)].join('\n'));
    const second = await start();
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  it('is joined by a tool beside the service, which leaves it running', async () => {
    expect(await joinEmbeddedPostgres({ dataDir })).toBeUndefined();
    const service = await start();
    const joined = await joinEmbeddedPostgres({ dataDir });
    expect(joined?.url).toBe(service.url);
    await joined?.stop();
    expect(await query(service.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)(
    'lives elsewhere for root when its user cannot enter the data folder',
    async () => {
      await chmod(dataDir, 0o700);
      const first = await start();
      const elsewhere = (await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim();
      await query(first.url, 'create table kept as select 42 as n');
      await first.stop();
      const second = await start();
      expect(await query(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
      await second.stop();
      expect((await stat(join(elsewhere, 'postgres'))).uid).not.toBe(0);
      await rm(elsewhere, { recursive: true });
    },
  );

  it('starts a server again that died, also while connections of the dead one linger', async () => {
    const { url } = await start();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lingering = Number(rows[0]?.pid);
    const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(lingering, 'SIGSTOP'); // as a machine does that has no time for it
    process.kill(Number(pid), 'SIGKILL');
    const logFile = join(dataDir, 'postgres.log');
    await until(async () => (await readFile(logFile, 'utf8')).includes('is still in use') || undefined);
    process.kill(lingering, 'SIGCONT');
    await until(() => query(url, 'select 1 as n').catch(() => undefined));
    await client.end().catch(() => undefined);
  });

  it('starts a server again that died, at the same address', async () => {
    const { url } = await start();
    await query(url, 'create table kept as select 42 as n');
    const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    const rows = await until(() => query(url, 'select n from kept').catch(() => undefined));
    expect(rows).toEqual([{ n: 42 }]);
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A service of its own process that holds the folder until it is killed. */
async function startInProcess(dataDir: string): Promise<{ url: string; process: ChildProcess }> {
  const script = fileURLToPath(new URL('../../support/holdDataFolder.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return { url, process: child };
}
