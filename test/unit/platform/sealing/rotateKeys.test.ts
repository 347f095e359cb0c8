import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bulkWorkMigrations } from '../../../../src/platform/bulkWork/bulkTables.js';
import { createBulkJobs } from '../../../../src/platform/bulkWork/bulkWork.js';
import { createBulkWorker } from '../../../../src/platform/bulkWork/bulkWorker.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { createSubjectKeys } from '../../../../src/platform/sealing/databaseSubjectKeys.js';
import { keyMigrations } from '../../../../src/platform/sealing/keyTables.js';
import { createMasterKeys, MasterKeyMissing } from '../../../../src/platform/sealing/masterKeys.js';
import {
  beginRotation,
  masterKeyUses,
  retireMasterKeys,
  rotationKind,
} from '../../../../src/platform/sealing/rotateKeys.js';
import { proveMasterKeys } from '../../../../src/platform/sealing/wrappingKey.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';

const log = createLog('silent');
const [first, second] = [randomBytes(32), randomBytes(32)];
const [onlyOld, both, onlyNew] = [createMasterKeys(first), createMasterKeys(second, [first]), createMasterKeys(second)];

let server: TestDatabase;
let database: Database;
beforeEach(async () => {
  server = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 5, log });
  await migrate(database, [...keyMigrations, ...bulkWorkMigrations]);
  await proveMasterKeys(database, onlyOld);
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

const keysOf = (masterKeys: typeof both) => createSubjectKeys({ database, masterKeys });

async function rotate(): Promise<void> {
  await beginRotation(database.knex, both);
  const kind = rotationKind(database, both);
  const id = await createBulkJobs(database).start(kind, {});
  const worker = createBulkWorker({ database, kinds: [kind], log });
  while (await worker.step(new AbortController().signal));
  expect(await createBulkJobs(database).find(id)).toMatchObject({ state: 'completed', items_failed: 0 });
}

it('a rotation leaves every data key as it was, under the new master key alone', async () => {
  const subjects = Array.from({ length: 1_100 }, () => randomUUID());
  const [erased = ''] = subjects;
  await Promise.all(subjects.map((subject) => keysOf(onlyOld).obtain(subject)));
  await keysOf(onlyOld).erase(erased);
  const before = await keysOf(onlyOld).find(subjects);
  await rotate();
  expect(await keysOf(onlyNew).find(subjects)).toEqual(before);
  expect(await masterKeyUses(database.knex)).toEqual([
    { key_id: onlyNew.newest, wraps: true, data_keys: 1_099 },
    { key_id: onlyOld.newest, wraps: false, data_keys: 0 },
  ]);
  expect(await retireMasterKeys(database.knex)).toEqual([onlyOld.newest]);
  await proveMasterKeys(database, onlyNew);
});

it('while it is under way a process with both keys reads everything, and one that was started before wraps with the new key', async () => {
  const [before, after] = [randomUUID(), randomUUID()];
  const running = keysOf(both);
  await running.obtain(before); // it has seen the old key wrap
  await beginRotation(database.knex, both);
  await running.obtain(after);
  expect((await running.find([before, after])).size).toBe(2);
  expect((await keysOf(onlyNew).find([after])).size).toBe(1);
});

it('a process without the new key says which key it needs, and a new one is refused without the old key until all is done', async () => {
  await keysOf(onlyOld).obtain(randomUUID());
  await beginRotation(database.knex, both);
  await expect(keysOf(onlyOld).obtain(randomUUID())).rejects.toThrow(MasterKeyMissing);
  await expect(keysOf(onlyOld).obtain(randomUUID())).rejects.toThrow(onlyNew.newest);
  await expect(proveMasterKeys(database, onlyNew)).rejects.toThrow(onlyOld.newest);
  expect(await retireMasterKeys(database.knex)).toEqual([]);
});

it('a data key that does not open is named, and holds up no other', async () => {
  const [broken, whole] = [randomUUID(), randomUUID()];
  await keysOf(onlyOld).obtain(broken);
  await keysOf(onlyOld).obtain(whole);
  const wrapped_key = onlyOld.wrap(onlyOld.newest, 'something else', Buffer.alloc(32));
  await database.knex('subject_keys').where({ subject: broken }).update({ wrapped_key });
  await beginRotation(database.knex, both);
  const { signal } = new AbortController();
  const chunk = { job_id: randomUUID(), number: 1, isLast: false };
  const failures = await rotationKind(database, both).work({} as never, [broken, whole], signal, chunk);
  expect(failures.map(({ item }) => item)).toEqual([broken]);
  expect((await keysOf(onlyNew).find([whole])).size).toBe(1);
});
