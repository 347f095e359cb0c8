import { createHash } from 'node:crypto';
import type { AgentDefinition } from '../../domain/agents/index.js';
import {
  asFailed,
  asRead,
  type CaseDocument,
  judgeCase,
  questionsAbout,
  unreadDocument,
} from '../../domain/cases/index.js';
import type { Mode } from '../../domain/core/mode.js';
import type { DocumentTypeUsed } from '../../domain/documentTypes/index.js';
import { toAgentRunResult, type AgentRun, type SkippedFile } from '../../domain/executions/agentRun.js';
import { documentsIn } from '../../domain/executions/agentRunDocuments.js';
import { type ExecutionOutcome, executionStream } from '../../domain/executions/execution.js';
import { modelAskedBy, type StepResult } from '../../domain/documents/index.js';
import { type DocumentEngine, EngineUnavailable } from '../../engines/documents/documentEngine.js';
import type { RuleChecks } from '../../engines/rules/ruleChecks.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import type { CommandContext } from '../core/context.js';
import { readAgentDocument, type AgentTypes } from '../documents/agentDocuments.js';
import { createFaceMatching, type FaceMatchingDeps } from '../documents/faceMatching.js';
import { validatedTypes } from '../documents/validatedTypes.js';
import { NO_ENGINE } from '../documents/readWithEngine.js';
import { runDocumentId, type RunFile } from './agentRunFiles.js';
import { executionIn, type ExecutionRecorder, type HandledExecution } from './executionRecorder.js';

/** Documents of a run that are read at the same time; the engine takes them as it can. */
const READ_AT_ONCE = 4;

/** What the work of a run stands on. */
export interface AgentRunWorkDeps {
  recorder: Pick<ExecutionRecorder, 'recordStep' | 'noteShown'>;
  engine: Pick<DocumentEngine, 'process' | 'understandsScenes'> & FaceMatchingDeps['engine'];
  registers: FaceMatchingDeps['registers'];
  rules: Pick<RuleChecks, 'findOut'>;
  clock: Clock;
  log: Log;
}

/** The work of a run: its documents, and what they are read with and judged by. */
export interface AgentRunWork {
  run: Pick<AgentRun, 'execution_id' | 'tenant_id' | 'agent' | 'sync' | 'started_at'>;
  /** Of the agent as it was when the run began. */
  definition: AgentDefinition;
  types: AgentTypes;
  files: readonly RunFile[];
  skipped: readonly SkippedFile[];
}

/** What came of the documents of a run; `unavailable` is set when no engine could be had for one of them. */
export interface FilesProcessed {
  outcome: ExecutionOutcome;
  unavailable?: EngineUnavailable;
  handled: HandledExecution[];
}

/** Reads what was not read before, notes each document as it is read, and judges them all. */
export async function processFiles(
  deps: AgentRunWorkDeps,
  context: CommandContext,
  started: HandledExecution,
  work: AgentRunWork,
): Promise<FilesProcessed> {
  const { run, definition, types, files, skipped } = work;
  const handled: HandledExecution[] = [];
  let known = started;
  const noted = new Set(executionIn(started.state).steps.map(({ order }) => order));
  const unread = [...files.entries()].filter(([order]) => !noted.has(order));
  for (let at = 0; at < unread.length; at += READ_AT_ONCE) {
    const reading = unread.slice(at, at + READ_AT_ONCE).map(([order]) => readFile(deps, work, order));
    const read = await Promise.all(reading);
    const unavailable = read.find((each) => each.unavailable)?.unavailable;
    const inVain = read.filter((each) => each.unavailable).map(({ step }) => step);
    const shown = inVain.map((step) => ({ doc_index: step.order, model_asked: modelAskedBy(step) }));
    known = (await deps.recorder.noteShown(context, run.execution_id, shown, known)) ?? known;
    for (const { step, read_with } of read.filter((each) => !each.unavailable)) {
      known = await deps.recorder.recordStep(context, run.execution_id, { step, read_with }, known);
      handled.push(known);
    }
    if (unavailable) return { outcome: NO_ENGINE, unavailable, handled };
  }
  const documents = documentsIn(executionIn(known.state));
  const at = deps.clock().toISOString();
  const rules = validatedTypes(types.candidates, definition);
  const questions = { ...questionsAbout(documents, definition), types: rules, today: at.slice(0, 10) };
  const findings = await deps.rules.findOut(context.tenant_id, questions);
  const looked = await facesOf(deps, work, { documents, mode: started.mode ?? context.mode }).catch(unavailableOnly);
  if (looked instanceof EngineUnavailable) return { outcome: NO_ENGINE, unavailable: looked, handled };
  const judged = { ...findings, ...looked };
  const judgement = judgeCase({ agent: definition, documents, findings: judged, at });
  const outcome: ExecutionOutcome = documents.some(({ status }) => status === 'done')
    ? { status: 'completed', result: toAgentRunResult(run.agent, documents, judgement, skipped) }
    : { status: 'failed', reason: 'unreadable', error: noneRead(documents) };
  return { outcome, handled };
}

/** What comes of comparing faces, from the files as they came: those of a run need not be stored. */
function facesOf(
  { engine, registers, log }: AgentRunWorkDeps,
  { run: { tenant_id }, definition, types, files }: AgentRunWork,
  { documents, mode }: { documents: readonly CaseDocument[]; mode: Mode | undefined },
) {
  const blobs = { read: (order: string) => Promise.resolve(files[Number(order)]!.bytes) };
  const byOrder = documents.map((document) => ({ ...document, object_key: String(document.doc_index) }));
  const matching = createFaceMatching({ engine, registers, blobs, log });
  return matching.find({ tenant_id, mode, documents: byOrder }, definition, types.candidates);
}

/** An engine that takes no more of the tenant now ends a run as it does where a document is to be read. */
function unavailableOnly(error: unknown): EngineUnavailable {
  if (error instanceof EngineUnavailable) return error;
  throw error;
}

const noneRead = (documents: readonly CaseDocument[]): string =>
  documents.length === 1 && documents[0]?.error
    ? documents[0].error
    : `None of the ${documents.length} documents could be read`;

/** A document that was read: its step holds all that is known of it. */
interface FileRead {
  step: StepResult;
  /** Null where it could not be read, or fits no type. */
  read_with: DocumentTypeUsed | null;
  unavailable?: EngineUnavailable;
}

async function readFile(
  deps: AgentRunWorkDeps,
  { run: { execution_id, tenant_id, agent, ...run }, types, files }: AgentRunWork,
  order: number,
): Promise<FileRead> {
  const begun = performance.now();
  const at = deps.clock().toISOString();
  const received = receivedFile(execution_id, files, order, at);
  const { bytes, filename } = files[order]!;
  const { outcome, ...rest } = await readAgentDocument(deps, types, {
    ...{ tenant_id, file: () => Promise.resolve(bytes), filename, today: at.slice(0, 10), about: { execution_id } },
    told_in: { stream: executionStream(execution_id), document: String(order) },
    allows_cloud: agent.allow_cloud,
    ...(!run.sync && { waited_ms: Date.parse(at) - Date.parse(run.started_at) }),
  });
  const document =
    outcome.status === 'done' ? asRead(received, outcome, outcome.reading) : asFailed(received, outcome.error);
  const model = outcome.status === 'failed' ? outcome.model_asked : undefined;
  const output = { ...document, ...(model && { step_outputs: { model } }) };
  const step = { tool: 'document', order, output } as const;
  const duration_ms = Math.round(performance.now() - begun);
  return outcome.status === 'done'
    ? { ...rest, step: { ...step, status: 'success', duration_ms }, read_with: outcome.type_used }
    : { ...rest, step: { ...step, status: 'failed', error: outcome.error, duration_ms }, read_with: null };
}

/** A file of a run as the document that a case would have. */
function receivedFile(
  execution_id: string,
  files: readonly RunFile[],
  doc_index: number,
  created_at: string,
): CaseDocument {
  const { bytes, filename, mime_type, key: object_key = '' } = files[doc_index]!;
  const same = files.slice(0, doc_index).findIndex((other) => Buffer.compare(other.bytes, bytes) === 0);
  return unreadDocument(
    {
      ...{ doc_id: runDocumentId(execution_id, doc_index), doc_index, filename, object_key, mime_type, created_at },
      ...{ sha256: createHash('sha256').update(bytes).digest('hex'), size_bytes: bytes.length },
      ...{ label: null, expected_type: null },
      duplicate_of: same < 0 ? null : runDocumentId(execution_id, same),
    },
    'processing',
  );
}
