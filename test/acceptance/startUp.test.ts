import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEventStoreServer } from '../support/eventStoreServer.js';
import { createTestDatabase, type TestDatabase } from '../support/testDatabase.js';
import { startMain, type MainProcess } from './support/mainProcess.js';
import { startRemotes, type Remotes } from './support/stack.js';

const FIRST_KEY = /zk_[0-9a-f]{12}_[0-9a-f]{32}/g;

describe('starting the service', () => {
  let dataDir: string;
  let database: TestDatabase;
  let remotes: Remotes;
  const started: MainProcess[] = [];

  const start = (settings: Record<string, string>): MainProcess => {
    const service = startMain({ DATA_DIR: dataDir, ...remotes.settings, ...settings });
    started.push(service);
    return service;
  };
  const statusOf = async (url: string, key?: string): Promise<number> => {
    const response = await fetch(`${url}/v1/document-types`, {
      headers: key === undefined ? {} : { 'X-Api-Key': key },
    });
    return response.status;
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'attest start '));
    await chmod(dataDir, 0o711);
    database = await createTestDatabase();
    remotes = await startRemotes();
  });
  afterEach(async () => {
    for (const { child, exit } of started.splice(0)) {
      child.kill('SIGTERM');
      await exit();
    }
    await remotes.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  describe('fails with exit code 1 and one line that says what to do, when', () => {
    const complaint = async (settings: Record<string, string>): Promise<string> => {
      const service = start({ DATABASE_URL: database.url, ...settings });
      expect(await service.exit()).toBe(1);
      expect(service.stderr().trimEnd().split('\n')).toHaveLength(1);
      expect(service.stdout()).not.toContain('is ready');
      return service.stderr();
    };

    it('the port is taken', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      expect(await complaint({ PORT: String(port) })).toMatch(new RegExp(`Port ${port} .* taken.* set PORT`));
      other.close();
    });

    it('the address is not one of this machine', async () => {
      expect(await complaint({ HOST: '203.0.113.7' })).toMatch(/HOST 203\.0\.113\.7/);
    });

    it('the data folder cannot be written', async () => {
      const file = join(dataDir, 'file');
      await writeFile(file, '');
      expect(await complaint({ DATA_DIR: join(file, 'data') })).toMatch(/data folder .* cannot be written .* DATA_DIR/);
    });

    it('a setting has a wrong value', async () => {
      expect(await complaint({ RATE_LIMIT: 'many' })).toMatch(/RATE_LIMIT must be a whole number .* "many"/);
    });

    it('the database cannot be reached', async () => {
      const line = await complaint({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/db' });
      expect(line).toMatch(/DATABASE_URL: Postgres at 127\.0\.0\.1:1 cannot be reached/);
      expect(line).not.toContain('hunter2');
    });

    it('EventStoreDB cannot be reached', async () => {
      expect(await complaint({ EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' })).toMatch(
        /EVENTSTORE_URL: .* not answer/,
      );
    });

    it('the event store is not the one that belongs to the database', async () => {
      const [own, other] = [await startEventStoreServer(), await startEventStoreServer()];
      const newDatabase = await createTestDatabase();
      try {
        const first = start({ DATABASE_URL: database.url, EVENTSTORE_URL: own.url });
        await first.url();
        first.child.kill('SIGTERM');
        await first.exit();

        expect(await complaint({ EVENTSTORE_URL: other.url })).toMatch(/it has none of its events.* EVENTSTORE_URL/);
        const lost = await complaint({ DATABASE_URL: newDatabase.url, EVENTSTORE_URL: own.url });
        expect(lost).toMatch(/database is new.* belongs to another installation.* DATABASE_URL/);
        const founded = start({ DATABASE_URL: newDatabase.url, EVENTSTORE_URL: other.url });
        await founded.url();
        founded.child.kill('SIGTERM');
        await founded.exit();
        expect(await complaint({ EVENTSTORE_URL: other.url })).toMatch(
          /belongs to another installation than the database/,
        );

        await start({ DATABASE_URL: database.url, EVENTSTORE_URL: own.url }).url();
      } finally {
        await Promise.all([own.close(), other.close()]);
        await newDatabase.drop();
      }
    });

    it('the bucket cannot be used', async () => {
      const credentials = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'hunter2' };
      const line = await complaint({ S3_ENDPOINT: 'http://127.0.0.1:1', ...credentials });
      expect(line).toMatch(/S3_ENDPOINT: the bucket attest at 127\.0\.0\.1:1 cannot be used/);
      expect(line).not.toContain('hunter2');
    });

    it('the networks of OCR_MODELS cannot be used', async () => {
      await writeFile(join(dataDir, 'manifest.json'), '{}');
      expect(await complaint({ OCR_MODELS: dataDir })).toMatch(/OCR_MODELS: .*manifest\.json/);
    });

    it('the master key is not the one of the data', async () => {
      const first = start({ DATABASE_URL: database.url, MASTER_KEY: randomBytes(32).toString('hex') });
      await first.url();
      expect(await complaint({ MASTER_KEY: randomBytes(32).toString('hex') })).toMatch(
        /sealed under the master key [0-9a-f]{16}, and this process has [0-9a-f]{16}: set MASTER_KEY/,
      );
    });
  });

  it('prints the first key once, and loses nothing to kill -9', async () => {
    const first = start({});
    await first.url();
    const [key, ...more] = first.stdout().match(FIRST_KEY) ?? [];
    expect(more).toEqual([]);
    first.child.kill('SIGKILL');
    await first.exit();

    const second = start({});
    expect(await statusOf(await second.url(), key)).toBe(200);
    expect(second.stdout()).not.toMatch(FIRST_KEY);
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toMatch(FIRST_KEY);
  });

  it('refuses a second service on the same data folder, and leaves the first one alone', async () => {
    const first = start({});
    const url = await first.url();
    const second = start({});
    expect(await second.exit()).toBe(1);
    expect(second.stderr()).toMatch(/^attest: The data folder .* is in use by another service: .*\n$/);
    expect(await statusOf(url)).toBe(401);
  });

  it('takes BOOTSTRAP_API_KEY for the first key, and prints none', async () => {
    const key = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
    const service = start({ DATABASE_URL: database.url, BOOTSTRAP_API_KEY: key });
    expect(await statusOf(await service.url(), key)).toBe(200);
    expect(service.stdout()).not.toContain(key);
  });

  it('says in its log that BOOTSTRAP_API_KEY is ignored where there are keys already, and not its value', async () => {
    const BOOTSTRAP_API_KEY = `zk_${'0'.repeat(12)}_${randomBytes(16).toString('hex')}`;
    const first = start({ DATABASE_URL: database.url, BOOTSTRAP_API_KEY });
    await first.url();
    first.child.kill('SIGTERM');
    await first.exit();
    expect(first.stdout() + first.stderr()).not.toContain('BOOTSTRAP_API_KEY');
    const again = start({ DATABASE_URL: database.url, BOOTSTRAP_API_KEY });
    const other = start({ DATABASE_URL: database.url, BOOTSTRAP_API_KEY: BOOTSTRAP_API_KEY.replace('_0', '_1') });
    await Promise.all([again.url(), other.url()]);
    expect(again.stdout() + again.stderr()).not.toContain('BOOTSTRAP_API_KEY');
    expect(other.stdout() + other.stderr()).toContain('BOOTSTRAP_API_KEY is ignored');
    expect(other.stdout() + other.stderr()).not.toContain('zk_');
  });

  it('issues one first key when two processes start together on one database', async () => {
    const MASTER_KEY = randomBytes(32).toString('base64');
    const services = [1, 2].map(() => start({ DATABASE_URL: database.url, MASTER_KEY }));
    await Promise.all(services.map((service) => service.url()));
    expect(services.flatMap((service) => service.stdout().match(FIRST_KEY) ?? [])).toHaveLength(1);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with exit code 0 on %s, and takes its Postgres with it',
    async (signal) => {
      const service = start({});
      await service.url();
      service.child.kill(signal);
      expect(await service.exit()).toBe(0);
      await expect(readFile(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
