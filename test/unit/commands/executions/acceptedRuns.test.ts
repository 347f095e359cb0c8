import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPipeline } from '../../../../src/commands/documents/pipelineTypes.js';
import {
  createDocumentTypeCatalog,
  type DocumentTypeCatalog,
} from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import { createAcceptedRunCommands, type AcceptedRunDeps } from '../../../../src/commands/executions/acceptedRuns.js';
import { createExecutionCommands } from '../../../../src/commands/executions/executionCommands.js';
import { createExecutionRecorder } from '../../../../src/commands/executions/executionRecorder.js';
import { executionStream } from '../../../../src/domain/executions/execution.js';
import { type DocumentJob, NotNow } from '../../../../src/engines/documents/documentEngine.js';
import { BusUnavailable } from '../../../../src/platform/bus/bus.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { createExecutionQueries } from '../../../../src/projections/executions/executionsProjection.js';
import { allProjections } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, resultFor } from '../../../support/executions.js';
import { SHOWN, shownInVain, toldIn } from '../../../support/shownInVain.js';

let core: Core;
let projector: Projector;
let documentTypes: DocumentTypeCatalog;

beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: allProjections });
  documentTypes = createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels));
  const define = (context_id: string, more: object = {}) => {
    const type = { context_id, display_name: context_id, output_schema: { surname: 'string' }, ...more };
    return createDocumentTypeCommands(core).define(anyone, { tenant_id: 'acme', ...type });
  };
  await define('passport');
  await define('visa');
  const defined = await define('travel_pack', { pipeline_steps: ['type:passport', 'type:visa'] });
  await createReadYourWrites({ ...core, projections: allProjections }).wait(defined);
});

afterAll(async () => {
  await projector.stop();
  await core.close();
});

const inputOf = (context_id: string) => ({
  ...{ tenant_id: 'acme', context_id },
  input: { bytes: Buffer.from('SPECIMEN'), filename: 'scan.pdf', mime_type: 'application/pdf' },
});

/** The commands, and of which types the engine was asked, each of which it can read. */
function createRuns(given: Partial<AcceptedRunDeps> = {}) {
  const asked: string[] = [];
  const engine: AcceptedRunDeps['engine'] = {
    process({ documentType: { context_id, pipeline_steps } }) {
      asked.push(context_id);
      // As an engine process does, whose answer nobody believes then.
      if (pipeline_steps.some((step) => step.startsWith('type:'))) return Promise.reject(new Error('It crashed'));
      return Promise.resolve({ status: 'completed', steps: [], result: resultFor(context_id) });
    },
  };
  const deps = { ...core, documentTypes, engine, recorder: createExecutionRecorder(core) };
  const executions = createExecutionQueries(core.readModels);
  const { runPipeline } = createExecutionCommands({ ...deps, executions, longestRunMs: 60_000 });
  const bus = { ping: () => Promise.resolve() };
  return { asked, ...createAcceptedRunCommands({ ...deps, bus, runPipeline, ...given }) };
}

describe('an accepted run', () => {
  it('whose file is gone ends as failed, and is not tried for ever', async () => {
    const runs = createRuns();
    const { execution_id } = (await runs.accept(anyone, inputOf('passport'))).value;
    await core.blobs.delete(`executions/${execution_id}/input`);
    const { value } = await runs.process(anyone, execution_id);
    expect(value).toMatchObject({
      status: 'failed',
      error: 'The file of the document is no longer there; send it again',
    });
    expect(runs.asked).toEqual([]);
  });

  it('that is to be read later says each time what a model was shown, and how long it has waited, and ends as it is read', async () => {
    const waited: (number | undefined)[] = [];
    const outcomes = [
      shownInVain(),
      shownInVain(),
      { status: 'completed' as const, steps: [], result: resultFor('passport') },
    ];
    const process = ({ waited_ms }: DocumentJob) => {
      waited.push(waited_ms);
      return Promise.resolve(outcomes.shift()!);
    };
    let ahead = 0;
    const runs = createRuns({ engine: { process }, clock: () => new Date(Date.now() + ahead) });
    const { execution_id } = (await runs.accept(anyone, inputOf('passport'))).value;
    for (; outcomes.length > 1; ahead += 60_000)
      await expect(runs.process(anyone, execution_id)).rejects.toThrow(NotNow);
    const { value } = await runs.process(anyone, execution_id);
    expect(value).toMatchObject({ status: 'completed', steps: [] });
    const told = { execution_id, context_id: 'passport', agent: null, doc_index: 0, model_asked: SHOWN };
    const shown = expect.objectContaining(told) as unknown;
    expect(await toldIn(core.eventStore, executionStream(execution_id))).toEqual([shown, shown]);
    expect(waited.map((ms = -1) => Math.floor(ms / 60_000))).toEqual([0, 1, 2]);
  });

  it('of a type that is made of others is done through these, whoever accepted it', async () => {
    const pipeline = await findPipeline({ documentTypes, engine: {} }, inputOf('travel_pack'));
    const { id } = await createExecutionRecorder(core).start(anyone, inputOf('travel_pack'), pipeline, { sync: false });
    const runs = createRuns();
    const { value } = await runs.process(anyone, id);
    expect(value).toMatchObject({ status: 'completed', result: { passport: {}, visa: {} } });
    expect(value.steps.map(({ tool }) => tool)).toEqual(['type:passport', 'type:visa']);
    expect(runs.asked.toSorted()).toEqual(['passport', 'visa']);
  });
});

describe('a run that is to be accepted', () => {
  it('of a type that is made of others is done at once, and needs no broker', async () => {
    const runs = createRuns({ bus: { ping: () => Promise.reject(new BusUnavailable('away')) } });
    const { value } = await runs.accept(anyone, inputOf('travel_pack'));
    expect(value).toMatchObject({ status: 'completed', sync: true, result: { passport: {}, visa: {} } });
  });

  it('is refused, and stored nowhere, while there is no broker that it could go on its way with', async () => {
    const runs = createRuns({ bus: { ping: () => Promise.reject(new BusUnavailable('away')) } });
    const before = await core.eventStore.head();
    await expect(runs.accept(anyone, inputOf('passport'))).rejects.toThrow(BusUnavailable);
    expect(await core.eventStore.head()).toBe(before);
  });
});
