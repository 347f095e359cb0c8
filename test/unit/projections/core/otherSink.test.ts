import { afterEach, beforeEach, expect, it } from 'vitest';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { rebuild } from '../../../../src/projections/core/rebuild.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
import { createIndex, createIndexSink, endedRuns } from '../../../support/indexSink.js';
import { inPages } from '../../../support/logInPages.js';
import { passed } from '../../../support/readModels.js';
import { until } from '../../../support/until.js';

let core: Core;
let projector: Projector;
beforeEach(async () => void (core = await openCore()));
afterEach(async () => {
  await projector.stop();
  await core.close();
});

const caughtUp = async () =>
  passed(core.database.knex, [{ ...endedRuns, tables: [] }], (await core.eventStore.head()) ?? expect.unreachable());

it('a sink outside of the database takes each event, again where it is delivered again, and catches up after it was away', async () => {
  const { index, put } = createIndex();
  const sink = createIndexSink(core, { index, put });
  projector = startProjector({ ...core, projections: [], sinks: [sink] });
  for (let n = 0; n < 3; n++) await recordRun(core.handler, `P${n}`);
  await caughtUp();
  const before = new Map(index.documents);
  expect(before.size).toBe(3);

  await projector.stop();
  await core.database.knex('projection_checkpoints').where({ name: endedRuns.name }).update({ position: null });
  projector = startProjector({ ...core, projections: [], sinks: [sink] });
  await caughtUp();
  expect(index.documents).toEqual(before);
  expect(index.refused).toBe(3);

  index.away = true;
  await recordRun(core.handler, 'LATER');
  await until(() => projector.status().find(({ name, state }) => name === endedRuns.name && state === 'retrying'));
  index.away = false;
  await caughtUp();
  expect(index.documents.size).toBe(4);
  await until(() => projector.status().every(({ state }) => state === 'live') || undefined);
});

it('a sink outside of the database is made anew beside what is read, gone on with, and put in its place like tables are', async () => {
  const made = createIndex();
  const { index } = made;
  const sink = createIndexSink(core, made);
  projector = startProjector({ ...core, projections: [], sinks: [sink] });
  for (let n = 0; n < 4; n++) await recordRun(core.handler, `P${n}`);
  await caughtUp();
  const { documents: live } = index;
  const whole = new Map(live);
  live.delete([...live.keys()][0] ?? expect.unreachable()); // lost, so that only a rebuild brings it back

  const leaving = new AbortController();
  const { eventStore } = inPages(core, { size: 1, most: 2 });
  const onProgress = ({ taken }: { taken: number }): void => void (taken === 2 && leaving.abort());
  await expect(rebuild({ ...core, eventStore }, sink, { abort: leaving.signal, onProgress })).rejects.toThrow(
    /given up/,
  );
  expect(index.documents).toBe(live);

  expect(await rebuild(core, sink)).toMatchObject({ events: 4, taken: 2 });
  expect(index.documents).toEqual(whole);
  await recordRun(core.handler, 'LATER');
  await caughtUp();
  expect(index.documents.size).toBe(5);
});
