import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import type { StepResult } from '../../../../src/domain/documents/pipeline.js';
import { BlobNotFound } from '../../../../src/platform/blobs/blobStore.js';
import { createEventCodec, SealedValueLost } from '../../../../src/platform/eventStore/eventCodec.js';
import type { RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import { startProjector } from '../../../../src/projections/core/projector.js';
import { readCheckpoint } from '../../../../src/projections/core/checkpoints.js';
import { readSetAside } from '../../../../src/projections/core/setAside.js';
import { MovesLost, type SinkEvent } from '../../../../src/projections/core/sink.js';
import { createTableSink } from '../../../../src/projections/core/tableSink.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { eventDefinitions } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, finishOf, recordRun, startOf } from '../../../support/executions.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { until } from '../../../support/until.js';

let core: Core;
beforeEach(async () => void (core = await openCore()));
afterEach(() => core.close());

const target = { name: 'executions', version: executionsProjection.version, building: false };

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

const last = (some: readonly SinkEvent[]) => some.at(-1)?.event.position ?? expect.unreachable();

/** Resolves when so many connections to the database wait for a lock. */
const waiting = (count: number) =>
  until(async () => {
    const { rows } = await core.database.knex.raw<{ rows: unknown[] }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length >= count || undefined;
  });

describe('a batch', () => {
  it('takes two statements for each table, and one for all that a checkpoint needs', async () => {
    const events = await eventsOf(executionStream(await recordRun(core.handler, 'COUNTED')), core.codec);
    const sink = createTableSink(core, executionsProjection);
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }): void => {
      if (!sql.startsWith('select pg_notify')) statements.push(sql); // of the appends before
    };
    core.database.knex.on('query', note);
    await sink.take({ events, from: undefined, to: last(events) });
    core.database.knex.off('query', note);
    expect(statements).toEqual([
      'BEGIN;',
      expect.stringContaining('update projection_checkpoints'),
      expect.stringContaining('from projection_set_aside'),
      expect.stringContaining('select * from executions_v4'),
      expect.stringContaining('insert into executions_v4'),
      expect.stringContaining('select * from execution_steps_v4'),
      expect.stringContaining('insert into execution_steps_v4'),
      'COMMIT;',
    ]);
    expect(await core.database.knex('executions_v4')).toHaveLength(1);
  });

  it('that cannot be taken leaves the checkpoint where it was', async () => {
    const events = await eventsOf(executionStream(await recordRun(core.handler, 'FAILS')), core.codec);
    const [table] = executionsProjection.tables;
    const fold = (): never => {
      throw new Error('a mistake');
    };
    const sink = createTableSink(core, { ...executionsProjection, tables: [{ ...table!, fold }] });
    await expect(sink.take({ events, from: undefined, to: last(events) })).rejects.toThrow('executions fails on');
    expect((await readCheckpoint(core.database.knex, executionsProjection)).position).toBeUndefined();
  });

  it('that was taken before, or comes behind moves that were lost, moves nothing', async () => {
    const events = await eventsOf(executionStream(await recordRun(core.handler, 'TWICE')), core.codec);
    const sink = createTableSink(core, executionsProjection);
    const to = last(events);
    await expect(sink.take({ events, from: events[0]!.event.position, to })).rejects.toThrow(MovesLost);
    await sink.take({ events, from: undefined, to });
    await core.database.knex('executions_v4').delete();
    for (const from of [undefined, to]) await sink.take({ events, from, to });
    expect((await readCheckpoint(core.database.knex, executionsProjection)).position).toBe(to);
    expect(await core.database.knex('executions_v4')).toHaveLength(0);
  });
});

describe('two processes that write to the same tables', () => {
  it('agree on what is set aside, also where one waited for the other while it did so', async () => {
    const stream = executionStream(await recordRun(core.handler, 'LOST'));
    const codec = losing();
    const events = await eventsOf(stream, codec);
    const sink = () => createTableSink({ ...core, codec }, executionsProjection);
    const holding = await core.database.knex.transaction();
    await holding('projection_checkpoints').where({ name: 'executions' }).forUpdate().select();
    const first = sink().take({ events: events.slice(0, 2), from: undefined, to: last(events.slice(0, 2)) });
    await waiting(1);
    const second = sink().take({ events, from: undefined, to: last(events) });
    await waiting(2);
    await holding.rollback();
    await Promise.all([first, second]);
    expect((await readCheckpoint(core.database.knex, executionsProjection)).position).toBe(last(events));
    expect(await rowsOf(core.database.knex, executionsProjection)).toMatchObject([{ status: 'running' }]);
    expect(await readSetAside(core.database.knex, target)).toMatchObject([{ stream, revision: 1n }]);
  });
});

describe('a blob store that does not answer', () => {
  const codecOver = (read: (key: string) => Promise<Buffer>) =>
    createEventCodec({
      ...{ definitions: eventDefinitions, subjectKeys: core.subjectKeys },
      blobs: { ...core.blobs, read },
    });
  /** Brings the projection to the end of the log, and what `meanwhile` adds to that. */
  const project = async (codec: Pick<Core['codec'], 'openBatch'>, meanwhile?: () => Promise<unknown>) => {
    const projector = startProjector({ ...core, codec, projections: [executionsProjection] });
    try {
      await caughtUp();
      await meanwhile?.();
      await caughtUp();
    } finally {
      await projector.stop();
    }
  };
  const caughtUp = async () =>
    passed(core.database.knex, [executionsProjection], (await core.eventStore.head()) ?? expect.unreachable());

  it('stops no projection of which a stream is set aside, and what is in it is shown again once it does', async () => {
    const id = randomUUID();
    const request = { stream: executionStream(id), decider: execution, context: anyone };
    const output = { extracted: { surname: 'LARGE '.repeat(150_000) } };
    const step: StepResult = { tool: 'extract', order: 0, status: 'success', output, duration_ms: 5 };
    await core.handler.handle({ ...request, command: startOf(id) });
    await core.handler.handle({ ...request, command: { type: 'record_step', step } });
    await project(codecOver((key) => Promise.reject(new BlobNotFound(key))));
    expect(await readSetAside(core.database.knex, target)).toMatchObject([{ stream: request.stream }]);

    const silent = codecOver(() => new Promise<never>(() => undefined));
    await recordRun(core.handler, 'BEFORE');
    await project(silent, async () => {
      await core.handler.handle({ ...request, command: { ...finishOf('SMALL'), steps: [] } });
      await recordRun(core.handler, 'BEHIND IT');
    });
    expect(await core.database.knex('executions_v4')).toHaveLength(3);
    expect(await readSetAside(core.database.knex, target)).toHaveLength(1);

    await project(core.codec, () =>
      until(async () => (await readSetAside(core.database.knex, target)).length === 0 || undefined),
    );
    const rows = await core.database.knex<{ status: string }>('executions_v4').select();
    expect(rows.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });
});
