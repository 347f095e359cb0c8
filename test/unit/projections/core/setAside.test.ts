import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import { SealedValueLost } from '../../../../src/platform/eventStore/eventCodec.js';
import type { SubscribeOptions } from '../../../../src/platform/eventStore/eventStore.js';
import { projectionSetAside } from '../../../../src/platform/metrics.js';
import { assertProjectionsRun } from '../../../../src/projections/core/checkpoints.js';
import { assertGoesOn, startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { rebuild } from '../../../../src/projections/core/rebuild.js';
import { createTableSink } from '../../../../src/projections/core/tableSink.js';
import type { Sink } from '../../../../src/projections/core/sink.js';
import { rebuildProjection, shareThreadsHere } from '../../../support/rebuildProjection.js';
import { countSetAside, readSetAside } from '../../../../src/projections/core/setAside.js';
import {
  createExecutionQueries,
  executionsProjection,
} from '../../../../src/projections/executions/executionsProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { eraseRun } from '../../../support/erasedRun.js';
import { anyone, finishOf, recordRun, startOf } from '../../../support/executions.js';
import { inPages } from '../../../support/logInPages.js';
import { passed, rowsOf } from '../../../support/readModels.js';

let core: Core;
let projector: Projector;
beforeEach(async () => void (core = await openCore()));
afterEach(async () => {
  await projector.stop();
  await core.close();
});

const target = { name: 'executions', version: executionsProjection.version, building: false };
const keyOf = (stream: string) => core.database.knex('subject_keys').where({ subject: stream });
const caughtUp = async () =>
  passed(core.database.knex, [executionsProjection], (await core.eventStore.head()) ?? expect.unreachable());
const project = async () => {
  projector = startProjector({ ...core, projections: [executionsProjection] });
  await projector.caughtUp();
  await caughtUp();
};
const begin = async (id: string) => {
  const stream = executionStream(id);
  await core.handler.handle({ stream, decider: execution, command: startOf(id), context: anyone });
};
const rowOf = async (id: string) =>
  (await rowsOf(core.database.knex, executionsProjection)).find((row) => (row as { row_key: string }).row_key === id);
const erase = (id: string) => eraseRun(core, id);

/** A run whose key was lost behind the back of the service, and one that is whole; both are in the log. */
async function loseKey() {
  const lost = await recordRun(core.handler, 'LOST');
  const key = await keyOf(executionStream(lost)).first<object>();
  await keyOf(executionStream(lost)).delete();
  const whole = await recordRun(core.handler, 'WHOLE');
  return { lost, whole, key };
}

/** The codec to which results, and no steps, of runs are lost as long as that is so. */
const losingResults = (isLost: () => boolean): Core['codec'] => ({
  ...core.codec,
  openBatch: async (recorded, options) =>
    (await core.codec.openBatch(recorded, options)).map((one) =>
      one.recorded.type === 'ExecutionCompleted' && isLost()
        ? { ...one, lost: new SealedValueLost(one.recorded, 'its file is gone') }
        : one,
    ),
});

describe('a run of which a sealed value is lost', () => {
  it('is set aside where everyone can see it, and nothing else stops', async () => {
    const { lost, whole } = await loseKey();
    await project();
    const queries = createExecutionQueries(core.readModels);
    expect((await queries.find(whole))?.status).toBe('completed');
    expect(() => assertGoesOn(projector.status())).not.toThrow();
    await assertProjectionsRun(core.database.knex, [executionsProjection]);
    const [aside] = await readSetAside(core.database.knex, target);
    expect(aside?.stream).toBe(executionStream(lost));
    expect(aside?.reason).toMatch(/cannot be read: the key of execution-.* is not here/);
    expect(await countSetAside(core.database.knex, [executionsProjection])).toEqual(new Map([['executions', 1]]));
    expect(
      (await projectionSetAside.get()).values.find(({ labels }) => labels.projection === 'executions')?.value,
    ).toBe(1);
    await expect(queries.find(lost)).rejects.toBeInstanceOf(SealedValueLost);
  });

  it('is left as it was before, and shown again once what was lost is back', async () => {
    const id = randomUUID();
    await begin(id);
    await project();
    const before = await rowOf(id);
    const stream = executionStream(id);
    const known = await core.handler.load(stream, execution);
    const key = await keyOf(stream).first<object>();
    await projector.stop();
    await core.handler.handle({ stream, decider: execution, command: finishOf('LATER'), context: anyone, known });
    await keyOf(stream).delete();
    await project();
    expect(await rowOf(id)).toEqual(before);
    expect(await readSetAside(core.database.knex, target)).toMatchObject([{ stream, revision: 1n }]);

    await projector.stop();
    await core.database.knex('subject_keys').insert(key);
    await project();
    expect(await rowOf(id)).toMatchObject({ status: 'completed' });
    expect(await readSetAside(core.database.knex, target)).toEqual([]);
  });

  it('can be erased, and is then shown as erased', async () => {
    const { lost } = await loseKey();
    await project();
    await erase(lost);
    await caughtUp();
    const found = await createExecutionQueries(core.readModels).find(lost);
    expect(found).toMatchObject({ erased: true, result: null });
    expect(await readSetAside(core.database.knex, target)).toEqual([]);
    const live = await rowsOf(core.database.knex, executionsProjection);
    await rebuildProjection(core, executionsProjection);
    expect(await rowsOf(core.database.knex, executionsProjection)).toEqual(live);
  });

  it('is erased also in what a rebuild makes that had set it aside before', async () => {
    const lost = await recordRun(core.handler, 'LOST');
    await recordRun(core.handler, 'WHOLE');
    await project();
    let erased = false;
    // It is erased between the first batch and the next.
    const codec = losingResults(() => !erased);
    async function* subscribe(options: SubscribeOptions) {
      for await (const batch of core.eventStore.subscribe({ ...options, batchSize: 4 })) {
        yield batch;
        if (erased) continue;
        erased = true;
        await erase(lost);
        await caughtUp();
      }
    }
    const eventStore = { ...core.eventStore, subscribe };
    await rebuildProjection({ ...core, codec, eventStore }, executionsProjection);
    expect(await rowOf(lost)).toMatchObject({ erased: true, input_filename: null });
    expect(await readSetAside(core.database.knex, target)).toEqual([]);
  });

  it('is erased also in what shares of a rebuild had set aside before they were joined', async () => {
    const lost = await recordRun(core.handler, 'LOST');
    await recordRun(core.handler, 'WHOLE');
    await project();
    let erased = false;
    const { eventStore } = inPages(core, { size: 1 });
    const parts = { ...core, eventStore, codec: losingResults(() => !erased) };
    const sink = createTableSink(parts, executionsProjection);
    const openBuild: Sink['openBuild'] = async (fence) => {
      const build = await sink.openBuild(fence);
      const shares = build.shares ?? expect.unreachable();
      const join = async () => {
        expect(await readSetAside(core.database.knex, { ...target, building: true })).toHaveLength(2);
        erased = true;
        await erase(lost);
        await caughtUp();
        return shares.join();
      };
      return { ...build, shares: { ...shares, join } };
    };
    await rebuild({ ...parts, threads: shareThreadsHere(parts, executionsProjection) }, { ...sink, openBuild });
    expect(await rowOf(lost)).toMatchObject({ erased: true, input_filename: null });
    const left = await readSetAside(core.database.knex, target);
    expect(left).toHaveLength(1);
    expect(left[0]?.stream).not.toBe(executionStream(lost));
  });

  it('is all that a rebuild leaves out', async () => {
    const { lost, whole } = await loseKey();
    await project();
    await rebuildProjection(core, executionsProjection);
    const rows = await rowsOf(core.database.knex, executionsProjection);
    expect(rows).toContainEqual(expect.objectContaining({ row_key: whole, status: 'completed' }));
    expect(await rowOf(lost)).toBeUndefined();
    expect(await readSetAside(core.database.knex, target)).toHaveLength(1);
  });
});
