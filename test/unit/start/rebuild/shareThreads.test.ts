import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { BuildLost, readBuilds } from '../../../../src/projections/core/builds.js';
import { ShareFailed, type ShareThreads } from '../../../../src/projections/core/shares.js';
import { startProjector } from '../../../../src/projections/core/projector.js';
import { RebuildAborted } from '../../../../src/projections/core/way.js';
import { createShareThreads } from '../../../../src/start/rebuild/shareThreads.js';
import { openCore, openCoreAt, type Core } from '../../../support/core.js';
import { startEventStoreDbDouble } from '../../../support/eventStoreDbDouble/double.js';
import { recordRun } from '../../../support/executions.js';
import { inPages } from '../../../support/logInPages.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { rebuildersGone, rebuildProjection } from '../../../support/rebuildProjection.js';

const RUNS = 40;
const EVENTS = RUNS * 4;

let core: Core;
let live: object[];
beforeEach(async () => {
  core = await openCore();
  for (let index = 0; index < RUNS; index++) await recordRun(core.handler, `A${index}`);
  const projector = startProjector({ ...core, projections: [executionsProjection] });
  await passed(core.database.knex, [executionsProjection], (await core.eventStore.head()) ?? expect.unreachable());
  await projector.stop();
  live = await rows();
});
afterEach(() => core.close());

const rows = () => rowsOf(core.database.knex, executionsProjection);

const threadsWith = (
  settings: Record<string, string> = {},
  others: Partial<Parameters<typeof createShareThreads>[0]> = {},
): ShareThreads =>
  createShareThreads({
    settings: {
      ...{ DATABASE_URL: core.database.url, DATA_DIR: core.folder, MASTER_KEY: core.masterKey.toString('hex') },
      ...settings,
    },
    ...{ log: core.log, shares: 2, after: 0, ...others },
  });

/** A program that loads, and does this when it is asked to take a share. */
const thatDoes = (what: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { spawnSync } from 'node:child_process';
      import { parentPort, resourceLimits } from 'node:worker_threads';
      parentPort.on('message', () => { ${what} });
      parentPort.postMessage({ kind: 'ready' });
    `)}`,
  );

/** A rebuild that goes on in one, from the eleventh event, once all threads are there, or are known not to come. */
async function rebuildWith(threads: ShareThreads, on: Omit<Core, 'folder' | 'masterKey'> = core) {
  const { eventStore, read, goOn } = inPages(on, { most: 1 });
  let loading = threads.shares;
  const start: ShareThreads['start'] = (...asked) =>
    threads.start(...asked).finally(() => {
      loading -= 1;
      if (loading === 0) goOn();
    });
  const done = await rebuildProjection({ ...on, eventStore, threads: { ...threads, start } }, executionsProjection);
  return { done, readHere: read.events };
}

describe('the threads of a rebuild', () => {
  it('take a share each, with keys and connections of their own', async () => {
    const { done, readHere } = await rebuildWith(threadsWith());
    expect(done).toMatchObject({ events: EVENTS, taken: EVENTS });
    expect(readHere).toBeLessThan(EVENTS);
    expect(await rows()).toEqual(live);
  });

  it('take a share each of a log in EventStoreDB', async () => {
    const server = await startEventStoreDbDouble({ batchAppend: true });
    const { folder, masterKey } = core;
    const elsewhere = await openCoreAt({ url: core.database.url, folder, masterKey, eventStoreUrl: server.url });
    try {
      for (let index = 0; index < RUNS; index++) await recordRun(elsewhere.handler, `B${index}`);
      await rebuildProjection(elsewhere, executionsProjection);
      const inOne = await rows();
      expect(inOne).not.toEqual(live);
      const { done, readHere } = await rebuildWith(threadsWith({ EVENTSTORE_URL: server.url }), elsewhere);
      expect(done).toMatchObject({ events: EVENTS, taken: EVENTS, shares: 2 });
      expect(readHere).toBeLessThan(EVENTS);
      expect(await rows()).toEqual(inOne);
    } finally {
      await elsewhere.close();
      server.kill();
    }
  });

  it('are done without where they cannot be started', async () => {
    const { done, readHere } = await rebuildWith(threadsWith({ MASTER_KEY: 'none' }));
    expect(done).toMatchObject({ events: EVENTS, taken: EVENTS });
    expect(readHere).toBe(EVENTS);
    expect(await rows()).toEqual(live);
  });

  it('say what they could not go on for, and the rebuild goes on there once that is mended', async () => {
    const version = (is: number, was: number) =>
      core.database.knex.raw(
        `update events set metadata = jsonb_set(metadata::jsonb, '{schema_version}', ?::jsonb)::json
         where type = 'ExecutionCompleted' and position > ? and metadata ->> 'schema_version' = ?`,
        [String(is), EVENTS / 2, String(was)],
      );
    await version(99, 1);
    await expect(rebuildWith(threadsWith())).rejects.toThrow(/cannot be read: its schema version is 99/);
    await rebuildersGone(core.database.knex);
    expect(await rows()).toEqual(live);
    const [left] = await readBuilds(core.database.knex);
    expect(left).toMatchObject({ shares: 2 });
    await version(1, 99);
    const { done } = await rebuildWith(threadsWith());
    expect(done).toMatchObject({ events: EVENTS, taken: EVENTS - (left?.events ?? 0) });
    expect(await rows()).toEqual(live);
  });

  it.each([
    ['ends', { program: thatDoes('process.exit()') }],
    ['fails', { program: thatDoes('throw new Error("It has no memory")') }],
    ['says nothing any more', { program: thatDoes('for (;;);'), silentMs: 2_000 }],
  ])('are not waited for where one %s: the rebuild ends, and goes on where it was', async (_how, broken) => {
    await expect(rebuildWith(threadsWith({}, broken))).rejects.toBeInstanceOf(ShareFailed);
    await rebuildersGone(core.database.knex);
    expect(await rows()).toEqual(live);
    const [left] = await readBuilds(core.database.knex);
    expect(left).toMatchObject({ shares: 2 });
    const { done } = await rebuildWith(threadsWith());
    expect(done).toMatchObject({ events: EVENTS, taken: EVENTS - (left?.events ?? 0) });
    expect(await rows()).toEqual(live);
  });

  it.runIf(process.platform === 'linux')('give way to what else runs here, and this one does not', async () => {
    const own = getPriority();
    const leaving = new AbortController();
    await threadsWith().start(executionsProjection, leaving.signal);
    const niceness = async (thread: string): Promise<number> => {
      const stat = await readFile(`/proc/self/task/${thread}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    };
    const all = await Promise.all((await readdir('/proc/self/task')).map(niceness));
    leaving.abort();
    expect(all).toContain(Math.max(own, 10));
    expect(getPriority()).toBe(own);
  });

  it('say when the rebuild is not theirs any more, as whoever takes a share here would', async () => {
    const leaving = new AbortController();
    const take = await threadsWith().start(executionsProjection, leaving.signal);
    const asked = take({ fence: 1n, index: 0 }, () => undefined); // nobody has split anything
    await expect(asked).rejects.toBeInstanceOf(BuildLost);
    leaving.abort();
  });

  it('are not waited for where one says nothing any more and cannot be ended either', async () => {
    const busy = join(core.folder, 'busy');
    await writeFile(busy, '');
    const stuck = thatDoes(`spawnSync('sh', ['-c', 'while [ -e "$0" ]; do sleep 0.1; done', ${JSON.stringify(busy)}])`);
    const parts = { program: stuck, silentMs: 2_000 };
    const take = await threadsWith({}, parts).start(executionsProjection, new AbortController().signal);
    try {
      const asked = take({ fence: 1n, index: 0 }, () => undefined);
      await expect(asked).rejects.toThrow('has said nothing for 2 s');
    } finally {
      await rm(busy); // it ends now
    }
  });

  it('may take so much memory and no more, so that none ends the process', async () => {
    const says = thatDoes(
      `parentPort.postMessage({ kind: 'failed', name: 'Error', message: JSON.stringify(resourceLimits) })`,
    );
    const leaving = new AbortController();
    const take = await threadsWith({}, { program: says }).start(executionsProjection, leaving.signal);
    const asked = take({ fence: 1n, index: 0 }, () => undefined);
    await expect(asked).rejects.toThrow('"maxOldGenerationSizeMb":512');
    leaving.abort();
  });

  it('are gone when the rebuild is', async () => {
    const leaving = new AbortController();
    const loading = threadsWith().start(executionsProjection, leaving.signal);
    leaving.abort();
    await expect(loading).rejects.toBeInstanceOf(RebuildAborted);
    const left = new AbortController();
    const take = await threadsWith().start(executionsProjection, left.signal);
    left.abort();
    await expect(take({ fence: 1n, index: 0 }, () => undefined)).rejects.toBeInstanceOf(RebuildAborted);
  });
});
