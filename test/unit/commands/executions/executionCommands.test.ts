import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import {
  createExecutionCommands,
  type ExecutionCommands,
} from '../../../../src/commands/executions/executionCommands.js';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import {
  EngineUnavailable,
  NotNow,
  type DocumentJob,
  type EngineOutcome,
} from '../../../../src/engines/documents/documentEngine.js';
import { BlobNotFound } from '../../../../src/platform/blobs/blobStore.js';
import { sealedBlobKeys } from '../../../../src/platform/eventStore/eventCodec.js';
import type { RecordedEvent } from '../../../../src/platform/eventStore/eventStore.js';
import type { ExecutionQueries } from '../../../../src/projections/executions/executionsProjection.js';
import type { ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import type { Core } from '../../../support/core.js';
import { completed, openExecutionRuns, runOf, type ExecutionRuns } from '../../../support/executionRuns.js';
import { anyone, resultFor, startOf } from '../../../support/executions.js';
import { SHOWN, shownInVain } from '../../../support/shownInVain.js';
import { until } from '../../../support/until.js';

let runs: ExecutionRuns;
let core: Core;
let commands: ExecutionCommands;
let queries: ExecutionQueries;
let reads: ReadYourWrites;
/** What the engine does with a job; each test says. */
let work: (job: DocumentJob) => Promise<EngineOutcome>;
let jobs: DocumentJob[];

beforeAll(async () => {
  runs = await openExecutionRuns((job) => (jobs.push(job), work(job)));
  ({ core, queries, reads } = runs);
  commands = createExecutionCommands(runs.deps);
  await defineTypes();
});
afterAll(() => runs.close());
beforeEach(() => {
  jobs = [];
  work = () => Promise.resolve(completed(resultFor('ERIKSSON')));
});

async function defineTypes(): Promise<void> {
  const types = createDocumentTypeCommands(core);
  const global = { tenant_id: '', display_name: 'Type', output_schema: { surname: 'string' } };
  const define = (context_id: string, more: object = {}) => types.define(anyone, { ...global, context_id, ...more });
  await define('passport', { display_name: 'Passport', validation_rules: { surname: { mask: true } } });
  await define('visa');
  await define('retired', { enabled: false });
  await define('travel_pack', { display_name: 'Travel pack', pipeline_steps: ['type:passport', 'type:visa'] });
  await define('gone');
  await define('broken_pack', { pipeline_steps: ['type:passport', 'type:gone'] });
  await types.remove(anyone, { tenant_id: '', context_id: 'gone' });
  await define('old_pack', { pipeline_steps: ['type:retired'] });
  await reads.wait(await define('pack_of_packs', { pipeline_steps: ['type:travel_pack'] }));
}

const unreadable: EngineOutcome = { status: 'failed', steps: [], result: null, error: 'The PDF is encrypted' };
async function streamOf(id: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of core.eventStore.readStream(executionStream(id))) events.push(event);
  return events;
}

describe('running a document through a pipeline', () => {
  it('answers what was read, and the same can be read back', async () => {
    const ran = await commands.runPipeline(anyone, runOf('passport'));
    expect(ran.value).toMatchObject({
      ...{ status: 'completed', context_id: 'passport', context_display_name: 'Passport', tenant_id: 'acme' },
      ...{ result: resultFor('ERIKSSON'), masked_fields: ['surname'], input_filename: 'anna.png', erased: false },
      steps: [{ tool: 'extract', status: 'success', error: null }],
    });
    await reads.wait(ran);
    expect(await queries.find(ran.value.execution_id)).toEqual({ ...ran.value, mode: 'live', revision: 2 });
  });

  it('is begun once under a given id, and one that has ended is answered as it ended', async () => {
    const execution_id = randomUUID();
    const first = await commands.runPipeline(anyone, { ...runOf('passport'), execution_id });
    const again = await commands.runPipeline(anyone, { ...runOf('passport'), execution_id });
    expect(again.value).toEqual(first.value);
    expect([first.value.execution_id, jobs.length, again.event_types]).toEqual([execution_id, 1, []]);
  });

  it('that met no engine is begun anew by whoever asks again', async () => {
    const again = { ...runOf('passport'), execution_id: randomUUID() };
    work = () => Promise.reject(new EngineUnavailable('gone'));
    await expect(commands.runPipeline(anyone, again)).rejects.toThrow(EngineUnavailable);
    work = () => Promise.resolve(completed(resultFor('ERIKSSON')));
    expect((await commands.runPipeline(anyone, again)).value.status).toBe('completed');
  });

  it('that met no engine says what a model was shown all the same', async () => {
    const execution_id = randomUUID();
    work = () => Promise.resolve(shownInVain());
    await expect(commands.runPipeline(anyone, { ...runOf('passport'), execution_id })).rejects.toThrow(NotNow);
    const [, step, failed] = await streamOf(execution_id);
    expect(step).toMatchObject({ type: 'StepFinished', data: { tool: 'model', model_asked: SHOWN } });
    expect(failed).toMatchObject({ type: 'ExecutionFailed', data: { reason: 'engine_unavailable' } });
    expect(jobs[0]).not.toHaveProperty('waited_ms'); // somebody waits
  });

  it('that met no engine for a part of it says what a model was shown for any, and has nothing of what was read', async () => {
    const execution_id = randomUUID();
    const [, model] = shownInVain().steps;
    work = ({ documentType: { context_id } }) =>
      Promise.resolve(
        context_id === 'visa'
          ? shownInVain()
          : { status: 'completed', steps: [{ ...model!, status: 'success' }], result: resultFor('ERIKSSON') },
      );
    await expect(commands.runPipeline(anyone, { ...runOf('travel_pack'), execution_id })).rejects.toThrow(NotNow);
    const steps = (await streamOf(execution_id)).filter(({ type }) => type === 'StepFinished');
    expect(steps).toMatchObject([
      { data: { tool: 'type:passport', order: 0, status: 'failed', model_asked: SHOWN } },
      { data: { tool: 'type:visa', order: 1, status: 'failed', model_asked: SHOWN } },
    ]);
    const { state } = await core.handler.load(executionStream(execution_id), execution);
    expect(JSON.stringify(state)).not.toContain('ERIKSSON');
    expect(state).toMatchObject({
      execution: {
        steps: [
          { error: 'It was read, but is not kept, as another type of the composite could not be' },
          { error: 'No document engine was available; send it again' },
        ],
      },
    });
  });

  it('that was cut off is done by whoever begins again under its id', async () => {
    const execution_id = randomUUID();
    const command = startOf(execution_id);
    await core.handler.handle({ stream: executionStream(execution_id), decider: execution, command, context: anyone });
    const { value } = await commands.runPipeline(anyone, { ...runOf('passport'), execution_id });
    expect([value.execution_id, value.status]).toEqual([execution_id, 'completed']);
    const types = (await streamOf(execution_id)).map(({ type }) => type);
    expect(types).toEqual(['PipelineRunStarted', 'StepFinished', 'ExecutionCompleted']);
  });

  it('stores the document encrypted and hands the engine what was sent', async () => {
    const { value } = await commands.runPipeline(anyone, runOf('passport', Buffer.from('the very bytes')));
    expect(value.input).toMatchObject({ size: 14, key: `executions/${value.execution_id}/input` });
    expect((await core.blobs.read(value.input.key)).toString()).toBe('the very bytes');
    expect(Buffer.from(jobs[0]?.bytes ?? []).toString()).toBe('the very bytes');
    expect(jobs[0]).toMatchObject({
      filename: 'anna.png',
      extra: { country: 'UTO' },
      documentType: { context_id: 'passport' },
    });
  });

  it('lets classification choose from the enabled types that are no composites', async () => {
    await commands.runPipeline(anyone, runOf('passport'));
    expect(jobs[0]?.candidates.map(({ context_id }) => context_id).sort()).toEqual(['passport', 'visa']);
  });

  it('puts nothing of the document into the event store in the clear', async () => {
    const { value } = await commands.runPipeline(anyone, {
      ...runOf('passport'),
      webhook_url: 'https://example.com/?token=TopSecretToken',
    });
    expect(JSON.stringify(await streamOf(value.execution_id), bigints)).not.toMatch(
      /ERIKSSON|anna\.png|TopSecretToken/,
    );
  });

  it('records a document that cannot be read as a failed execution', async () => {
    work = () => Promise.resolve(unreadable);
    const { value } = await commands.runPipeline(anyone, runOf('passport'));
    expect(value).toMatchObject({ status: 'failed', error: 'The PDF is encrypted', result: null });
  });

  it('records a failure and says so when no engine can be had', async () => {
    work = () => Promise.reject(new EngineUnavailable('no process'));
    await expect(commands.runPipeline(anyone, runOf('passport'))).rejects.toThrow(EngineUnavailable);
    const failed = await runs.last();
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringMatching(/send it again/) as string });
  });

  it('records a failure without details when the engine breaks', async () => {
    work = () => Promise.reject(new TypeError('cannot read ERIKSSON of undefined'));
    const { value } = await commands.runPipeline(anyone, runOf('passport'));
    expect(value).toMatchObject({ status: 'failed', error: expect.stringMatching(/on our side/) as string });
    expect(JSON.stringify(value)).not.toContain('ERIKSSON');
  });

  it('records a failure when what came out cannot be recorded', async () => {
    work = () => Promise.resolve(completed({ ...resultFor('X'), confidences: { surname: Number.NaN } }));
    const { value } = await commands.runPipeline(anyone, runOf('passport'));
    expect(value).toMatchObject({ status: 'failed', error: expect.stringMatching(/on our side/) as string });
  });

  it('takes a result far larger than an event may be', async () => {
    const large = resultFor(randomBytes(800_000).toString('base64'));
    work = () => Promise.resolve(completed(large));
    const ran = await commands.runPipeline(anyone, runOf('passport'));
    const found = await until(async () => {
      const one = await queries.find(ran.value.execution_id);
      return one?.status === 'running' ? undefined : one;
    });
    expect(found.result).toEqual(large);
    expect(sealedBlobKeys(await streamOf(ran.value.execution_id)).length).toBeGreaterThan(0);
  });

  it.each([
    ['is unknown', 'nothing', 'not_found', /nothing/],
    ['is disabled', 'retired', 'rule_broken', /retired is disabled/],
    ['uses a type that is gone', 'broken_pack', 'rule_broken', /broken_pack uses gone, which does not exist/],
    ['uses a disabled type', 'old_pack', 'rule_broken', /old_pack uses retired, which is disabled/],
    ['uses a composite', 'pack_of_packs', 'rule_broken', /travel_pack, which is itself/],
  ])('is refused for a type that %s, and stores nothing', async (_why, context_id, reason, message) => {
    const before = await core.eventStore.head();
    await expect(commands.runPipeline(anyone, runOf(context_id))).rejects.toMatchObject({
      ...{ name: 'DomainError', reason, message: expect.stringMatching(message) as string },
    });
    expect(await core.eventStore.head()).toBe(before);
    expect(jobs).toEqual([]);
  });
});

describe('running a composite type', () => {
  it('runs its members at the same time and gives each result under its name', async () => {
    let arrive = (): void => undefined;
    const bothArrived = new Promise<void>((resolve) => (arrive = resolve));
    work = async (job) => {
      if (jobs.length === 2) arrive();
      await bothArrived; // would never come if one waited for the other
      return completed({ ...resultFor('ERIKSSON'), document_type: job.documentType.context_id });
    };
    const { value } = await commands.runPipeline(anyone, runOf('travel_pack'));
    expect(value).toMatchObject({
      status: 'completed',
      masked_fields: ['surname'],
      result: { passport: { document_type: 'passport' }, visa: { document_type: 'visa' } },
      steps: [
        { tool: 'type:passport', order: 0, status: 'success', output: { document_type: 'passport' } },
        { tool: 'type:visa', order: 1, status: 'success', output: { document_type: 'visa' } },
      ],
    });
  });

  it('keeps what could be read when a member fails', async () => {
    work = (job) => Promise.resolve(job.documentType.context_id === 'visa' ? unreadable : completed(resultFor('X')));
    const { value } = await commands.runPipeline(anyone, runOf('travel_pack'));
    expect(value).toMatchObject({ status: 'completed', result: { passport: resultFor('X') } });
    expect(value.steps).toMatchObject([{ status: 'success' }, { status: 'failed', error: 'The PDF is encrypted' }]);
  });

  it('fails when no member could be read', async () => {
    work = () => Promise.resolve(unreadable);
    const { value } = await commands.runPipeline(anyone, runOf('travel_pack'));
    expect(value).toMatchObject({ status: 'failed', error: 'The PDF is encrypted', result: null });
  });
});

describe('erasing an execution', () => {
  it('removes the document and all that was read, large values too, and can be repeated', async () => {
    work = () => Promise.resolve(completed(resultFor(randomBytes(800_000).toString('base64'))));
    const { value } = await commands.runPipeline(anyone, runOf('passport'));
    const blobs = [value.input.key, ...sealedBlobKeys(await streamOf(value.execution_id))];
    expect(blobs.length).toBeGreaterThan(1);
    const { value: erasure } = await commands.erase(anyone, value.execution_id, 'other');
    expect((await commands.erase(anyone, value.execution_id)).value).toEqual(erasure);
    expect(erasure).toMatchObject({
      subject: `execution-${value.execution_id}`,
      erased: { blobs: blobs.length, rows: 2 },
    });
    expect((await streamOf(value.execution_id)).at(-1)?.data).toMatchObject({ reason: 'other' });
    await until(async () => (await queries.find(value.execution_id))?.erased || undefined);
    for (const key of blobs) await expect(core.blobs.read(key)).rejects.toThrow(BlobNotFound);
    expect(await queries.find(value.execution_id)).toMatchObject({
      ...{ erased: true, result: null, input_filename: null, status: 'completed' },
      steps: [{ tool: 'extract', output: null }],
    });
  });

  it('is refused for an unknown one', async () => {
    await expect(commands.erase(anyone, '00000000-0000-4000-8000-00000000dead')).rejects.toMatchObject({
      reason: 'not_found',
    });
  });
});

const bigints = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
