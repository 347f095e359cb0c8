import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allMigrations } from '../../../../src/start/migrations.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import {
  createExecutionQueries,
  executionsProjection,
} from '../../../../src/projections/executions/executionsProjection.js';
import { startProjector } from '../../../../src/projections/core/projector.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
import { passed } from '../../../support/readModels.js';

const TOOLS = fileURLToPath(new URL('../../../../src/start/tools/', import.meta.url));

let core: Core;
let id: string;
beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, allMigrations);
  id = await recordRun(core.handler, 'ERIKSSON');
});
afterAll(() => core.close());

async function run(tool: string, ...words: string[]): Promise<{ exitCode: number | null; out: string; err: string }> {
  const env = {
    ...process.env,
    ...{ DATABASE_URL: core.database.url, DATA_DIR: core.folder, MASTER_KEY: core.masterKey.toString('base64') },
  };
  const child = spawn(process.execPath, ['--import', 'tsx', `${TOOLS}${tool}`, ...words], { env });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: child.exitCode, out, err };
}

describe('the projections tool', { timeout: 60_000 }, () => {
  it('tells which read models are behind', async () => {
    expect(await run('projections.ts', 'status')).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/executions +version 1 +served +at the beginning +behind\n/) as string,
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

  it.each([[['rebuild', 'nothing']], [['rebuild']], [[]], [['dance']]])(
    'says what can be said instead of %j',
    async (words) => {
      const refused = await run('projections.ts', ...words);
      expect(refused).toMatchObject({ exitCode: 1, out: '' });
      expect(refused.err).toMatch(/^attest: say "npm run projections -- status".*executions/);
    },
  );
});

describe('the erase tool', { timeout: 60_000 }, () => {
  it('erases an execution', async () => {
    expect(await run('eraseExecution.ts', id)).toMatchObject({ exitCode: 0, err: '' });
    const projector = startProjector({ ...core, projections: [executionsProjection] });
    const head = await core.eventStore.head();
    if (head !== undefined) await passed(core.database.knex, [executionsProjection], head);
    await projector.stop();
    expect(await createExecutionQueries(core.readModels).find(id)).toMatchObject({ erased: true, result: null });
  });

  it('says that there is none with another id', async () => {
    expect(await run('eraseExecution.ts', 'nobody')).toMatchObject({
      exitCode: 1,
      err: 'attest: There is no execution with this id\n',
    });
  });
});
