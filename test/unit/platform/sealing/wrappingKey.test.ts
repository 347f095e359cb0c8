import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { keyMigrations } from '../../../../src/platform/sealing/keyTables.js';
import { createMasterKeys } from '../../../../src/platform/sealing/masterKeys.js';
import { sealingKey } from '../../../../src/platform/sealing/sealValue.js';
import { proveMasterKeys, wrappingKeyId } from '../../../../src/platform/sealing/wrappingKey.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';

let server: TestDatabase;
let database: Database;
beforeEach(async () => {
  server = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 2, log: createLog('silent') });
  await migrate(database, keyMigrations);
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

it('a process that has another master key than the data is refused, and both keys are named', async () => {
  const [key, other] = [randomBytes(32), randomBytes(32)];
  await proveMasterKeys(database, createMasterKeys(key));
  await proveMasterKeys(database, createMasterKeys(key));
  const refused = proveMasterKeys(database, createMasterKeys(other));
  await expect(refused).rejects.toThrow(new RegExp(`${sealingKey(key).id}.*${sealingKey(other).id}.*MASTER_KEY`));
});

it('a process that has a newer master key beside the one of the data goes on wrapping with the one of the data', async () => {
  const [old, newer] = [randomBytes(32), randomBytes(32)];
  await proveMasterKeys(database, createMasterKeys(old));
  await proveMasterKeys(database, createMasterKeys(newer, [old]));
  expect(await wrappingKeyId(database.knex)).toBe(sealingKey(old).id);
});

it('a proof that was changed is refused', async () => {
  const keys = createMasterKeys(randomBytes(32));
  await proveMasterKeys(database, keys);
  await database.knex('master_keys').update({ proof: keys.wrap(keys.newest, 'something else', Buffer.alloc(0)) });
  await expect(proveMasterKeys(database, keys)).rejects.toThrow(/master_keys was changed/);
});
