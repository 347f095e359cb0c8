import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimBuild, endBuild, forgetBuild, moveBuild } from '../../../../src/projections/core/builds.js';
import { lockCheckpoint, moveCheckpoint, readCheckpoint } from '../../../../src/projections/core/checkpoints.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { rebuild } from '../../../../src/projections/core/rebuild.js';
import { MovesLost, type Sink } from '../../../../src/projections/core/sink.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
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

const of = { name: 'ended_runs', version: 1 };

/** A store outside of the database, which takes a document only with a version above the one that it has. */
function createIndex() {
  const index = { documents: new Map<string, bigint>(), refused: 0, away: false };
  const put = (documents: Documents, key: string, version: bigint): void => {
    if (index.away) throw new Error('The index is away');
    if ((documents.get(key) ?? -1n) >= version) index.refused++;
    else documents.set(key, version);
  };
  return { index, put };
}

type Documents = Map<string, bigint>;
type Index = ReturnType<typeof createIndex>;

function createSink({ database: { knex } }: Core, { index, put }: Index): Sink {
  let beside: Documents = new Map();
  return {
    ...of,
    eventTypes: ['ExecutionCompleted'],
    async prepare() {
      await knex('projection_checkpoints')
        .insert({ ...of, tables: [] })
        .onConflict(['name', 'version'])
        .ignore();
    },
    async take({ events, from, to }) {
      if (((await readCheckpoint(knex, of)).position ?? -1n) < (from ?? -1n)) throw new MovesLost(of);
      const { documents } = index;
      for (const { event } of events) put(documents, event.stream, event.position);
      await knex.transaction(async (transaction) => {
        const { position = -1n } = await lockCheckpoint(transaction, of);
        if (index.documents !== documents) throw new MovesLost(of);
        if (to > position) await moveCheckpoint(transaction, of, to);
      });
    },
    async openBuild(fence) {
      const claim = { fence, shape: 'documents' };
      const begun = await knex.transaction((transaction) => claimBuild(transaction, of, claim));
      if (!begun) beside = new Map();
      let position = begun?.position;
      return {
        reached: begun ?? { position: undefined, events: 0 },
        async take({ events, from, to }) {
          for (const { event } of events) put(beside, event.stream, event.position);
          await knex.transaction((transaction) =>
            moveBuild(transaction, of, { fence, from, to, events: events.length }),
          );
          position = to;
        },
        finish: () => Promise.resolve(),
        swap: (catchUp) =>
          knex.transaction(async (transaction) => {
            await catchUp((await lockCheckpoint(transaction, of)).position);
            await endBuild(transaction, of, { fence, position });
            if (position !== undefined) await moveCheckpoint(transaction, of, position);
            index.documents = beside;
          }),
        close: () => Promise.resolve(),
      };
    },
    async dropBuild() {
      beside = new Map();
      return (await forgetBuild(knex, of)) !== undefined;
    },
  };
}

const caughtUp = async () =>
  passed(
    core.database.knex,
    [{ ...of, tables: [], eventTypes: [] }],
    (await core.eventStore.head()) ?? expect.unreachable(),
  );

it('a sink outside of the database takes each event, again where it is delivered again, and catches up after it was away', async () => {
  const { index, put } = createIndex();
  const sink = createSink(core, { index, put });
  projector = startProjector({ ...core, projections: [], sinks: [sink] });
  for (let n = 0; n < 3; n++) await recordRun(core.handler, `P${n}`);
  await caughtUp();
  const before = new Map(index.documents);
  expect(before.size).toBe(3);

  await projector.stop();
  await core.database.knex('projection_checkpoints').where(of).update({ position: null });
  projector = startProjector({ ...core, projections: [], sinks: [sink] });
  await caughtUp();
  expect(index.documents).toEqual(before);
  expect(index.refused).toBe(3);

  index.away = true;
  await recordRun(core.handler, 'LATER');
  await until(() => projector.status().find(({ name, state }) => name === of.name && state === 'retrying'));
  index.away = false;
  await caughtUp();
  expect(index.documents.size).toBe(4);
  await until(() => projector.status().every(({ state }) => state === 'live') || undefined);
});

it('a sink outside of the database is made anew beside what is read, gone on with, and put in its place like tables are', async () => {
  const made = createIndex();
  const { index } = made;
  const sink = createSink(core, made);
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
