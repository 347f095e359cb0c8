import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { createSubjectKeys, subjectKeyMigrations } from '../../../../src/platform/sealing/databaseSubjectKeys.js';
import { SubjectErased, type SubjectKeys } from '../../../../src/platform/sealing/subjectKeys.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

describe('subject keys', () => {
  const masterKey = randomBytes(32);
  let server: TestDatabase;
  const databases: Database[] = [];
  let keys: SubjectKeys;
  let otherProcess: SubjectKeys;

  const connect = (): Database => {
    const database = createPostgresDatabase({ kind: 'postgres', url: server.url, pool: 5, log: createLog('silent') });
    databases.push(database);
    return database;
  };

  beforeAll(async () => {
    server = await createTestDatabase();
    const database = connect();
    await migrate(database, subjectKeyMigrations);
    keys = createSubjectKeys({ database, masterKey });
    otherProcess = createSubjectKeys({ database: connect(), masterKey });
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await server.drop();
  });

  it('are made once, and are the same for everyone who asks at the same time', async () => {
    const subject = randomUUID();
    const obtained = await Promise.all([keys, otherProcess, keys].map((each) => each.obtain(subject)));
    expect(obtained[0]).toHaveLength(32);
    expect(obtained.every((key) => key.equals(obtained[0] ?? Buffer.of()))).toBe(true);
    expect((await otherProcess.find([subject, randomUUID()])).get(subject)).toEqual(obtained[0]);
  });

  it('differ from subject to subject', async () => {
    expect(await keys.obtain(randomUUID())).not.toEqual(await keys.obtain(randomUUID()));
  });

  it('lie in the database wrapped by the master key', async () => {
    const subject = randomUUID();
    const key = await keys.obtain(subject);
    const row = await connect()
      .knex<{ subject: string; wrapped_key: Buffer }>('subject_keys')
      .where({ subject })
      .first();
    expect(row?.wrapped_key.includes(key)).toBe(false);
    const stranger = createSubjectKeys({ database: connect(), masterKey: randomBytes(32) });
    await expect(stranger.find([subject])).rejects.toThrow('does not open');
  });

  it('are found by no process once they are erased', async () => {
    const subject = randomUUID();
    await Promise.all([keys.obtain(subject), otherProcess.obtain(subject)]);
    expect(await keys.erase(subject)).toBe(true);
    expect(await keys.find([subject])).toEqual(new Map());
    expect(await otherProcess.find([subject])).toEqual(new Map());
    expect(await keys.erase(subject)).toBe(false);
  });

  it('cannot be made again after an erasure, in any process', async () => {
    const subject = randomUUID();
    await Promise.all([keys.obtain(subject), otherProcess.obtain(subject)]);
    await keys.erase(subject);
    await expect(keys.obtain(subject)).rejects.toThrow(SubjectErased);
    const refusal = await until(() =>
      otherProcess.obtain(subject).then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
    expect(refusal).toBeInstanceOf(SubjectErased);
  });

  it('cannot be made for a subject that was erased before it had one', async () => {
    const subject = randomUUID();
    expect(await keys.erase(subject)).toBe(false);
    await expect(otherProcess.obtain(subject)).rejects.toThrow(SubjectErased);
  });

  it('leave nothing of an erased key in its row', async () => {
    const subject = randomUUID();
    await keys.obtain(subject);
    await keys.erase(subject);
    const row = await connect()
      .knex<{ subject: string; wrapped_key: Buffer | null }>('subject_keys')
      .where({ subject })
      .first();
    expect(row?.wrapped_key).toBeNull();
  });

  it('stay right when more are used than are remembered', async () => {
    const subjects = Array.from({ length: 1100 }, () => randomUUID());
    const first = await keys.obtain(subjects[0] ?? '');
    await Promise.all(subjects.map((subject) => keys.obtain(subject)));
    expect(await keys.obtain(subjects[0] ?? '')).toEqual(first);
  });
});
