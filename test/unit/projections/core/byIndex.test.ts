import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyEvents } from '../../../../src/projections/core/applyEvents.js';
import { moveBuild } from '../../../../src/projections/core/builds.js';
import { lockAndMove } from '../../../../src/projections/core/checkpoints.js';
import { copyRows } from '../../../../src/projections/core/copyRows.js';
import type { StoredEvent } from '../../../../src/projections/core/projection.js';
import { createTableSink } from '../../../../src/projections/core/tableSink.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { recordRun } from '../../../support/executions.js';

/** From the sixth time on Postgres may keep a plan for all values. */
const TIMES = 10;

let core: Core;
beforeEach(async () => void (core = await openCore()));
afterEach(() => core.close());

const [table] = executionsProjection.tables;

/** Events of as many runs, in the clear. */
async function someEvents(): Promise<StoredEvent[]> {
  for (let n = 0; n < TIMES; n++) await recordRun(core.handler, `R${n}`);
  for await (const { events } of core.eventStore.subscribe({ typePrefixes: ['PipelineRunStarted'] })) {
    return (await core.codec.openBatch(events)).flatMap((one) => ('event' in one ? [one.event] : []));
  }
  expect.unreachable();
}

/** How often a table was read from its beginning to its end in this transaction. */
async function wholeReads(transaction: Knex, name: string): Promise<number> {
  const { rows } = await transaction.raw<{ rows: { count: string }[] }>(
    'select seq_scan as count from pg_stat_xact_user_tables where relname = ?',
    [name],
  );
  return Number(rows[0]?.count);
}

describe('rows are found by an index, though their table was empty when they were asked for first', () => {
  it('in what is read', async () => {
    const events = await someEvents();
    expect(events).toHaveLength(TIMES);
    const to = (await core.eventStore.head()) ?? expect.unreachable();
    await core.database.knex.transaction(async (transaction) => {
      await lockAndMove(transaction, executionsProjection, { from: undefined, to });
      for (let n = 0; n < TIMES; n++) await applyEvents(transaction, table!, () => 'executions_v4', events);
      expect(await wholeReads(transaction, 'executions_v4')).toBe(0);
    });
  });

  it('in what is built', async () => {
    const events = await someEvents();
    expect(events).toHaveLength(TIMES);
    await (await createTableSink(core, executionsProjection).openBuild(1n)).close();
    const to = (await core.eventStore.head()) ?? expect.unreachable();
    await core.database.knex.transaction(async (transaction) => {
      await moveBuild(transaction, executionsProjection, { fence: 1n, from: undefined, to, events: events.length });
      for (let n = 0; n < TIMES; n++)
        await applyEvents(transaction, table!, () => 'executions_v4_rebuild', events, { write: copyRows });
      expect(await wholeReads(transaction, 'executions_v4_rebuild')).toBe(0);
    });
  });
});
