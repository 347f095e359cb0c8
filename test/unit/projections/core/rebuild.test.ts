import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Position } from '../../../../src/platform/eventStore/eventStore.js';
import {
  createExecutionQueries,
  executionsProjection,
} from '../../../../src/projections/executions/executionsProjection.js';
import { BuildLost, readBuilds } from '../../../../src/projections/core/builds.js';
import { forgetInOtherVersions } from '../../../../src/projections/core/forgetInOtherVersions.js';
import { dropLeftBuilds } from '../../../../src/projections/core/leftBuilds.js';
import type { Projection } from '../../../../src/projections/core/projection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createTableSink } from '../../../../src/projections/core/tableSink.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
import { inPages } from '../../../support/logInPages.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { rebuildProjection } from '../../../support/rebuildProjection.js';
import { startRebuildProcess } from '../../../support/startRebuildProcess.js';
import { until } from '../../../support/until.js';

/** Events that a run leaves. */
const PER_RUN = 4;

let core: Core;
let projector: Projector | undefined;
const children = new Set<ChildProcess>();
beforeEach(async () => void (core = await openCore()));
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await projector?.stop();
  projector = undefined;
  await core.close();
});

const head = async (): Promise<Position> => (await core.eventStore.head()) ?? expect.unreachable('the log is empty');
const rows = () => rowsOf(core.database.knex, executionsProjection);
const sink = (projection: Projection = executionsProjection) => createTableSink(core, projection);
const hasTable = (name: string) => core.database.knex.schema.hasTable(name);
const builds = () => readBuilds(core.database.knex);

/** True where somebody waits for a lock on a table. */
async function isWaitedFor(table: string): Promise<true | undefined> {
  const { rows: found } = await core.database.knex.raw<{ rows: unknown[] }>(
    'select from pg_locks where not granted and relation = ?::regclass',
    [table],
  );
  return found.length > 0 || undefined;
}

/** Runs in the log, and the read model live. */
async function live(runs: number): Promise<void> {
  projector = startProjector({ ...core, projections: [executionsProjection] });
  for (let index = 0; index < runs; index++) await recordRun(core.handler, `A${index}`);
  await passed(core.database.knex, [executionsProjection], await head());
}

/** A rebuild that is left once it has written some pages of ten events. */
async function leaveAfter(pages: number): Promise<void> {
  const leaving = new AbortController();
  const { eventStore } = inPages(core, { most: pages });
  const left = rebuildProjection({ ...core, eventStore }, executionsProjection, {
    abort: leaving.signal,
    onProgress: ({ taken }) => taken === pages * 10 && leaving.abort(),
  });
  await expect(left).rejects.toThrow(/given up/);
}

/** Does something to a rebuild that has taken two pages of four: it ends, and what is read is as it was. */
async function isLostBy(loss: () => Promise<void>): Promise<void> {
  await live(10);
  const before = await rows();
  const { eventStore, goOn } = inPages(core, { most: 2 });
  const ended = expect(rebuildProjection({ ...core, eventStore }, executionsProjection)).rejects.toThrow(BuildLost);
  await until(async () => ((await builds())[0]?.events === 20 ? true : undefined));
  await loss();
  goOn();
  await ended;
  expect(await rows()).toEqual(before);
}

describe('a rebuild', () => {
  it('runs beside a live projection that goes on, and loses nothing that comes meanwhile', async () => {
    await live(20);
    const rebuilt = rebuildProjection(core, executionsProjection);
    const meanwhile = Promise.all(Array.from({ length: 30 }, (_, index) => recordRun(core.handler, `B${index}`)));
    await Promise.all([rebuilt, meanwhile]);
    await recordRun(core.handler, 'LAST');
    await passed(core.database.knex, [executionsProjection], await head());
    const found = await createExecutionQueries(core.readModels).list({ limit: 200 });
    expect(found).toHaveLength(51);
    expect(found.every(({ steps, status }) => steps.length === 2 && status === 'completed')).toBe(true);
  });

  it('tells how far it is', async () => {
    for (let index = 0; index < 5; index++) await recordRun(core.handler, `A${index}`);
    const seen: number[] = [];
    const done = await rebuildProjection(core, executionsProjection, { onProgress: ({ events }) => seen.push(events) });
    expect(done).toMatchObject({ projection: 'executions', events: 20, taken: 20, head: await head() });
    expect(seen.at(-1)).toBe(20);
    expect(await builds()).toEqual([]);
  });

  it('knows what its tables hold where queries look, before they are read', async () => {
    await live(3);
    await rebuildProjection(core, executionsProjection);
    const known = (tablename: string) =>
      core.database.knex('pg_stats').where({ tablename }).orderBy('attname').pluck<string[]>('attname');
    const inConditions = ['context_id', 'erased', 'mode', 'retained_until', 'status', 'wants_webhook'];
    const inIndexes = ['completed_at', 'execution_id', 'facets', 'row_key', 'started_at', 'tenant_id'];
    expect(await known('executions_v4')).toEqual([...inConditions, ...inIndexes].toSorted());
    expect(await known('execution_steps_v4')).toEqual(['execution_id', 'row_key', 'step_order']);
  });

  it('has lost its build where a table of it goes before it is known what that holds', async () => {
    await live(3);
    const build = await sink().openBuild(1_000n);
    await build.finish();
    await core.database.knex.schema.dropTable('executions_v4_rebuild');
    await expect(build.finish()).rejects.toThrow(BuildLost);
    await build.close();
  });

  it('has dead rows taken away where these are many, and is else let alone by autovacuum until its tables are read', async () => {
    const options = async (table: string): Promise<string[] | null> => {
      const { rows: found } = await core.database.knex.raw<{ rows: { reloptions: string[] | null }[] }>(
        'select reloptions from pg_class where relname = ?',
        [table],
      );
      return (found[0] ?? expect.unreachable(`there is no ${table}`)).reloptions;
    };
    await live(10);
    const { eventStore, goOn } = inPages(core, { most: 2 });
    const rebuilt = rebuildProjection({ ...core, eventStore }, executionsProjection);
    await until(async () => ((await builds())[0]?.events === 20 ? true : undefined));
    const whileBuilt = [
      'autovacuum_vacuum_insert_threshold=-1',
      'autovacuum_analyze_threshold=2147483647',
      'autovacuum_vacuum_threshold=50000',
      'autovacuum_vacuum_scale_factor=1',
    ];
    expect(await options('executions_v4_rebuild')).toEqual(whileBuilt);
    goOn();
    await rebuilt;
    expect(await options('executions_v4')).toBeNull();
    const build = await sink().openBuild(1_000n);
    await build.finish();
    await build.close();
    expect(await options('executions_v4_rebuild')).toEqual([...whileBuilt, 'autovacuum_enabled=off']);
  });

  it('takes every value as it was written, whatever characters are in it', async () => {
    await recordRun(core.handler, 'TAB\tLINE\nBACK\\SLASH "QUOTED" \\N \u0000 \ud800 é 漢');
    await live(0);
    const before = await rows();
    await rebuildProjection(core, executionsProjection);
    expect(await rows()).toEqual(before);
  });

  it('goes on behind its last page when it was killed, and comes to what is live', async () => {
    await live(15);
    const before = await rows();
    const child = startRebuildProcess(core, { pages: 3 });
    children.add(child);
    let told = '';
    child.stdout.on('data', (text: Buffer) => (told += text.toString()));
    await until(() => told.includes('30\n') || undefined);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await builds()).toMatchObject([{ name: 'executions', events: 30 }]);
    expect(await rows()).toEqual(before);

    const { eventStore, read } = inPages(core);
    const done = await rebuildProjection({ ...core, eventStore }, executionsProjection);
    expect(done).toMatchObject({ events: 15 * PER_RUN, taken: 15 * PER_RUN - 30 });
    expect(read.events).toBe(15 * PER_RUN - 30);
    expect(await rows()).toEqual(before);
  });

  it('that is left leaves the live table as it is, and is gone on with', async () => {
    await live(10);
    const before = await rows();
    await leaveAfter(2);
    expect(await rows()).toEqual(before);
    expect(await rebuildProjection(core, executionsProjection)).toMatchObject({ taken: 20, events: 40 });
    expect(await rows()).toEqual(before);
  });

  it('begins anew where what was begun has another shape, or is not all there', async () => {
    await live(10);
    const before = await rows();
    await leaveAfter(2);
    const [table] = executionsProjection.tables;
    if (!table) expect.unreachable();
    const other = {
      ...executionsProjection,
      tables: [{ ...table, indexes: [] }, ...executionsProjection.tables.slice(1)],
    };
    expect(await rebuildProjection(core, other)).toMatchObject({ taken: 40, events: 40 });
    await leaveAfter(2);
    await core.database.knex.raw('drop table executions_v4_rebuild');
    expect(await rebuildProjection(core, executionsProjection)).toMatchObject({ taken: 40, events: 40 });
    expect(await rows()).toEqual(before);
  });

  it('is done by one process at a time', async () => {
    await live(10);
    const { eventStore, read } = inPages(core);
    const one = () => rebuildProjection({ ...core, eventStore }, executionsProjection);
    expect(await Promise.all([one(), one()])).toMatchObject([{ taken: 40 }, { taken: 40 }]);
    expect(read.mostReaders).toBe(1);
  });

  it('that is cancelled ends, and leaves nothing but the live table', async () => {
    await isLostBy(async () => expect(await sink().dropBuild()).toBe(true));
    expect(await hasTable('executions_v4_rebuild')).toBe(false);
    expect(await sink().dropBuild()).toBe(false);
  });

  it('ends when the database lost the last of it, and does not go on as if it had not', () =>
    isLostBy(async () => void (await core.database.knex('projection_builds').decrement('position', 1))));

  it('is written by nobody who was thought to be gone and comes back', async () => {
    await live(1);
    const before = await rows();
    const [gone, next] = [await sink().openBuild(1n), await sink().openBuild(2n)];
    const step = { events: [], from: undefined, to: await head() };
    await expect(gone.take(step)).rejects.toBeInstanceOf(BuildLost);
    await expect(gone.finish()).rejects.toBeInstanceOf(BuildLost);
    await expect(gone.swap(() => Promise.resolve())).rejects.toBeInstanceOf(BuildLost);
    await expect(sink().openBuild(1n)).rejects.toBeInstanceOf(BuildLost);
    await next.take(step);
    await Promise.all([gone.close(), next.close()]);
    expect(await rows()).toEqual(before);
  });
});

describe('a rebuild that nobody goes on with', () => {
  it('is dropped where something is erased that it may hold, and begins anew', async () => {
    await live(10);
    await leaveAfter(2);
    const { knex } = core.database;
    const forget = async () =>
      forgetInOtherVersions(knex, [executionsProjection], 'somebody', { erased: await head(), patienceMs: 0 });
    expect(await forget()).toBe(false); // whoever is at it takes the erasure like any other event, or leaves before it
    expect(await builds()).toHaveLength(1);
    await knex('projection_builds').update({ moved_at: knex.raw(`now() - interval '1 hour'`) });
    expect(await forget()).toBe(true);
    expect(await builds()).toEqual([]);
    expect(await hasTable('executions_v4_rebuild')).toBe(false);
  });

  it('is not dropped once somebody goes on with it, however long it was left before', async () => {
    await live(10);
    await leaveAfter(2);
    const { knex } = core.database;
    await knex('projection_builds').update({ moved_at: knex.raw(`now() - interval '8 days'`) });
    const build = await sink().openBuild(1_000_000n);
    expect(await dropLeftBuilds(knex, executionsProjection, { idleSeconds: 60 })).toBe(0);
    await build.close();
  });

  it('is not one that was just made ready to be read: it has moved at the end of that, however long it took', async () => {
    await live(3);
    const build = await sink().openBuild(1_000n);
    await build.finish();
    const { rows: found } = await core.database.knex.raw<{ rows: { since: boolean }[] }>(
      `select moved_at >= last_analyze as since from projection_builds, pg_stat_user_tables where relname::text = any(tables)`,
    );
    expect(found).toEqual([{ since: true }, { since: true }]);
    await build.close();
  });

  it('is not one that gathers what its tables hold, however long that takes', async () => {
    await live(3);
    const { knex } = core.database;
    const build = await sink().openBuild(1_000n);
    await build.finish();
    const { finishing } = await knex.transaction(async (busy) => {
      const tables = ['executions_v4_rebuild', 'execution_steps_v4_rebuild'];
      await busy.raw(`lock table ${tables.join(', ')} in share update exclusive mode`); // as autovacuum has it
      const again = build.finish();
      for (const table of tables) await until(() => isWaitedFor(table));
      await knex('projection_builds').update({ moved_at: knex.raw(`now() - interval '1 hour'`) });
      expect(await dropLeftBuilds(knex, executionsProjection, { idleSeconds: 60 })).toBe(0);
      return { finishing: again };
    });
    await finishing;
    expect(await dropLeftBuilds(knex, executionsProjection, { idleSeconds: 60 })).toBe(0);
    await build.close();
  });

  it('is dropped after a week, unless somebody is at it', async () => {
    await live(10);
    await leaveAfter(2);
    const { knex } = core.database;
    const week = { idleSeconds: 7 * 24 * 3600 };
    expect(await dropLeftBuilds(knex, executionsProjection, week)).toBe(0);
    await knex('projection_builds').update({ moved_at: knex.raw(`now() - interval '8 days'`) });
    await knex.transaction(async (busy) => {
      await busy('projection_builds').forUpdate().select();
      expect(await dropLeftBuilds(knex, executionsProjection, week)).toBe(0);
    });
    expect(await dropLeftBuilds(knex, executionsProjection, week)).toBe(1);
    expect(await hasTable('executions_v4_rebuild')).toBe(false);
  });
});
