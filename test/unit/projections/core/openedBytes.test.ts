import { afterEach, beforeEach, expect, it } from 'vitest';
import { BATCH_BYTES } from '../../../../src/platform/eventStore/eventStore.js';
import { startProjector } from '../../../../src/projections/core/projector.js';
import { rebuildProjection } from '../../../support/rebuildProjection.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
import { passed } from '../../../support/readModels.js';

let core: Core;
beforeEach(async () => void (core = await openCore()));
afterEach(() => core.close());

/** The codec, and how many bytes of data it had opened at each time, and in the largest of all events. */
function counting() {
  const atOnce: number[] = [];
  let largest = 0;
  const openBatch: Core['codec']['openBatch'] = async (recorded, patience) => {
    const opened = await core.codec.openBatch(recorded, patience);
    const sizes = opened.map((one) => ('event' in one ? JSON.stringify(one.event.data).length : 0));
    atOnce.push(sizes.reduce((sum, size) => sum + size, 0));
    largest = Math.max(largest, ...sizes);
    return opened;
  };
  return { codec: { ...core.codec, openBatch }, atOnce, largest: () => largest };
}

it('what lies in the blob store is opened no more than a batch may hold at a time', async () => {
  for (let n = 0; n < 8; n++) await recordRun(core.handler, 'LARGE '.repeat(150_000));
  const head = (await core.eventStore.head()) ?? expect.unreachable();
  const followed = counting();
  const projector = startProjector({ ...core, codec: followed.codec, projections: [executionsProjection] });
  await passed(core.database.knex, [executionsProjection], head);
  await projector.stop();
  const rebuilt = counting();
  await rebuildProjection({ ...core, codec: rebuilt.codec }, executionsProjection);
  for (const { atOnce, largest } of [followed, rebuilt]) {
    expect(atOnce.reduce((sum, bytes) => sum + bytes, 0)).toBeGreaterThan(2 * BATCH_BYTES);
    expect(Math.max(...atOnce)).toBeLessThan(BATCH_BYTES + largest());
  }
});
