import {
  execution,
  executionStream,
  type Execution,
  type ExecutionCommand,
  type ExecutionEvent,
  type ExecutionState,
} from '../domain/execution.js';
import type { DocumentEngine } from '../engines/documents/documentEngine.js';
import type { BlobStore } from '../platform/blobs/blobStore.js';
import type { Clock } from '../platform/clock.js';
import { sealedBlobKeys } from '../platform/eventStore/eventCodec.js';
import type { EventStore, RecordedEvent } from '../platform/eventStore/eventStore.js';
import type { Log } from '../platform/log.js';
import type { SubjectKeys } from '../platform/sealing/subjectKeys.js';
import { committed, type CommandHandler, type Handled } from './commandHandler.js';
import type { CommandContext, Committed } from './context.js';
import { createExecutionRecorder, executionIn, type RunPipeline } from './executionRecorder.js';
import { findPipeline, type DocumentTypeCatalog } from './pipelineTypes.js';
import { processDocument, type Processed } from './processDocument.js';

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
  executions: { abandonedSince(before: Date): Promise<string[]> };
  clock: Clock;
  log: Log;
  /** Longest that any run may take, in milliseconds: the engine's time limit and a margin. */
  longestRunMs: number;
}

/** Creates the commands of executions. */
export function createExecutionCommands(deps: ExecutionCommandsDeps): ExecutionCommands {
  const { handler, blobs, clock, log } = deps;
  const recorder = createExecutionRecorder(deps);

  return {
    async runPipeline(givenContext, input) {
      const context = { ...givenContext, tenant_id: input.tenant_id };
      const pipeline = await findPipeline(deps.documentTypes, input);
      const { id, started } = await recorder.start(context, input, pipeline, { sync: true });
      const processed = await processDocument({
        ...{ engine: deps.engine, log, pipeline, execution_id: id },
        ...{ input: input.input, today: clock().toISOString().slice(0, 10) },
      });
      const finished = await recorder.finish(context, id, processed, started);
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
      const handled = await handler.handle({
        ...{ stream, decider: execution, command, known },
        context: { ...context, tenant_id },
      });
      // Last, since it can be repeated when it fails: erasing again finds the same blobs.
      for (const key of [input.key, ...sealedBlobKeys(recorded)]) await blobs.delete(key);
      return committed(undefined, handled);
    },

    async sweepInterrupted(context) {
      const before = new Date(clock().getTime() - deps.longestRunMs);
      const failed: Handled<ExecutionState, ExecutionEvent>[] = [];
      for (const id of await deps.executions.abandonedSince(before)) {
        const known = await handler.load(executionStream(id), execution);
        if (known.state.status !== 'running') continue;
        const { tenant_id } = known.state.execution;
        failed.push(await recorder.finish({ ...context, tenant_id }, id, INTERRUPTED, known));
      }
      return committed(failed.length, ...failed);
    },
  };
}

const INTERRUPTED: Processed = {
  steps: [],
  outcome: {
    status: 'failed',
    reason: 'interrupted',
    error: 'The service was stopped while it processed this document; send it again',
  },
};
