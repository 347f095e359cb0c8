import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBulkJobs } from '../../../../src/platform/bulkWork/bulkWork.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createMasterKeys } from '../../../../src/platform/sealing/masterKeys.js';
import { masterKeyUses, rotationKind } from '../../../../src/platform/sealing/rotateKeys.js';
import { proveInstallation } from '../../../../src/start/installation.js';
import { allMigrations } from '../../../../src/start/migrations.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
import { runTool, type ToolEnded } from '../../../support/runTool.js';

let core: Core;
/** Master keys in the order in which the installation has them; each test goes on where the one before ended. */
let first: Buffer;
const second = randomBytes(32);
const third = randomBytes(32);
beforeAll(async () => {
  core = await openCore();
  first = core.masterKey;
  await migrate(core.database, allMigrations);
  await proveInstallation({ ...core, clock: () => new Date() });
  for (const surname of ['ERIKSSON', 'ANDERSSON']) await recordRun(core.handler, surname);
});
afterAll(() => core.close());

const run = (keys: { newest: Buffer; old?: Buffer }, ...words: string[]): Promise<ToolEnded> =>
  runTool(
    {
      ...{ DATABASE_URL: core.database.url, DATA_DIR: core.folder },
      ...{ MASTER_KEY: keys.newest.toString('base64'), MASTER_KEY_OLD: keys.old?.toString('base64') ?? '' },
    },
    ...['keys.ts', ...words],
  );

const idOf = (key: Buffer): string => createMasterKeys(key).newest;
const jobs = () => createBulkJobs(core.database);
const rotationTo = (newest: Buffer) => rotationKind(core.database, createMasterKeys(newest, [first, second]));
async function dataKeys(): Promise<string> {
  return String((await masterKeyUses(core.database.knex)).reduce((sum, { data_keys }) => sum + data_keys, 0));
}

describe('the keys tool', () => {
  it('tells how many data keys hang on which master key', async () => {
    expect(await run({ newest: first }, 'status')).toEqual({
      ...{ exitCode: 0, err: '' },
      out: `${idOf(first)}  wraps new data keys  ${await dataKeys()} data keys\n`,
    });
  });

  it('rotates to the end, after which nothing needs the old master key', async () => {
    const rotated = await run({ newest: second, old: first }, 'rotate');
    expect(rotated).toMatchObject({ exitCode: 0, err: '' });
    expect(rotated.out).toContain(`completed: ${await dataKeys()} data keys wrapped anew, 0 could not be\n`);
    expect(rotated.out).toContain(`Nothing hangs on the master key ${idOf(first)} any more.\n`);
    const alone = await run({ newest: second }, 'status');
    expect(alone.out).toBe(`${idOf(second)}  wraps new data keys  ${await dataKeys()} data keys\n`);
    expect(await run({ newest: first }, 'status')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining(idOf(second)) as string,
    });
  });

  it('goes on with a rotation that is under way, which it tells and cancels', async () => {
    const left = await jobs().start(rotationTo(third), {});
    expect((await run({ newest: third, old: second }, 'status')).out).toContain('rotation running: 0 data keys');
    expect(await run({ newest: third, old: second }, 'cancel')).toMatchObject({
      ...{ exitCode: 0, err: '' },
      out: expect.stringContaining('No rotation is under way') as string,
    });
    expect(await jobs().find(left)).toMatchObject({ state: 'failed', reason: 'cancelled' });

    const resumed = await jobs().start(rotationTo(third), {});
    expect(await run({ newest: third, old: second }, 'rotate')).toMatchObject({ exitCode: 0, err: '' });
    expect(await jobs().find(resumed)).toMatchObject({ state: 'completed', items_failed: 0 });
  });

  it('names what cannot be wrapped anew, and says to keep the old master key', async () => {
    const [keys, newest] = [createMasterKeys(third), randomBytes(32)];
    const wrapped_key = keys.wrap(keys.newest, 'something else', Buffer.alloc(32));
    const [broken = ''] = await core.database.knex('subject_keys').pluck<string[]>('subject');
    await core.database.knex('subject_keys').where({ subject: broken }).update({ wrapped_key });
    const rotated = await run({ newest, old: third }, 'rotate');
    expect(rotated).toMatchObject({
      ...{ exitCode: 1, out: expect.stringContaining(`\n${broken}: `) as string },
      err: expect.stringMatching(/^attest: Some data keys hang on an older master key still.*MASTER_KEY_OLD/) as string,
    });
    expect(rotated.out).toContain(', 1 could not be\n');
  });

  it.each([[['rotate', 'now']], [[]], [['dance']]])('says what can be said instead of %j', async (words) => {
    const refused = await run({ newest: first }, ...words);
    expect(refused).toMatchObject({ exitCode: 1, out: '' });
    expect(refused.err).toMatch(/^attest: say "npm run keys -- status", "npm run keys -- rotate" or/);
  });
});
