import { createHash } from 'node:crypto';
import { agentContextId, toAgentRunResult, type AgentRun, type SkippedFile } from '../../domain/executions/agentRun.js';
import { documentsIn } from '../../domain/executions/agentRunDocuments.js';
import { type AgentDefinition, readDefinition } from '../../domain/agents/index.js';
import {
  type CaseAgent,
  caseAgentOf,
  type CaseDocument,
  judgeCase,
  NO_READING,
  questionsAbout,
} from '../../domain/cases/index.js';
import { DomainError } from '../../domain/core/decider.js';
import {
  execution,
  executionStream,
  isAgentRun,
  type Execution,
  type ExecutionOutcome,
} from '../../domain/executions/execution.js';
import type { StepResult } from '../../domain/documents/index.js';
import type { DocumentEngine, EngineUnavailable } from '../../engines/documents/documentEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import type { Exclusive } from '../../platform/exclusive/exclusive.js';
import type { Log } from '../../platform/log.js';
import { noAgentFor } from '../../domain/agents/index.js';
import type { AgentDirectory } from '../agents/agentDirectory.js';
import { findAgentTypes, readAgentDocument, type AgentTypes } from '../documents/agentDocuments.js';
import { openRunFiles, runDocumentId, type RunFile, type RunFiles } from './agentRunFiles.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import { findOut } from '../cases/findOut.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { HeldElsewhere } from '../core/heldElsewhere.js';
import { executionIn, runLease, type ExecutionRecorder, type HandledExecution } from './executionRecorder.js';
import type { DocumentTypeCatalog } from '../documents/pipelineTypes.js';
import { NO_ENGINE } from '../documents/readWithEngine.js';

/** Documents to be put through an agent. */
export interface RunAgent {
  tenant_id: string;
  goal: string;
  files: RunFiles;
  webhook_url?: string | undefined;
  /** Given where the run may have been asked for before: it is then begun once, whoever asks. */
  execution_id?: string | undefined;
}

/** Runs of agents: what a case would come to, in one request. */
export interface AgentRunCommands {
  /**
   * Stores the documents, reads and judges them. Where none can be read the execution is `failed`, which is no error.
   * @throws DomainError `not_found` for an unknown goal, `rule_broken` for an agent that is not deployed or cannot work, or an unusable archive
   * @throws ArchiveTooLarge
   * @throws EngineUnavailable when no engine could be had; the execution is recorded as failed
   * @throws HeldElsewhere when another process executes the run that is asked for by its id
   */
  run(context: CommandContext, input: RunAgent): Promise<Committed<Execution>>;
  /** The same, up to the work: the relay takes it from there. */
  accept(context: CommandContext, input: RunAgent): Promise<Committed<Execution>>;
  /**
   * Does the work of an accepted run, unless it was done before; documents that were read before are not read again.
   * @throws EngineUnavailable when no engine can be had; the run stays as it is, to be tried again
   */
  process(context: CommandContext, execution_id: string): Promise<Committed<Execution>>;
}

/** What agent runs stand on. */
export interface AgentRunDeps {
  handler: CommandHandler;
  recorder: ExecutionRecorder;
  blobs: BlobStore;
  engine: DocumentEngine;
  agents: Pick<AgentDirectory, 'findByGoal'>;
  definitions: AgentDefinitions;
  documentTypes: DocumentTypeCatalog;
  exclusive: Pick<Exclusive, 'hold'>;
  clock: Clock;
  log: Log;
}

/** Documents of a run that are read at the same time; the engine takes them as it can. */
const READ_AT_ONCE = 4;

declare module '../core/commands.js' {
  interface Commands {
    agentRuns: AgentRunCommands;
  }
}

/** Creates the commands of agent runs. */
export function createAgentRunCommands(deps: AgentRunDeps): AgentRunCommands {
  const { handler, recorder, blobs, agents, definitions, documentTypes, clock } = deps;

  const start = async (givenContext: CommandContext, input: RunAgent, sync: boolean) => {
    const context = { ...givenContext, tenant_id: input.tenant_id };
    const opened = await openRunFiles(input.files);
    const { agent, definition } = await findAgent(agents, input);
    const types = await findAgentTypes(documentTypes, input, definition);
    if ('unusable' in opened) throw new DomainError('rule_broken', opened.unusable);
    const begun = await recorder.begin(context, input.execution_id, async (id) => {
      const stored = await storeFiles(blobs, id, input.files);
      return { type: 'start_agent_run', run: runOf(id, input, { agent, sync, ...stored, at: clock().toISOString() }) };
    });
    return { context, agent, definition, types, ...opened, ...begun };
  };

  return {
    async run(givenContext, input) {
      const { context, id, started, ...work } = await start(givenContext, input, true);
      if (started.state.status !== 'running') return committed(executionIn(started.state), started);
      const held = await deps.exclusive.hold(runLease(id), () => runHeld(deps, context, id, started, work));
      if (!held) throw new HeldElsewhere('Another process executes the run');
      return held.value;
    },

    async accept(context, input) {
      const { started } = await start(context, input, false);
      return committed(executionIn(started.state), started);
    },

    async process(givenContext, execution_id) {
      const known = await handler.load(executionStream(execution_id), execution);
      if (known.state.status !== 'running') return committed(executionIn(known.state));
      const { run } = known.state;
      if (!isAgentRun(run)) throw new Error('A pipeline run is not for the worker of agent runs');
      const context = { ...givenContext, tenant_id: run.tenant_id };
      const opened = await openRunFiles(await loadFiles(blobs, run));
      if ('unusable' in opened) throw new Error('An archive that was accepted is unusable');
      const { agent, tenant_id } = run;
      const definition = await definitions(agent);
      const types = await findAgentTypes(documentTypes, { goal: agent.goal, tenant_id }, definition).catch(refusal);
      const { outcome, unavailable, handled }: FilesProcessed =
        'status' in types
          ? { outcome: types, handled: [] }
          : await processFiles(
              deps,
              context,
              execution_id,
              { ...known, events: [] },
              { agent, definition, types, ...opened },
            );
      if (unavailable) throw unavailable;
      const finished = await recorder.finish(context, execution_id, { steps: [], outcome });
      return committed(executionIn(finished.state), ...handled, finished);
    },
  };
}

/** Does a run that is waited for, by whoever holds it. */
async function runHeld(
  deps: AgentRunDeps,
  context: CommandContext,
  id: string,
  started: HandledExecution,
  work: Work,
): Promise<Committed<Execution>> {
  const { outcome, unavailable, handled } = await processFiles(deps, context, id, started, work);
  const finished = await deps.recorder.finish(context, id, { steps: [], outcome });
  if (unavailable) throw unavailable;
  return committed(executionIn(finished.state), started, ...handled, finished);
}

async function findAgent(
  agents: AgentRunDeps['agents'],
  { tenant_id, goal }: RunAgent,
): Promise<Pick<Work, 'agent' | 'definition'>> {
  const found = await agents.findByGoal(tenant_id, goal);
  if (!found) throw noAgentFor(goal);
  if (!found.deployed) throw new DomainError('rule_broken', `The agent ${goal} is not deployed`);
  const definition = readDefinition(found.definition);
  return { agent: caseAgentOf({ ...found, revision: String(found.revision) }, definition), definition };
}

/** A type that was taken away since the run was accepted ends it: trying again would not bring it back. */
function refusal(error: unknown): Extract<ExecutionOutcome, { status: 'failed' }> {
  if (!(error instanceof DomainError)) throw error;
  return { status: 'failed', reason: 'internal', error: error.message };
}

interface Work {
  agent: CaseAgent;
  definition: AgentDefinition;
  types: AgentTypes;
  files: readonly RunFile[];
  skipped: readonly SkippedFile[];
}

/** What came of the documents of a run; `unavailable` is set when no engine could be had for one of them. */
interface FilesProcessed {
  outcome: ExecutionOutcome;
  unavailable?: EngineUnavailable;
  handled: HandledExecution[];
}

/** Reads what was not read before, notes each document as it is read, and judges them all. */
async function processFiles(
  deps: AgentRunDeps,
  context: CommandContext,
  id: string,
  started: HandledExecution,
  { agent, definition, types, files, skipped }: Work,
): Promise<FilesProcessed> {
  const handled: HandledExecution[] = [];
  let known = started;
  const noted = new Set(executionIn(started.state).steps.map(({ order }) => order));
  const unread = [...files.entries()].filter(([order]) => !noted.has(order));
  for (let at = 0; at < unread.length; at += READ_AT_ONCE) {
    const reading = unread
      .slice(at, at + READ_AT_ONCE)
      .map(([order, file]) => readFile(deps, { types, files }, id, order, file));
    const read = await Promise.all(reading);
    const unavailable = read.find((each) => each.unavailable)?.unavailable;
    if (unavailable) return { outcome: NO_ENGINE, unavailable, handled };
    for (const { step } of read) {
      known = await deps.recorder.recordStep(context, id, step, known);
      handled.push(known);
    }
  }
  const documents = documentsIn(executionIn(known.state));
  const at = deps.clock().toISOString();
  const findings = findOut(types.candidates, at.slice(0, 10))(questionsAbout(documents, definition));
  const judgement = judgeCase({ agent: definition, documents, findings, at });
  const outcome: ExecutionOutcome = documents.some(({ status }) => status === 'done')
    ? { status: 'completed', result: toAgentRunResult(agent, documents, judgement, skipped) }
    : { status: 'failed', reason: 'unreadable', error: noneRead(documents) };
  return { outcome, handled };
}

const noneRead = (documents: readonly CaseDocument[]): string =>
  documents.length === 1 && documents[0]?.error
    ? documents[0].error
    : `None of the ${documents.length} documents could be read`;

/** Reads one document; its step holds all that is known of it. */
async function readFile(
  deps: AgentRunDeps,
  { types, files }: Pick<Work, 'types' | 'files'>,
  id: string,
  order: number,
  { bytes, filename, mime_type, key }: RunFile,
): Promise<{ step: StepResult; unavailable?: EngineUnavailable }> {
  const begun = performance.now();
  const at = deps.clock().toISOString();
  const { outcome, ...rest } = await readAgentDocument(deps, types, {
    ...{ file: () => Promise.resolve(bytes), filename, today: at.slice(0, 10), about: { execution_id: id } },
  });
  const duplicate = files.slice(0, order).findIndex((other) => Buffer.compare(other.bytes, bytes) === 0);
  const document: CaseDocument = {
    ...{
      doc_id: runDocumentId(id, order),
      doc_index: order,
      filename,
      object_key: key ?? '',
      mime_type,
      label: null,
      expected_type: null,
    },
    ...{ sha256: createHash('sha256').update(bytes).digest('hex'), size_bytes: bytes.length, created_at: at },
    duplicate_of: duplicate < 0 ? null : runDocumentId(id, duplicate),
    ...(outcome.status === 'done'
      ? { ...outcome.reading, ...pick(outcome), status: 'done', error: null }
      : {
          ...NO_READING,
          document_type: '',
          confidence: '',
          masked_fields: [],
          status: 'failed',
          error: outcome.error,
        }),
  };
  const step = { tool: 'document', order, output: { ...document } } as const;
  const duration_ms = Math.round(performance.now() - begun);
  return outcome.status === 'done'
    ? { ...rest, step: { ...step, status: 'success', duration_ms } }
    : { ...rest, step: { ...step, status: 'failed', error: outcome.error, duration_ms } };
}

const pick = ({
  document_type,
  confidence,
  masked_fields,
}: Pick<CaseDocument, 'document_type' | 'confidence' | 'masked_fields'>) => ({
  ...{ document_type, confidence, masked_fields },
});

type StoredFiles = Pick<AgentRun, 'input' | 'input_filename' | 'input_mime_type' | 'documents' | 'filenames'>;

async function storeFiles(blobs: BlobStore, id: string, files: RunFiles): Promise<StoredFiles> {
  const owner = { subject: executionStream(id) };
  if ('archive' in files) {
    const input = await blobs.put(`executions/${id}/input`, files.archive.bytes, owner);
    const { filename, mime_type } = files.archive;
    return { input, input_filename: filename, input_mime_type: mime_type, documents: [], filenames: [] };
  }
  const documents: AgentRun['documents'] = [];
  for (const [index, { bytes, mime_type }] of files.documents.entries()) {
    const input = await blobs.put(`executions/${id}/documents/${index}`, bytes, owner);
    documents.push({ input, mime_type });
  }
  const [first] = documents;
  if (!first) throw new DomainError('invalid', 'documents must hold at least one document');
  const filenames = files.documents.map(({ filename }) => filename);
  const named = { input_filename: filenames[0] ?? '', input_mime_type: first.mime_type };
  return { input: first.input, ...named, documents, filenames };
}

async function loadFiles(blobs: BlobStore, run: AgentRun): Promise<RunFiles> {
  if (run.documents.length === 0) {
    const bytes = await blobs.read(run.input.key);
    return { archive: { bytes, filename: run.input_filename ?? '', mime_type: run.input_mime_type } };
  }
  const documents = run.documents.map(async ({ input, mime_type }, index) => ({
    ...{ bytes: await blobs.read(input.key), mime_type, filename: run.filenames?.[index] ?? '', key: input.key },
  }));
  return { documents: await Promise.all(documents) };
}

const runOf = (
  execution_id: string,
  { tenant_id, goal, webhook_url }: RunAgent,
  { agent, sync, at, ...stored }: { agent: CaseAgent; sync: boolean; at: string } & StoredFiles,
): AgentRun => ({
  ...{ execution_id, tenant_id, context_id: agentContextId(goal), context_display_name: agent.name, agent, sync },
  ...stored,
  webhook_url: webhook_url ?? null,
  started_at: at,
});
