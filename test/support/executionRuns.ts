import { createDocumentTypeCatalog } from '../../src/commands/documentTypes/documentTypeCatalog.js';
import type { ExecutionCommandsDeps } from '../../src/commands/executions/executionCommands.js';
import { createExecutionRecorder, type RunPipeline } from '../../src/commands/executions/executionRecorder.js';
import type { PipelineResult } from '../../src/domain/documents/pipeline.js';
import type { DocumentEngine, EngineOutcome } from '../../src/engines/documents/documentEngine.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createExclusive, exclusiveMigrations } from '../../src/platform/exclusive/exclusive.js';
import { createDocumentTypeQueries } from '../../src/projections/documentTypes/documentTypesProjection.js';
import {
  createExecutionQueries,
  type ListedExecution,
  type ExecutionQueries,
} from '../../src/projections/executions/executionsProjection.js';
import { startProjector } from '../../src/projections/core/projector.js';
import { createReadYourWrites, type ReadYourWrites } from '../../src/projections/core/readYourWrites.js';
import { allProjections } from '../../src/start/features.js';
import { openCore, type Core } from './core.js';

/** How long a run may take by `deps`, in milliseconds. */
export const LONGEST_RUN_MS = 60_000;

/** What commands of executions are made of, on stores of their own which read models follow. */
export interface ExecutionRuns {
  core: Core;
  deps: ExecutionCommandsDeps;
  queries: ExecutionQueries;
  reads: ReadYourWrites;
  /** The run that was begun last, as it is read. */
  last(): Promise<ListedExecution | undefined>;
  close(): Promise<void>;
}

/** Opens it, with an engine that does with each document what it is told. */
export async function openExecutionRuns(process: DocumentEngine['process']): Promise<ExecutionRuns> {
  const core = await openCore();
  await migrate(core.database, exclusiveMigrations);
  const projector = startProjector({ ...core, projections: allProjections });
  const queries = createExecutionQueries(core.readModels);
  const reads = createReadYourWrites({ ...core, projections: allProjections });
  const deps: ExecutionCommandsDeps = {
    ...{ ...core, recorder: createExecutionRecorder(core), engine: { process }, executions: queries },
    documentTypes: createDocumentTypeCatalog(core, createDocumentTypeQueries(core.readModels)),
    exclusive: createExclusive(core),
    longestRunMs: LONGEST_RUN_MS,
  };
  return {
    ...{ core, deps, queries, reads },
    async last() {
      const head = await core.eventStore.head();
      await reads.wait({ event_types: ['PipelineRunStarted'], ...(head !== undefined && { position: head }) });
      return (await queries.list({ limit: 1 }))[0];
    },
    async close() {
      await projector.stop();
      await core.close();
    },
  };
}

/** What an engine says of a document that it has read. */
export const completed = (result: PipelineResult): EngineOutcome => ({
  status: 'completed',
  steps: [{ tool: 'extract', order: 0, status: 'success', output: { extracted: result.extracted }, duration_ms: 3 }],
  result,
});

/** A document to be run through a pipeline. */
export const runOf = (context_id: string, bytes: Uint8Array = Buffer.from('a passport')): RunPipeline => ({
  ...{ tenant_id: 'acme', context_id },
  input: { bytes, filename: 'anna.png', mime_type: 'image/png', extra: { country: 'UTO' } },
});
