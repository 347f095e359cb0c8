import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../src/platform/log.js';
import { createSubjectKeys } from '../../src/platform/sealing/databaseSubjectKeys.js';
import { keyMigrations } from '../../src/platform/sealing/keyTables.js';
import { createMasterKeys } from '../../src/platform/sealing/masterKeys.js';
import type { SubjectKeys } from '../../src/platform/sealing/subjectKeys.js';
import { proveMasterKeys } from '../../src/platform/sealing/wrappingKey.js';
import { createTestDatabase } from './testDatabase.js';

/** Subject keys in this database, under a master key of their own. */
export async function openSubjectKeys(database: Database): Promise<SubjectKeys> {
  const masterKeys = createMasterKeys(randomBytes(32));
  await migrate(database, keyMigrations);
  await proveMasterKeys(database, masterKeys);
  return createSubjectKeys({ database, masterKeys });
}

/** The same in a database of their own. */
export async function openSubjectKeysAlone(): Promise<{ subjectKeys: SubjectKeys; close: () => Promise<void> }> {
  const server = await createTestDatabase();
  const database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 3, log: createLog('silent') });
  return {
    subjectKeys: await openSubjectKeys(database),
    async close() {
      await database.close();
      await server.drop();
    },
  };
}
