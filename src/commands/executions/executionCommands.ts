import { execution, executionStream, type Execution, type ExecutionState } from '../../domain/executions/execution.js';
import type { ExecutionEvent } from '../../domain/executions/executionEvents.js';
import type { DocumentEngine } from '../../engines/documents/documentEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Clock } from '../../platform/clock.js';
import type { Exclusive } from '../../platform/exclusive/exclusive.js';
import type { Certificates } from '../../platform/signing/certificates.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import type { AbandonedExecution, ExecutionQueries } from '../../projections/executions/executionsProjection.js';
import { committed, type CommandHandler, type Handled } from '../core/commandHandler.js';
import { HeldElsewhere } from '../core/heldElsewhere.js';
import type { CommandContext, Committed } from '../core/context.js';
import { sweep } from '../core/sweep.js';
import type { ForgetElsewhere } from '../core/forget.js';
import { createEraseExecution, type EraseExecution } from './eraseExecution.js';
import { createRunNotes, type RunNotes } from './runNotes.js';
import { createRunRetention, type RunRetention } from './runRetention.js';
import { executionIn, runLease, type ExecutionRecorder, type RunPipeline } from './executionRecorder.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';
import { findPipeline } from '../documents/pipelineTypes.js';
import type { SearchTexts } from '../savedSearches/searchTexts.js';
import { processDocument } from '../documents/processDocument.js';
import { INTERRUPTED } from '../documents/readWithEngine.js';

/** What can be asked of executions. */
export interface ExecutionCommands extends RunRetention, RunNotes {
  /**
   * Stores the input, runs it and records what came of it. A document that cannot be read is a `failed` execution, not
   * an error.
   * @throws DomainError `not_found` for an unknown type, `rule_broken` for a disabled one or a composite with an unusable member
   * @throws EngineUnavailable when no engine could be had; the execution is recorded as failed
   */
  runPipeline(context: CommandContext, input: RunPipeline): Promise<Committed<Execution>>;
  /** See `EraseExecution`. */
  erase: EraseExecution;
  /** An execution as far as its tenant: also one of which values are lost, and with none of it opened. Undefined where there is none. */
  findToErase(execution_id: string): Promise<Pick<Execution, 'execution_id' | 'tenant_id'> | undefined>;
  /**
   * Fails executions that a killed process left `running` for longer than any document may take. Returns how many. Begins no more once
   * `stopping` is aborted.
   */
  sweepInterrupted(context: CommandContext, stopping?: AbortSignal): Promise<Committed<number>>;
}

/** What the commands of executions stand on. */
export interface ExecutionCommandsDeps extends ForgetElsewhere {
  handler: CommandHandler;
  recorder: ExecutionRecorder;
  eventStore: Pick<EventStore, 'readStream'>;
  blobs: BlobStore;
  subjectKeys: SubjectKeys;
  engine: Pick<DocumentEngine, 'process' | 'understandsScenes'>;
  documentTypes: DocumentTypeCatalog;
  /** The read side of executions: which of them still run, and which were kept long enough. */
  executions: Pick<ExecutionQueries, 'abandonedSince' | 'retained'>;
  exclusive: Pick<Exclusive, 'hold'>;
  certificates: Pick<Certificates, 'issue'>;
  searchTexts: SearchTexts;
  clock: Clock;
  log: Log;
  /** Longest that a document may take, in milliseconds: the engine's time limit and a margin. */
  longestRunMs: number;
}

declare module '../core/commands.js' {
  interface Commands {
    executions: ExecutionCommands;
  }
}

/** Runs that are looked for in one go. */
const LOOKED_AT_AT_ONCE = 500;

/** Creates the commands of executions. */
export function createExecutionCommands(deps: ExecutionCommandsDeps): ExecutionCommands {
  const { handler, recorder, clock } = deps;
  const erase = createEraseExecution(deps);

  return {
    async runPipeline(givenContext, input) {
      const context = { ...givenContext, tenant_id: input.tenant_id };
      const pipeline = await findPipeline(deps, { ...input, mode: context.mode });
      const { id, started } = await recorder.start(context, input, pipeline, { sync: true });
      if (started.state.status !== 'running') return committed(executionIn(started.state), started);
      const { bytes, ...file } = input.input;
      const held = await deps.exclusive.hold(runLease(id), async () => {
        const processed = await processDocument(deps, {
          ...{ pipeline, execution_id: id, tenant_id: input.tenant_id, today: clock().toISOString().slice(0, 10) },
          input: { ...file, file: () => Promise.resolve(bytes) },
        });
        const finished = await recorder.finish(context, id, processed, started);
        if (processed.unavailable) throw processed.unavailable;
        return committed(executionIn(finished.state), started, finished);
      });
      if (!held) throw new HeldElsewhere('Another process executes the run');
      return held.value;
    },

    erase,
    ...createRunRetention(deps, erase),
    ...createRunNotes(deps),

    async findToErase(execution_id) {
      const tenant_id = await handler.tenantOf(executionStream(execution_id));
      return tenant_id === undefined ? undefined : { execution_id, tenant_id };
    },

    async sweepInterrupted(context, stopping) {
      const before = new Date(clock().getTime() - deps.longestRunMs);
      const failed: Handled<ExecutionState, ExecutionEvent>[] = [];
      await sweep<AbandonedExecution>({
        ...{ name: 'interrupted runs', log: deps.log, stopping },
        idOf: ({ execution_id }) => execution_id,
        next: (after) => deps.executions.abandonedSince(before, LOOKED_AT_AT_ONCE, after),
        // A run takes as long as its documents do, and the turns of others between their pages: whoever is at it holds its lease.
        work: ({ execution_id: id }) =>
          deps.exclusive.hold(runLease(id), async () => {
            const known = await handler.load(executionStream(id), execution);
            if (known.state.status !== 'running') return;
            const { tenant_id } = known.state.execution;
            const interrupted = { steps: [], outcome: INTERRUPTED };
            failed.push(await recorder.finish({ ...context, tenant_id }, id, interrupted, known));
          }),
      });
      return committed(failed.length, ...failed);
    },
  };
}
