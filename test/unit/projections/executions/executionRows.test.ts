import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepResult } from '../../../../src/domain/documents/pipeline.js';
import { execution, executionStream, type ExecutionCommand } from '../../../../src/domain/executions/execution.js';
import type { RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import type { StoredEvent } from '../../../../src/projections/core/projection.js';
import { createReadModels } from '../../../../src/projections/core/readModels.js';
import {
  createExecutionQueries,
  executionsProjection,
} from '../../../../src/projections/executions/executionsProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { finishOf, startOf } from '../../../support/executions.js';
import { bytesOf, createStory, projectInto } from '../../../support/rowCosts.js';

/** As many documents as an archive may hold, each of which is a step of its run. */
const MANY = 200;

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

/** An execution, and the events of what is asked of it as a projection takes them. */
function createRun(execution_id: string) {
  const story = createStory(executionStream(execution_id));
  let state = execution.initial;
  return (command: ExecutionCommand): StoredEvent[] => {
    const events = execution.decide(command, state);
    state = events.reduce(execution.evolve, state);
    return events.map(story);
  };
}

const project = (event: StoredEvent) => projectInto(core.database.knex, executionsProjection, event);

const stepOf = (order: number): Extract<ExecutionCommand, { type: 'record_step' }> => {
  const output = { extracted: { surname: 'LINDQVIST'.repeat(20) } };
  return { type: 'record_step', step: { tool: 'document', order, status: 'success', output, duration_ms: 5.25 } };
};
const erase: ExecutionCommand = { type: 'erase', doc_ids: [], reason: null, at: '2026-03-02T09:00:00.000Z' };

describe('what a step of an execution costs', () => {
  it('is the same for the 200th as for the second', async () => {
    const run = createRun('many');
    for (const event of run(startOf('many'))) await project(event);
    const bytes: number[] = [];
    for (let order = 0; order < MANY; order += 1) {
      const events = run(stepOf(order));
      bytes.push(
        await bytesOf(core.database.knex, 'execution', async () => {
          for (const event of events) await project(event);
        }),
      );
    }
    expect(bytes[1]).toBeGreaterThan(500);
    expect(bytes[MANY - 1]).toBeLessThan((bytes[1] ?? 0) * 1.05);
    const [listed] = await createExecutionQueries(core.readModels).list({ limit: 1 });
    expect(listed?.steps.map(({ order }) => order)).toEqual(Array.from({ length: MANY }, (_, order) => order));
  });
});

describe('an execution', () => {
  it('is with its steps the same from its tables as from its stream, after every event, its erasure too', async () => {
    const run = createRun('same');
    const finish = finishOf('SAME');
    const steps: StepResult[] = [
      ...finish.steps,
      { tool: 'mrz', order: 5, status: 'failed', output: {}, error: 'None found', duration_ms: 0.5 },
    ];
    const history = [startOf('same'), stepOf(0), { ...finish, steps }, erase].flatMap(run);
    const seen: number[] = [];
    for (let length = 1; length <= history.length; length += 1) {
      let folded = 0;
      const readModels = createReadModels({
        database: core.database,
        eventStore: {
          lastRevision: () => Promise.resolve(BigInt(length - 1)),
          async *readStream() {
            folded += 1;
            yield* await Promise.resolve(history.slice(0, length) as RecordedEvent[]);
          },
        },
        codec: { decodeBatch: (recorded) => Promise.resolve(recorded as RecordedEvent[] as StoredEvent[]) },
      });
      const queries = createExecutionQueries(readModels);
      const fromStream = await queries.find('same');
      await project(history[length - 1] ?? expect.unreachable());
      const fromTables = await queries.find('same');
      expect(folded).toBe(1); // the rows were enough
      expect(JSON.stringify(fromTables)).toBe(JSON.stringify(fromStream));
      const [listed] = (await queries.list({ limit: 5 })).filter(({ execution_id }) => execution_id === 'same');
      expect(listed).toMatchObject({ steps: fromTables?.steps, status: fromTables?.status });
      seen.push(fromTables?.steps.filter(({ output }) => output !== null).length ?? -1);
    }
    expect(seen).toEqual([0, 1, 2, 3, 3, 0]);
  });
});
