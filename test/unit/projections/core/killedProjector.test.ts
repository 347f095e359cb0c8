import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createExecutionQueries,
  executionsProjection,
} from '../../../../src/projections/executions/executionsProjection.js';
import { readCheckpoint } from '../../../../src/projections/core/checkpoints.js';
import { startProjector } from '../../../../src/projections/core/projector.js';
import { rebuildProjection } from '../../../support/rebuildProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { until } from '../../../support/until.js';

const PROGRAM = fileURLToPath(new URL('../../../support/projectorProcess.ts', import.meta.url));

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

async function spawnProjector(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
    env: {
      ...process.env,
      ...{ TEST_URL: core.database.url, TEST_FOLDER: core.folder, TEST_MASTER_KEY: core.masterKey.toString('hex') },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

const standing = async () => (await readCheckpoint(core.database.knex, executionsProjection)).position ?? -1n;

it('a projector that is killed again and again loses nothing and doubles nothing', { timeout: 300_000 }, async () => {
  let writing = true;
  const ids: string[] = [];
  const writer = (async () => {
    while (writing) {
      ids.push(await recordRun(core.handler, `P${ids.length}`));
      await sleep(20); // a slow machine, which takes long to start processes, has not the more to look at
    }
  })();
  for (let kill = 0; kill < 6; kill++) {
    const before = await standing();
    const child = await spawnProjector();
    await until(async () => (await standing()) > before || undefined);
    await sleep(Math.random() * 50); // any moment will do: between batches, in a transaction, at a commit
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  writing = false;
  await writer;

  const projector = startProjector({ ...core, projections: [executionsProjection] });
  const head = await core.eventStore.head();
  if (head !== undefined) await passed(core.database.knex, [executionsProjection], head);
  await projector.stop();
  const queries = createExecutionQueries(core.readModels);
  for (const [index, found] of (await Promise.all(ids.map((id) => queries.find(id)))).entries()) {
    expect(found?.result).toMatchObject({ extracted: { surname: `P${index}` } });
    expect(found?.steps.map(({ tool }) => tool)).toEqual(['extract', 'validate']);
  }
  const survived = await rowsOf(core.database.knex, executionsProjection);
  expect(await core.database.knex('executions_v4')).toHaveLength(ids.length);
  await rebuildProjection(core, executionsProjection);
  expect(await rowsOf(core.database.knex, executionsProjection)).toEqual(survived);
});
