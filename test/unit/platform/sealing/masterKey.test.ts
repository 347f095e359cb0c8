import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { masterKeyMigrations, obtainMasterKey, proveMasterKey } from '../../../../src/platform/sealing/masterKey.js';
import { StartError } from '../../../../src/platform/startError.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';

describe('the master key', () => {
  let server: TestDatabase;
  let database: Database;
  let dataDir: string;

  beforeAll(async () => {
    server = await createTestDatabase();
    database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 2, log: createLog('silent') });
    await migrate(database, masterKeyMigrations);
  });
  afterAll(async () => {
    await database.close();
    await server.drop();
  });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'attest-key-'));
    return () => rm(dataDir, { recursive: true });
  });

  it('is made in the data folder on first use, for its owner alone, and stays', async () => {
    const key = await obtainMasterKey({ dataDir });
    expect(key).toHaveLength(32);
    expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
    expect(await obtainMasterKey({ dataDir })).toEqual(key);
  });

  it('is one and the same for processes that start together', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => obtainMasterKey({ dataDir })));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('is the given one where one is given, and then leaves no file', async () => {
    const masterKey = randomBytes(32);
    expect(await obtainMasterKey({ masterKey, dataDir })).toBe(masterKey);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is refused when the file holds anything else', async () => {
    await writeFile(join(dataDir, 'master.key'), 'not a key');
    await expect(obtainMasterKey({ dataDir })).rejects.toThrow(StartError);
  });

  it('must stay the one that the data was sealed with', async () => {
    const masterKey = randomBytes(32);
    await proveMasterKey(database, masterKey);
    await proveMasterKey(database, masterKey);
    await expect(proveMasterKey(database, randomBytes(32))).rejects.toThrow(
      /^The master key is not the one .*MASTER_KEY/,
    );
  });
});
