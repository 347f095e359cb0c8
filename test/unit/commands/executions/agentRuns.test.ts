import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAgentDefinitions } from '../../../../src/commands/agents/agentDefinitions.js';
import { createAgentCommands, type AgentCommands } from '../../../../src/commands/agents/agentCommands.js';
import {
  createAgentRunCommands,
  type AgentRunCommands,
  type RunAgent,
} from '../../../../src/commands/executions/agentRuns.js';
import { createDocumentTypeCommands } from '../../../../src/commands/documentTypes/documentTypeCommands.js';
import {
  createExecutionCommands,
  type ExecutionCommands,
} from '../../../../src/commands/executions/executionCommands.js';
import { createExecutionRecorder } from '../../../../src/commands/executions/executionRecorder.js';
import { documentsIn } from '../../../../src/domain/executions/agentRunDocuments.js';
import { execution, executionStream, type Execution } from '../../../../src/domain/executions/execution.js';
import {
  EngineUnavailable,
  NotNow,
  TooMuchWaiting,
  type DocumentEngine,
} from '../../../../src/engines/documents/documentEngine.js';
import type { FaceLook } from '../../../../src/engines/faces/faceEngine.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { createAgentDirectory } from '../../../../src/commands/agents/agentDirectory.js';
import { allProjections } from '../../../../src/start/features.js';
import { createDocumentTypeCatalog } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { createDocumentTypeQueries } from '../../../../src/projections/documentTypes/documentTypesProjection.js';
import { createExecutionQueries } from '../../../../src/projections/executions/executionsProjection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../../../src/projections/core/readYourWrites.js';
import { openCore, type Core } from '../../../support/core.js';
import { zipOf } from '../../../support/archives.js';
import { until } from '../../../support/until.js';
import { anyone, resultFor } from '../../../support/executions.js';
import { SHOWN, shownInVain, toldIn } from '../../../support/shownInVain.js';
import { NO_FACES, NO_REGISTERS } from '../../../support/noFaces.js';

let core: Core;
let projector: Projector;
let reads: ReadYourWrites;
let runs: AgentRunCommands;
/** The same of a process that ends when its run is read and judged. */
let dying: AgentRunCommands;
/** The same of a process that has room for ten bytes of runs. */
let narrow: AgentRunCommands;
let agents: AgentCommands;
let executions: ExecutionCommands;
/** What the engine was given, and what it does with it. */
let read: string[];
let engine: DocumentEngine['process'];

const reading: typeof engine = () => Promise.resolve({ status: 'completed', steps: [], result: resultFor('BERG') });
const unavailableFor =
  (content: string): typeof engine =>
  (job) =>
    Buffer.from(job.bytes).toString() === content ? Promise.reject(new EngineUnavailable('none')) : reading(job);

/** Everybody's files are full of faces, and the engine takes no more of them. */
const lookRefused = (job: { tenant_id: string }): Promise<never> => Promise.reject(new TooMuchWaiting(job.tenant_id));

const typed = (context_id: string) => ({ context_id, display_name: context_id, output_schema: { surname: 'string' } });

beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, exclusiveMigrations);
  projector = startProjector({ ...core, projections: allProjections });
  reads = createReadYourWrites({ ...core, projections: allProjections });
  const documentTypes = createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels));
  const deps = {
    ...{ ...core, documentTypes, exclusive: createExclusive(core), recorder: createExecutionRecorder(core) },
    definitions: createAgentDefinitions(core.handler),
    registers: NO_REGISTERS,
    engine: {
      ...NO_FACES,
      look: (_bytes: Uint8Array, look: FaceLook) => lookRefused(look),
      process: (job: Parameters<typeof engine>[0]) => {
        read.push(Buffer.from(job.bytes).toString());
        return engine(job);
      },
    },
  };
  const directory = createAgentDirectory(core);
  runs = createAgentRunCommands({ ...deps, agents: directory });
  narrow = createAgentRunCommands({ ...deps, agents: directory, atOnce: { all: 10, forSmall: 0 } });
  const finish = () => Promise.reject(new Error('the process ends'));
  dying = createAgentRunCommands({ ...deps, agents: directory, recorder: { ...deps.recorder, finish } });
  const queries = createExecutionQueries(core.readModels);
  executions = createExecutionCommands({ ...deps, executions: queries, longestRunMs: 0 });
  await reads.wait(
    await createDocumentTypeCommands(core).define(anyone, {
      ...{ ...typed('passport'), category: 'identity', tenant_id: 'acme' },
    }),
  );
  agents = createAgentCommands({ ...core, documentTypes });
  await reads.wait(
    await agents.create(anyone, {
      ...{ tenant_id: 'acme', goal: 'onboarding', name: 'Onboarding', deployed: true },
      definition: { doc_type_map: { passport: 'passport' } },
    }),
  );
  await reads.wait(
    await agents.create(anyone, {
      ...{ tenant_id: 'acme', goal: 'faces', name: 'Faces', deployed: true },
      definition: { doc_type_map: { passport: 'passport' }, face_match: true },
    }),
  );
});

afterAll(async () => {
  await projector.stop();
  await core.close();
});

beforeEach(() => {
  read = [];
  engine = reading;
});

const asked = (...contents: string[]) => ({
  ...{ tenant_id: 'acme', goal: 'onboarding' },
  files: {
    documents: contents.map((content) => ({
      ...{ bytes: Buffer.from(content), filename: `${content}.pdf`, mime_type: 'application/pdf' },
    })),
  },
});

const executionOf = async (id: string): Promise<Execution> => {
  const { state } = await core.handler.load(executionStream(id), execution);
  if (state.status === 'not_started') throw new Error('The run was not started');
  return state.execution;
};

it.each(['accepted', 'waited for'])(
  'a run (%s) says what a model was shown of what could not be read then',
  async (how) => {
    const ids = { execution_id: randomUUID() };
    engine = (job) => (Buffer.from(job.bytes).toString() === 'second' ? Promise.resolve(shownInVain()) : reading(job));
    const input = { ...asked('first', 'second'), ...ids };
    const run = () => runs.accept(anyone, input).then(() => runs.process(anyone, ids.execution_id));
    await expect(how === 'accepted' ? run() : runs.run(anyone, input)).rejects.toThrow(NotNow);
    const told = await toldIn(core.eventStore, executionStream(ids.execution_id));
    expect(told).toEqual([expect.objectContaining({ doc_index: 1, model_asked: SHOWN })]);
    expect((await executionOf(ids.execution_id)).steps).toHaveLength(1);
  },
);

describe('an accepted run', () => {
  it('has its files loaded once there is room for them beside those of others that wait for the engine', async () => {
    const accept = async (content: string): Promise<string> =>
      (await narrow.accept(anyone, asked(content))).value.execution_id;
    const [first, second] = [await accept('6bytes'), await accept('seven b')];
    let goOn: () => void = () => undefined;
    const standsStill = new Promise<void>((resolve) => (goOn = resolve));
    engine = async (job) => {
      if (Buffer.from(job.bytes).toString() !== 'abc') await standsStill;
      return reading(job);
    };
    const running = [narrow.process(anyone, first)];
    await until(() => read.length || undefined);
    running.push(narrow.process(anyone, second));
    await runs.process(anyone, await accept('abc')); // by then the second one would have got to the engine
    expect(read).toEqual(['6bytes', 'abc']);
    goOn();
    await Promise.all(running);
    expect(read).toEqual(['6bytes', 'abc', 'seven b']);
  });

  it('of a single document waits for no archive that only waits itself', async () => {
    const zip = (content: string): Buffer =>
      zipOf({ name: `${content}.pdf`, bytes: Buffer.from(`%PDF-1.4 ${content}`) });
    const archive = (content: string) => ({
      ...{ tenant_id: 'acme', goal: 'onboarding' },
      files: { archive: { bytes: zip(content), filename: 'all.zip', mime_type: 'application/zip' } },
    });
    const accept = async (input: RunAgent): Promise<string> => (await runs.accept(anyone, input)).value.execution_id;
    const ids = await Promise.all([archive('1'), archive('2'), archive('3')].map(accept));
    const single = await accept(asked('single'));
    let goOn: () => void = () => undefined;
    const standsStill = new Promise<void>((resolve) => (goOn = resolve));
    engine = async (job) => {
      if (Buffer.from(job.bytes).toString() !== 'single') await standsStill;
      return reading(job);
    };
    const running = ids.map((id) => runs.process(anyone, id));
    await until(() => read.length || undefined);
    expect((await runs.process(anyone, single)).value).toMatchObject({ status: 'completed' });
    goOn();
    await Promise.all(running);
  });

  it('that is broken off goes on where it was, with the same documents', async () => {
    const contents = ['1', '2', '3', '4', '5', '6'];
    const { execution_id } = (await runs.accept(anyone, asked(...contents))).value;
    engine = unavailableFor('5');
    await expect(runs.process(anyone, execution_id)).rejects.toThrow(EngineUnavailable);
    const half = documentsIn(await executionOf(execution_id));
    expect(half.map(({ doc_index }) => doc_index)).toEqual([0, 1, 2, 3, 5]);

    engine = reading;
    read = [];
    const { value } = await runs.process(anyone, execution_id);
    expect(read).toEqual(['5']);
    const documents = documentsIn(value);
    expect(documents.map(({ filename }) => filename)).toEqual(contents.map((content) => `${content}.pdf`));
    expect(documents.filter(({ doc_index }) => doc_index !== 4)).toEqual(half);
    expect(value).toMatchObject({ status: 'completed', result: { decision: 'approved' } });
    expect((await runs.process(anyone, execution_id)).value).toEqual(value);
    expect(read).toHaveLength(1);
  });

  it('is not done before the answer, and not swept up while it waits', async () => {
    const accepted = await runs.accept(anyone, asked('1'));
    await reads.wait(accepted);
    expect(read).toEqual([]);
    expect((await executions.sweepInterrupted(anyone)).value).toBe(0);
    expect(await executionOf(accepted.value.execution_id)).toMatchObject({ status: 'running' });
  });
});

describe('a run whose faces are to be compared, while the engine takes no more of the tenant', () => {
  const photo: typeof engine = () =>
    Promise.resolve({ status: 'completed', steps: [], result: { ...resultFor(''), document_type: 'unknown' } });
  const withPhoto: typeof engine = (job) => (Buffer.from(job.bytes).toString() === 'photo' ? photo(job) : reading(job));

  it('ends as one that found no engine, and does not seem to run for ever', async () => {
    engine = withPhoto;
    const execution_id = randomUUID();
    const input = { ...asked('pass', 'photo'), goal: 'faces', execution_id };
    await expect(runs.run(anyone, input)).rejects.toThrow(TooMuchWaiting);
    expect(await executionOf(execution_id)).toMatchObject({ status: 'failed' });
  });

  it('is done again later where nobody waits for it, and reads nothing twice', async () => {
    engine = withPhoto;
    const { execution_id } = (await runs.accept(anyone, { ...asked('pass', 'photo'), goal: 'faces' })).value;
    await expect(runs.process(anyone, execution_id)).rejects.toThrow(TooMuchWaiting);
    await expect(runs.process(anyone, execution_id)).rejects.toThrow(TooMuchWaiting);
    expect(await executionOf(execution_id)).toMatchObject({ status: 'running' });
    expect(read).toEqual(['pass', 'photo']);
  });
});

describe('an erased run', () => {
  it('names its documents, also where the key to what was read is gone already', async () => {
    const { value } = await runs.run(anyone, asked('1', '2'));
    const stream = executionStream(value.execution_id);
    await core.subjectKeys.erase(stream);
    await executions.erase(anyone, value.execution_id);
    for await (const { type, data } of core.eventStore.readStream(stream, { direction: 'backwards', limit: 1 })) {
      expect(type).toBe('ExecutionErased');
      expect(data['doc_ids']).toEqual(documentsIn(value).map(({ doc_id }) => doc_id));
    }
  });
});

describe('a run that is waited for', () => {
  it('is begun once under its id, and gives what it gave', async () => {
    const execution_id = randomUUID();
    const { value } = await runs.run(anyone, { ...asked('1', '2'), execution_id });
    expect(value).toMatchObject({ execution_id, status: 'completed' });
    expect((await runs.run(anyone, { ...asked('1', '2'), execution_id })).value).toEqual(value);
    expect(read).toEqual(['1', '2']);
  });

  it('and was broken off goes on by the agent as it was when it began, whatever has become of it since', async () => {
    const goal = 'renewal';
    const created = await agents.create(anyone, {
      ...{ tenant_id: 'acme', goal, name: 'Renewal', deployed: true },
      definition: { doc_type_map: { passport: 'passport' } },
    });
    await reads.wait(created);
    const begun = { ...asked('1', '2'), goal };
    const broken = [randomUUID(), randomUUID()];
    for (const execution_id of broken) {
      await expect(dying.run(anyone, { ...begun, execution_id })).rejects.toThrow('the process ends');
    }
    const { id } = created.value;
    const definition = { doc_type_map: { passport: 'travel_document' } };
    await createDocumentTypeCommands(core).define(anyone, { ...typed('travel_document'), tenant_id: 'acme' });
    await agents.update(anyone, id, { definition });
    const [first, second] = broken;
    const expected = {
      ...{ status: 'completed' },
      result: { decision: 'approved', progress: { required: ['passport'], collected: ['passport'] } },
    };
    expect((await runs.run(anyone, { ...begun, execution_id: first })).value).toMatchObject(expected);
    await agents.deploy(anyone, id, false);
    expect((await runs.run(anyone, { ...begun, execution_id: second })).value).toMatchObject(expected);
    expect(read).toHaveLength(4);
  });

  it('notes with each document the configuration of the type that it was read with', async () => {
    const { value } = await runs.run(anyone, asked('1'));
    const noted: unknown[] = [];
    for await (const { type, data } of core.eventStore.readStream(executionStream(value.execution_id)))
      if (type === 'StepFinished') noted.push(data['document_type']);
    expect(noted).toEqual([{ tenant_id: 'acme', context_id: 'passport', revision: 0 }]);
  });

  it('without an engine is an error, and failed', async () => {
    const execution_id = randomUUID();
    engine = unavailableFor('1');
    await expect(runs.run(anyone, { ...asked('1'), execution_id })).rejects.toThrow(EngineUnavailable);
    expect(await executionOf(execution_id)).toMatchObject({ status: 'failed' });
  });

  it('may take as long as its documents do: it is not swept up while somebody is at it', async () => {
    const execution_id = randomUUID();
    const swept: number[] = [];
    engine = async (job) => {
      const head = await core.eventStore.head();
      await reads.wait({ event_types: ['AgentRunStarted'], ...(head !== undefined && { position: head }) });
      swept.push((await executions.sweepInterrupted(anyone)).value);
      throw new Error(`the process ends at ${job.filename}`);
    };
    const { value } = await runs.run(anyone, { ...asked('1'), execution_id });
    expect(swept).toEqual([0]);
    expect(value.status).toBe('failed');
  });
});
