import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executionStream } from '../../../../src/domain/executions/execution.js';
import { SealedValueLost } from '../../../../src/platform/eventStore/eventCodec.js';
import type { RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { readSetAside } from '../../../../src/projections/core/setAside.js';
import type { SinkEvent } from '../../../../src/projections/core/sink.js';
import { createTableSink } from '../../../../src/projections/core/tableSink.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';
import { rowsOf } from '../../../support/readModels.js';
import { until } from '../../../support/until.js';

let core: Core;
beforeEach(async () => void (core = await openCore()));
afterEach(() => core.close());

const target = { name: 'executions', version: 1, building: false };

/** A codec to which a sealed value of each event at revision 1 is lost, as where its file is gone. */
const losing = (): Pick<Core['codec'], 'openBatch'> => ({
  openBatch: async (recorded, options) =>
    (await core.codec.openBatch(recorded, options)).map((one) =>
      one.recorded.revision === 1n ? { ...one, lost: new SealedValueLost(one.recorded, 'its file is gone') } : one,
    ),
});

/** What a projection is handed of a stream. */
async function eventsOf(stream: string, codec: Pick<Core['codec'], 'openBatch'>): Promise<SinkEvent[]> {
  const recorded: RecordedEvent[] = [];
  for await (const event of core.eventStore.readStream(stream))
    if (executionsProjection.eventTypes.includes(event.type)) recorded.push(event);
  return (await codec.openBatch(recorded)).map((one) => ('error' in one ? expect.unreachable() : one));
}

/** Resolves when so many connections to the database wait for a lock. */
const waiting = (count: number) =>
  until(async () => {
    const { rows } = await core.database.knex.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length >= count || undefined;
  });

describe('two processes that write to the same tables', () => {
  it('agree on what is set aside, also where one waited for the other while it did so', async () => {
    const stream = executionStream(await recordRun(core.handler, 'LOST'));
    const codec = losing();
    const events = await eventsOf(stream, codec);
    const last = (some: readonly SinkEvent[]) => some.at(-1)?.event.position ?? expect.unreachable();
    const sink = () => createTableSink({ ...core, codec }, executionsProjection);
    const holding = await core.database.knex.transaction();
    await holding('projection_checkpoints').where({ name: 'executions' }).forUpdate().select();
    const first = sink().take({ events: events.slice(0, 2), from: undefined, to: last(events.slice(0, 2)) });
    await waiting(1);
    const second = sink().take({ events, from: undefined, to: last(events) });
    await waiting(2);
    await holding.rollback();
    await Promise.all([first, second]);
    expect(await rowsOf(core.database.knex, executionsProjection)).toMatchObject([{ status: 'running' }]);
    expect(await readSetAside(core.database.knex, target)).toMatchObject([{ stream, revision: 1n }]);
  });
});
