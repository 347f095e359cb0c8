import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockCheckpoint, moveCheckpoint, readCheckpoint } from '../../../../src/projections/core/checkpoints.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { MovesLost, type Sink } from '../../../../src/projections/core/sink.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
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
  const documents = new Map<string, bigint>();
  const index = { documents, puts: 0, refused: 0, away: false };
  const put = (key: string, version: bigint): void => {
    if (index.away) throw new Error('The index is away');
    index.puts++;
    if ((documents.get(key) ?? -1n) >= version) index.refused++;
    else documents.set(key, version);
  };
  return { index, put };
}

function createSink({ database: { knex } }: Core, put: (key: string, version: bigint) => void): Sink {
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
      for (const { event } of events) put(event.stream, event.position);
      await knex.transaction(async (transaction) => {
        const { position = -1n } = await lockCheckpoint(transaction, of);
        if (to > position) await moveCheckpoint(transaction, of, to);
      });
    },
  };
}

it('a sink outside of the database takes each event, again where it is delivered again, and catches up after it was away', async () => {
  const { index, put } = createIndex();
  const sink = createSink(core, put);
  const caughtUp = async () =>
    passed(
      core.database.knex,
      [{ ...of, tables: [], eventTypes: [] }],
      (await core.eventStore.head()) ?? expect.unreachable(),
    );
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
