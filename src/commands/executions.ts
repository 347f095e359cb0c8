import { randomUUID } from 'node:crypto';
import { DomainError } from '../domain/decider.js';
import {
  execution,
  executionStream,
  type Execution,
  type ExecutionCommand,
  type ExecutionEvent,
  type ExecutionState,
} from '../domain/execution.js';
import { maskedFields } from '../domain/masking.js';
import type { DocumentEngine } from '../engines/documents/documentEngine.js';
import type { BlobStore } from '../platform/blobs/blobStore.js';
import type { Clock } from '../platform/clock.js';
import { sealedBlobKeys } from '../platform/eventStore/eventCodec.js';
import { EventStoreUnavailable, type EventStore, type RecordedEvent } from '../platform/eventStore/eventStore.js';
import type { Log } from '../platform/log.js';
import type { SubjectKeys } from '../platform/sealing/subjectKeys.js';
import { committed, type CommandHandler, type Handled, type Loaded } from './commandHandler.js';
import type { CommandContext, Committed } from './context.js';
import { findPipeline, type DocumentTypeCatalog, type Pipeline } from './pipelineTypes.js';
import { processDocument, type Processed } from './processDocument.js';

/** A document to be put through the pipeline of a document type, now. */
export interface RunPipeline {
  tenant_id: string;
  /** Type of the tenant, else the global one. */
  context_id: string;
  input: {
    bytes: Uint8Array;
    filename: string;
    mime_type: string;
    /** Other fields of the caller's input; handed to each step, not stored. */
    extra?: { [key: string]: unknown };
  };
  webhook_url?: string;
}

/** What can be asked of executions. */
export interface ExecutionCommands {
  /**
   * Stores the input, runs it and records what came of it. A document that cannot be read is a `failed` execution, not
   * an error.
   * @throws DomainError `not_found` for an unknown type, `rule_broken` for a disabled one or a composite with an unusable member
   * @throws EngineUnavailable when no engine could be had; the execution is recorded as failed
   */
  runPipeline(context: CommandContext, input: RunPipeline): Promise<Committed<Execution>>;
  /** Forgets what was read from the document and the document itself. @throws DomainError `not_found`, `conflict` while running */
  erase(context: CommandContext, execution_id: string): Promise<Committed<void>>;
  /** Fails executions that a killed process left `running` for longer than any run may take. Returns how many. */
  sweepInterrupted(context: CommandContext): Promise<Committed<number>>;
}

/** What the commands of executions stand on. */
export interface ExecutionCommandsDeps {
  handler: CommandHandler;
  eventStore: Pick<EventStore, 'readStream'>;
  blobs: BlobStore;
  subjectKeys: SubjectKeys;
  engine: DocumentEngine;
  documentTypes: DocumentTypeCatalog;
  /** The read side of executions: which of them still run. */
  executions: { runningSince(before: Date): Promise<string[]> };
  clock: Clock;
  log: Log;
  /** Longest that any run may take, in milliseconds: the engine's time limit and a margin. */
  longestRunMs: number;
}

/** Creates the commands of executions. */
export function createExecutionCommands(deps: ExecutionCommandsDeps): ExecutionCommands {
  const { handler, blobs, clock, log } = deps;
  const handle = (context: CommandContext, id: string, command: ExecutionCommand, known?: Loaded<ExecutionState>) =>
    handler.handle({
      ...{ stream: executionStream(id), decider: execution, command, context },
      ...(known && { known }),
    });

  const start = async (context: CommandContext, input: RunPipeline, pipeline: Pipeline) => {
    const id = randomUUID();
    const stored = await blobs.put(`executions/${id}/input`, input.input.bytes);
    const run = startOf(id, input, pipeline, stored, clock());
    const known: Loaded<ExecutionState> = { state: execution.initial, revision: 'no_stream' };
    return { id, started: await handle(context, id, { type: 'start', run }, known) };
  };

  /** Records the end of a run. What cannot be recorded as it is becomes a failure that can. */
  const finish = async (context: CommandContext, id: string, processed: Processed, known: Loaded<ExecutionState>) => {
    const at = (): string => clock().toISOString();
    try {
      return await handle(context, id, { type: 'finish', ...processed, at: at() }, known);
    } catch (error) {
      if (error instanceof EventStoreUnavailable || error instanceof DomainError) throw error;
      log.error({ err: error, execution_id: id }, 'the outcome of an execution could not be recorded');
      return handle(context, id, { type: 'finish', ...INTERNAL_FAILURE, at: at() }, known);
    }
  };

  return {
    async runPipeline(givenContext, input) {
      const context = { ...givenContext, tenant_id: input.tenant_id };
      const pipeline = await findPipeline(deps.documentTypes, input);
      const { id, started } = await start(context, input, pipeline);
      const processed = await processDocument({
        ...{ engine: deps.engine, log, pipeline, execution_id: id },
        ...{ input: input.input, today: clock().toISOString().slice(0, 10) },
      });
      const finished = await finish(context, id, processed, started).catch((error: unknown) =>
        // The sweep took the run for interrupted: then that is what it is.
        endedOtherwise(error) ? handler.load(executionStream(id), execution).then(asHandled) : Promise.reject(error),
      );
      if (processed.engineUnavailable) throw processed.engineUnavailable;
      return committed(executionIn(finished.state), started, finished);
    },

    async erase(context, execution_id) {
      const stream = executionStream(execution_id);
      const known = await handler.load(stream, execution);
      const command: ExecutionCommand = { type: 'erase', at: clock().toISOString() };
      execution.decide(command, known.state); // refuses before anything is gone
      const { tenant_id, input } = executionIn(known.state);
      const recorded: RecordedEvent[] = [];
      for await (const event of deps.eventStore.readStream(stream)) recorded.push(event);
      await deps.subjectKeys.erase(stream);
      const handled = await handle({ ...context, tenant_id }, execution_id, command, known);
      // Last, since it can be repeated when it fails: erasing again finds the same blobs.
      for (const key of [input.key, ...sealedBlobKeys(recorded)]) await blobs.delete(key);
      return committed(undefined, handled);
    },

    async sweepInterrupted(context) {
      const before = new Date(clock().getTime() - deps.longestRunMs);
      const failed: Handled<ExecutionState, ExecutionEvent>[] = [];
      for (const id of await deps.executions.runningSince(before)) {
        const known = await handler.load(executionStream(id), execution);
        if (known.state.status !== 'running') continue;
        const { tenant_id } = known.state.execution;
        failed.push(await finish({ ...context, tenant_id }, id, INTERRUPTED, known));
      }
      return committed(failed.length, ...failed);
    },
  };
}

const INTERNAL_FAILURE: Processed = {
  steps: [],
  outcome: {
    status: 'failed',
    reason: 'internal',
    error: 'Something went wrong on our side while the document was processed; send it again',
  },
};

const INTERRUPTED: Processed = {
  steps: [],
  outcome: {
    status: 'failed',
    reason: 'interrupted',
    error: 'The service was stopped while it processed this document; send it again',
  },
};

/** The fact that a run began, from what was asked for and found. */
function startOf(
  execution_id: string,
  { tenant_id, context_id, input, webhook_url }: RunPipeline,
  { documentType, members }: Pipeline,
  stored: { key: string; sha256: string; size: number },
  now: Date,
): Extract<ExecutionCommand, { type: 'start' }>['run'] {
  const used = (type: Pipeline['documentType']) => ({
    tenant_id: type.tenant_id,
    context_id: type.context_id,
    revision: type.revision,
  });
  return {
    ...{ execution_id, tenant_id, context_id },
    context_display_name: documentType.display_name,
    document_type: used(documentType),
    members: members.map(used),
    masked_fields: [...new Set([documentType, ...members].flatMap((type) => maskedFields(type.validation_rules)))],
    input: stored,
    input_filename: input.filename,
    input_mime_type: input.mime_type,
    // Runs that are not synchronous, and deliveries to the webhook, begin here: a worker follows this event.
    sync: true,
    webhook_url: webhook_url ?? null,
    started_at: now.toISOString(),
  };
}

const endedOtherwise = (error: unknown): boolean => error instanceof DomainError && error.reason === 'conflict';

const asHandled = (loaded: Loaded<ExecutionState>): Handled<ExecutionState, ExecutionEvent> => ({
  ...loaded,
  events: [],
});

function executionIn(state: ExecutionState): Execution {
  if (state.status === 'not_started') throw new Error('An execution that was never started has no view');
  return state.execution;
}
