import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import {
  createExecutionCommands,
  type ExecutionCommands,
} from '../../../../src/commands/executions/executionCommands.js';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import type { EngineOutcome } from '../../../../src/engines/documents/documentEngine.js';
import type { ExecutionQueries } from '../../../../src/projections/executions/executionsProjection.js';
import type { ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import type { Core } from '../../../support/core.js';
import {
  completed,
  LONGEST_RUN_MS,
  openExecutionRuns,
  runOf,
  type ExecutionRuns,
} from '../../../support/executionRuns.js';
import { anyone, resultFor, startOf } from '../../../support/executions.js';

let runs: ExecutionRuns;
let core: Core;
let queries: ExecutionQueries;
let reads: ReadYourWrites;
let commands: ExecutionCommands;
/** The same of a process that takes any run for one that has run too long. */
let hasty: ExecutionCommands;
/** The same of a process that looks for two such runs in one go. */
let twoByTwo: ExecutionCommands;
/** What the engine does with a document; each test says. */
let work: () => Promise<EngineOutcome>;

beforeAll(async () => {
  runs = await openExecutionRuns(() => work());
  ({ core, queries, reads } = runs);
  commands = createExecutionCommands(runs.deps);
  hasty = createExecutionCommands({ ...runs.deps, longestRunMs: 0 });
  twoByTwo = createExecutionCommands({
    ...runs.deps,
    executions: {
      retained: () => Promise.resolve([]),
      abandonedSince: (before, _limit, after) => queries.abandonedSince(before, 2, after),
    },
  });
  const passport = { context_id: 'passport', display_name: 'Passport', output_schema: { surname: 'string' } };
  await reads.wait(await createDocumentTypeCommands(core).define(anyone, { tenant_id: '', ...passport }));
});
afterAll(() => runs.close());

describe('sweeping up after a killed process', () => {
  const startAt = async (id: string, started_at: Date) => {
    const { run: started } = startOf(id);
    await core.handler.handle({
      ...{ stream: executionStream(id), decider: execution, context: anyone },
      command: { type: 'start', run: { ...started, started_at: started_at.toISOString() } },
    });
  };

  it('fails what has been running for longer than a run may take, and nothing else', async () => {
    const [old, young] = ['5b3e4ad0-0000-4000-8000-000000000001', '5b3e4ad0-0000-4000-8000-000000000002'] as const;
    await startAt(old, new Date(Date.now() - 2 * LONGEST_RUN_MS));
    await startAt(young, new Date());
    const head = await core.eventStore.head();
    await reads.wait({ event_types: ['PipelineRunStarted'], ...(head !== undefined && { position: head }) });
    const swept = await commands.sweepInterrupted(anyone);
    expect(swept.value).toBe(1);
    await reads.wait(swept);
    expect(await queries.find(old)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/stopped/) as string,
    });
    expect(await queries.find(young)).toMatchObject({ status: 'running' });
    expect((await commands.sweepInterrupted(anyone)).value).toBe(0);
  });

  it('comes to a run behind others that processes are at, however many these are', async () => {
    const ids = Array.from({ length: 5 }, (_, n) => `5b3e4ad0-0000-4000-8000-00000000010${n}`);
    for (const [n, id] of ids.entries()) await startAt(id, new Date(Date.now() - (10 - n) * LONGEST_RUN_MS));
    const head = await core.eventStore.head();
    await reads.wait({ event_types: ['PipelineRunStarted'], ...(head !== undefined && { position: head }) });
    const held = ids.slice(0, 4);
    const sweepHeld = held.reduce<() => Promise<unknown>>(
      (sweep, id) => () => runs.deps.exclusive.hold(`execution:${id}`, sweep),
      async () => expect((await twoByTwo.sweepInterrupted(anyone)).value).toBe(1),
    );
    await sweepHeld();
    expect(await Promise.all(ids.map(async (id) => (await queries.find(id))?.status))).toEqual([
      ...held.map(() => 'running'),
      'failed',
    ]);
    await twoByTwo.sweepInterrupted(anyone);
  });

  it('leaves a run alone that a process is at, however long it takes', async () => {
    work = async () => {
      expect(await runs.last()).toMatchObject({ status: 'running' });
      await hasty.sweepInterrupted(anyone);
      return completed(resultFor('ERIKSSON'));
    };
    expect((await commands.runPipeline(anyone, runOf('passport'))).value).toMatchObject({ status: 'completed' });
  });
});
