import { randomUUID } from 'node:crypto';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseRules, caseStream } from '../../../../src/domain/cases/index.js';
import { proveInstallation } from '../../../../src/start/installation.js';
import { allMigrations } from '../../../../src/start/migrations.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import {
  createExecutionQueries,
  executionsProjection,
} from '../../../../src/projections/executions/executionsProjection.js';
import { startProjector } from '../../../../src/projections/core/projector.js';
import { createTableSink } from '../../../../src/projections/core/tableSink.js';
import { openCore, type Core } from '../../../support/core.js';
import { nine, opening } from '../../../support/caseStory.js';
import { anyone, recordRun } from '../../../support/executions.js';
import { passed } from '../../../support/readModels.js';
import { runTool, type ToolEnded } from '../../../support/runTool.js';
import { createTestDatabase } from '../../../support/testDatabase.js';

let core: Core;
let id: string;
beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, allMigrations);
  await proveInstallation({ ...core, clock: () => new Date() });
  id = await recordRun(core.handler, 'ERIKSSON');
});
afterAll(() => core.close());

const run = (tool: string, ...words: string[]): Promise<ToolEnded> =>
  runTool(
    { DATABASE_URL: core.database.url, DATA_DIR: core.folder, MASTER_KEY: core.masterKey.toString('base64') },
    ...[tool, ...words],
  );

describe('the projections tool', () => {
  it('tells which read models are behind', async () => {
    expect(await run('projections.ts', 'status')).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/executions +version \d+ +served +at the beginning +behind\n/) as string,
    });
  });

  it('rebuilds one, which then shows what is in the log', async () => {
    const rebuilt = await run('projections.ts', 'rebuild', 'executions');
    expect(rebuilt).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/4 events .* rebuilt and swapped in/) as string,
    });
    expect(await createExecutionQueries(core.readModels).find(id)).toBeDefined();
  });

  it('goes on with a rebuild in shares, with no more threads than it is told', async () => {
    const build = await createTableSink(core, executionsProjection).openBuild(1n);
    await build.shares?.split(2, (await core.eventStore.head()) ?? expect.unreachable());
    await build.close();
    expect(await run('projections.ts', 'rebuild', 'executions', '--shares', '1')).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/4 events .*, in 2 shares: rebuilt and swapped in/) as string,
    });
  });

  it('cancels what was begun, where there is something', async () => {
    const sink = createTableSink(core, executionsProjection);
    const build = await sink.openBuild(1n);
    await build.shares?.split(2, (await core.eventStore.head()) ?? expect.unreachable());
    await build.close();
    expect((await run('projections.ts', 'status')).out).toMatch(
      /executions +version \d+ +being rebuilt: 0 events, in 2 shares from the beginning on, moved \d+ s ago/,
    );
    const cancelled = { exitCode: 0, out: expect.stringContaining('what was rebuilt of it is dropped') as string };
    expect(await run('projections.ts', 'cancel', 'executions')).toMatchObject(cancelled);
    const nothing = { exitCode: 0, out: expect.stringContaining('nobody rebuilds it') as string };
    expect(await run('projections.ts', 'cancel', 'executions')).toMatchObject(nothing);
  });

  it.each([
    [['rebuild', 'nothing']],
    [['rebuild']],
    [[]],
    [['dance']],
    [['rebuild', 'executions', '--shares', '0']],
    [['rebuild', 'executions', '--fast']],
    [['cancel', 'executions', '--shares', '2']],
  ])('says what can be said instead of %j', async (words) => {
    const refused = await run('projections.ts', ...words);
    expect(refused).toMatchObject({ exitCode: 1, out: '' });
    expect(refused.err).toMatch(/^attest: say "npm run projections -- status".*executions/);
  });
});

describe('the erase tool', () => {
  it('erases an execution', async () => {
    expect(await run('erase.ts', id)).toMatchObject({ exitCode: 0, err: '' });
    const projector = startProjector({ ...core, projections: [executionsProjection] });
    const head = await core.eventStore.head();
    if (head !== undefined) await passed(core.database.knex, [executionsProjection], head);
    await projector.stop();
    expect(await createExecutionQueries(core.readModels).find(id)).toMatchObject({ erased: true, result: null });
  });

  it('erases a case', async () => {
    const session_id = randomUUID();
    const stream = caseStream(session_id);
    const open = { type: 'open', opening: { ...opening, session_id }, at: nine } as const;
    await core.handler.handle({ stream, decider: caseRules, command: open, context: anyone });
    expect(await run('erase.ts', session_id.toUpperCase())).toEqual({
      ...{ exitCode: 0, err: '', out: `The case ${session_id} holds no personal values any more.\n` },
    });
    expect((await core.handler.load(stream, caseRules)).state).toMatchObject({ status: 'erased' });
  });

  it('says that there is none with another id', async () => {
    expect(await run('erase.ts', 'nobody')).toMatchObject({
      exitCode: 1,
      err: 'attest: There is no execution and no case with this id\n',
    });
  });
});

describe('a tool', () => {
  const commands = [
    ['projections.ts', 'status'],
    ['keys.ts', 'status'],
    ['erase.ts', 'nobody'],
  ];

  it.each(commands)('%s refuses a folder in which there is no installation, and makes none', async (...words) => {
    const parent = await mkdtemp(join(tmpdir(), 'attest-tool-'));
    const folder = join(parent, 'elsewhere');
    expect(await runTool({ DATA_DIR: folder }, ...words)).toEqual({
      exitCode: 1,
      out: '',
      err: `attest: There is no installation in ${folder}: set DATA_DIR (or DATABASE_URL) as the service has it.\n`,
    });
    await expect(access(folder)).rejects.toThrow('ENOENT');
    await rm(parent, { recursive: true });
  });

  it('refuses a database in which there is no installation, and makes none', async () => {
    const [empty, folder] = [await createTestDatabase(), await mkdtemp(join(tmpdir(), 'attest-tool-'))];
    expect(await runTool({ DATA_DIR: folder, DATABASE_URL: empty.url }, 'projections.ts', 'status')).toEqual({
      exitCode: 1,
      out: '',
      err: 'attest: There is no installation in the database that DATABASE_URL names: set it as the service has it.\n',
    });
    const client = new pg.Client({ connectionString: empty.url });
    await client.connect();
    const tables = await client.query("select 1 from pg_tables where schemaname = 'public'");
    await client.end();
    expect(tables.rows).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    await empty.drop();
    await rm(folder, { recursive: true });
  });

  it('makes no master key where there is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'attest-tool-'));
    const refused = await runTool({ DATA_DIR: folder, DATABASE_URL: core.database.url }, 'keys.ts', 'status');
    expect(refused).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/no master\.key in .* MASTER_KEY/) as string,
    });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
