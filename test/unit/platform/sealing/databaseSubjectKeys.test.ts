import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/platform/database/database.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../src/platform/log.js';
import { createSubjectKeys } from '../../../../src/platform/sealing/databaseSubjectKeys.js';
import { keyMigrations } from '../../../../src/platform/sealing/keyTables.js';
import { createMasterKeys } from '../../../../src/platform/sealing/masterKeys.js';
import { SubjectErased, SubjectKeyUnusable, type SubjectKeys } from '../../../../src/platform/sealing/subjectKeys.js';
import { proveMasterKeys } from '../../../../src/platform/sealing/wrappingKey.js';
import { createTestDatabase, type TestDatabase } from '../../../support/testDatabase.js';
import { until } from '../../../support/until.js';

describe('subject keys', () => {
  const masterKeys = createMasterKeys(randomBytes(32));
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
    await migrate(database, keyMigrations);
    await proveMasterKeys(database, masterKeys);
    keys = createSubjectKeys({ database, masterKeys });
    otherProcess = createSubjectKeys({ database: connect(), masterKeys });
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.close()));
    await server.drop();
  });

  it('are made once, and are the same for everyone who asks at the same time', async () => {
    const subject = randomUUID();
    const obtained = await Promise.all([keys, otherProcess, keys].map((each) => each.obtain(subject)));
    expect(obtained[0]?.bytes).toHaveLength(32);
    expect(new Set(obtained.map(({ bytes }) => bytes.toString('hex'))).size).toBe(1);
    expect((await otherProcess.find([subject, randomUUID()])).get(subject)).toEqual(obtained[0]);
  });

  it('are made for many subjects at once, by several processes in whatever order', async () => {
    const subjects = Array.from({ length: 150 }, () => randomUUID());
    const [here, there] = await Promise.all([
      Promise.all(subjects.map((subject) => keys.obtain(subject))),
      Promise.all(subjects.toReversed().map((subject) => otherProcess.obtain(subject))),
    ]);
    expect(here).toEqual(there.toReversed());
    expect(new Set(here.map(({ id }) => id)).size).toBe(150);
  });

  it('fail alone where the database refuses a subject', async () => {
    const outcomes = await Promise.allSettled([`${randomUUID()}\0`, randomUUID()].map((one) => keys.obtain(one)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
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
    expect(row?.wrapped_key.includes(key.bytes)).toBe(false);
    const stranger = createSubjectKeys({ database: connect(), masterKeys: createMasterKeys(randomBytes(32)) });
    const refused = stranger.find([subject]);
    await expect(refused).rejects.toThrow(
      `The key of ${subject} cannot be unwrapped: The master key ${masterKeys.newest}`,
    );
    await expect(refused).rejects.toThrow(SubjectKeyUnusable);
  });

  it('that were changed, or moved to another subject, are no keys', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await Promise.all([keys.obtain(one), keys.obtain(other)]);
    const table = connect().knex<{ subject: string; key_id: string; wrapped_key: Buffer }>('subject_keys');
    const moved = await table.clone().where({ subject: other }).first('key_id', 'wrapped_key');
    await table
      .clone()
      .where({ subject: one })
      .update(moved ?? {});
    await expect(keys.find([one])).rejects.toThrow('its row in subject_keys was changed');
  });

  it('are found by no process once they are erased', async () => {
    const subject = randomUUID();
    await Promise.all([keys.obtain(subject), otherProcess.obtain(subject)]);
    expect(await keys.erase(subject)).toBe(true);
    expect(await keys.find([subject])).toEqual(new Map([[subject, null]]));
    expect(await otherProcess.find([subject])).toEqual(new Map([[subject, null]]));
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
    const row = await connect().knex<{ subject: string }>('subject_keys').where({ subject }).first();
    expect(row).toMatchObject({ key_id: null, wrapped_key: null, wrapped_by: null });
  });

  it('whose erasure has a note are unfinished from then on until that is said to be done, in all processes', async () => {
    const [subject, silent] = [randomUUID(), randomUUID()];
    const unfinished = (except: string[] = [], seconds = 0) =>
      otherProcess.unfinishedErasures({ seconds, limit: 9, except });
    await keys.erase(silent);
    await keys.erase(subject, { actor: 'key:a' });
    await keys.erase(subject, { actor: 'key:b' });
    expect(await unfinished()).toEqual([{ subject, note: { actor: 'key:a' } }]);
    expect(await otherProcess.noteOf(subject)).toEqual({ actor: 'key:a' });
    expect(await unfinished([], 60)).toEqual([]);
    expect(await unfinished([subject])).toEqual([]);
    await keys.erasureDone(subject);
    expect(await unfinished()).toEqual([]);
    for (const one of [subject, silent, randomUUID()]) expect(await otherProcess.noteOf(one)).toBeUndefined();
  });

  it('stay right when more are used than are remembered', async () => {
    const subjects = Array.from({ length: 1100 }, () => randomUUID());
    const first = await keys.obtain(subjects[0] ?? '');
    await Promise.all(subjects.map((subject) => keys.obtain(subject)));
    expect(await keys.obtain(subjects[0] ?? '')).toEqual(first);
  });
});
