import { v7 as newId } from 'uuid';
import { DomainError } from '../../domain/core/decider.js';
import {
  execution,
  executionStream,
  type Execution,
  type ExecutionCommand,
  type ExecutionState,
  type FinishedStep,
  type PipelineRun,
} from '../../domain/executions/execution.js';
import type { ExecutionEvent } from '../../domain/executions/executionEvents.js';
import { maskedFields, usedOf } from '../../domain/documentTypes/index.js';
import type { ModelAsked } from '../../domain/documents/index.js';
import type { Metadata } from '../../domain/core/metadata.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import type { CommandHandler, Handled, Loaded } from '../core/commandHandler.js';
import type { CommandContext } from '../core/context.js';
import type { Pipeline } from '../documents/pipelineTypes.js';
import type { Processed } from '../documents/processDocument.js';
import { INTERNAL_FAILURE } from '../documents/readWithEngine.js';

/** A document to be put through the pipeline of a document type. */
export interface RunPipeline {
  tenant_id: string;
  /** Type of the tenant, else the global one. */
  context_id: string;
  input: {
    bytes: Uint8Array;
    filename: string;
    mime_type: string;
    /** Other fields of the caller's input; handed to each step. */
    extra?: { [key: string]: unknown };
  };
  webhook_url?: string;
  /** What the caller hangs on the run. */
  metadata?: Metadata | undefined;
  /** Given where the run may have been asked for before: it is then begun once, whoever asks. */
  execution_id?: string | undefined;
}

type KnownExecution = Loaded<ExecutionState>;
/** What a command did to an execution. */
export type HandledExecution = Handled<ExecutionState, ExecutionEvent>;

/** Records what happens to executions, whoever does the work. */
export interface ExecutionRecorder {
  /**
   * Notes that a run began; one that began before under the given id is left as it is.
   * @param commandFor stores what the run with this id needs, and says how it starts
   */
  begin(
    context: CommandContext,
    given: string | undefined,
    commandFor: (id: string) => Promise<Extract<ExecutionCommand, { type: 'start' | 'start_agent_run' }>>,
  ): Promise<{ id: string; started: HandledExecution }>;
  /** Stores the input, then the fact that a run of it began; one that began before under the given id is left as it is. */
  start(
    context: CommandContext,
    input: RunPipeline,
    pipeline: Pipeline,
    how: { sync: boolean },
  ): Promise<{ id: string; started: HandledExecution }>;
  /** Records a step as it ends; nothing when it was recorded before. */
  recordStep(
    context: CommandContext,
    id: string,
    step: FinishedStep,
    known?: KnownExecution,
  ): Promise<HandledExecution>;
  /**
   * Records of documents that were not read that a language model was shown them, as their readings say. Never fails: that they were not read is what
   * the caller has to tell.
   */
  noteShown(
    context: CommandContext,
    id: string,
    shown: readonly { doc_index: number; model_asked: ModelAsked | undefined }[],
    known?: KnownExecution,
  ): Promise<HandledExecution | undefined>;
  /**
   * Records the end of a run. What does not fit into an event becomes a failure that does; where the run was ended by
   * others meanwhile, what they recorded is the answer.
   * @throws EventStoreUnavailable, and what the database throws while it is away: the run goes on then
   */
  finish(
    context: CommandContext,
    id: string,
    processed: Processed,
    known?: KnownExecution,
  ): Promise<Omit<HandledExecution, 'events'> & { events: ExecutionEvent[] }>;
}

/** What recording stands on. */
export interface ExecutionRecorderDeps {
  handler: CommandHandler;
  blobs: Pick<BlobStore, 'put'>;
  clock: Clock;
  log: Log;
}

/** Creates the recorder of executions. */
export function createExecutionRecorder({ handler, blobs, clock, log }: ExecutionRecorderDeps): ExecutionRecorder {
  const handle = (context: CommandContext, id: string, command: ExecutionCommand, known?: KnownExecution) =>
    handler.handle({
      ...{ stream: executionStream(id), decider: execution, command, context },
      ...(known && { known }),
    });
  const at = (): string => clock().toISOString();

  const end = async (context: CommandContext, id: string, processed: Processed, known?: KnownExecution) => {
    try {
      return await handle(context, id, { type: 'finish', ...processed, at: at() }, known);
    } catch (error) {
      // What does not fit into an event is a fault of ours, and the run must not stay without an end for it. Whatever else it is may pass.
      if (!(error instanceof TypeError)) throw error;
      log.error({ err: error, execution_id: id }, 'the outcome of an execution could not be recorded');
      return handle(context, id, { type: 'finish', steps: [], outcome: INTERNAL_FAILURE, at: at() }, known);
    }
  };

  const begin: ExecutionRecorder['begin'] = async (context, given, commandFor) => {
    let id = given ?? newId();
    if (given !== undefined) {
      const before = await handler.load(executionStream(id), execution);
      if (before.state.status !== 'not_started') {
        if (before.state.failure !== 'engine_unavailable') return { id, started: { ...before, events: [] } };
        id = newId(); // it never met an engine, and was answered as not done
      }
    }
    const known: KnownExecution = { state: execution.initial, revision: 'no_stream' };
    return { id, started: await handle(context, id, await commandFor(id), known) };
  };

  return {
    begin,

    start: (context, input, pipeline, { sync }) =>
      begin(context, input.execution_id, async (id) => {
        const owner = { subject: executionStream(id) };
        const stored = await blobs.put(`executions/${id}/input`, input.input.bytes, owner);
        return { type: 'start', run: { ...runOf(id, input, pipeline, sync), input: stored, started_at: at() } };
      }),

    recordStep: (context, id, step, known) => handle(context, id, { type: 'record_step', ...step }, known),

    async noteShown(context, id, shown, known) {
      let noted: HandledExecution | undefined;
      try {
        for (const { doc_index, model_asked } of shown) {
          if (!model_asked) continue;
          noted = await handle(context, id, { type: 'note_shown', doc_index, model_asked, at: at() }, noted ?? known);
        }
      } catch (error) {
        log.error({ err: error, execution_id: id }, 'what a model was shown of a document could not be noted');
      }
      return noted;
    },

    async finish(context, id, processed, known) {
      try {
        return await end(context, id, processed, known);
      } catch (error) {
        if (!(error instanceof DomainError && error.reason === 'conflict')) throw error;
        return { ...(await handler.load(executionStream(id), execution)), events: [] };
      }
    },
  };
}

function runOf(
  execution_id: string,
  { tenant_id, context_id, input, webhook_url, metadata }: RunPipeline,
  { documentType, members }: Pipeline,
  sync: boolean,
): Omit<PipelineRun, 'input' | 'started_at'> {
  const hasExtra = input.extra !== undefined && Object.keys(input.extra).length > 0;
  return {
    ...{ execution_id, tenant_id, context_id, sync },
    context_display_name: documentType.display_name,
    document_type: usedOf(documentType),
    members: members.map(usedOf),
    masked_fields: [...new Set([documentType, ...members].flatMap((type) => maskedFields(type.validation_rules)))],
    input_filename: input.filename,
    input_mime_type: input.mime_type,
    // A run that is waited for has them in hand: only a worker needs them kept.
    input_extra: !sync && hasExtra ? (input.extra ?? null) : null,
    webhook_url: webhook_url ?? null,
    ...(metadata && { metadata }),
  };
}

/** Name of the lease that is held by whoever is at a run that takes longer than one document. */
export const runLease = (execution_id: string): string => `execution:${execution_id}`;

/** The view of an execution that was started. */
export function executionIn(state: ExecutionState): Execution {
  if (state.status === 'not_started') throw new Error('An execution that was never started has no view');
  return state.execution;
}
