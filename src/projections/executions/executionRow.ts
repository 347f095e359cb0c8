import { isAgentExecution } from '../../domain/executions/agentRunDocuments.js';
import { applyToExecutionSummary, type ExecutionSummary } from '../../domain/executions/execution.js';
import type { AgentRunResult } from '../../domain/executions/agentRun.js';
import type { PipelineResult } from '../../domain/documents/index.js';
import type { ExecutionEvent, ExecutionResult } from '../../domain/executions/executionEvents.js';
import { retainedUntil } from '../../domain/core/retention.js';
import { facetsFor, type Facets } from '../core/facets.js';
import type { Fold } from '../core/projection.js';
import type { Mode } from '../../domain/core/mode.js';

/** An execution as its table has it. */
export interface ExecutionRow extends ExecutionSummary {
  /** Whether it is meant, or a trial; null in a table of a version that did not say. */
  mode: Mode | null;
  /** What lists find it by; null in a table of a version that had none. */
  facets: Facets | null;
  /** Days for which it is kept after its end, as its agent says; null for good, and in a table of a version that did not say. */
  retention_days: number | null;
  /** Until when it is kept; null while it runs, too. */
  retained_until: string | null;
}

/** What an event makes of the row of an execution. */
export const onExecution: Fold<ExecutionRow, ExecutionEvent> = (before, event) => {
  const after = applyToExecutionSummary(before, event);
  if (!after) return undefined;
  const retention_days =
    event.type === 'AgentRunStarted' ? (event.data.agent.retention_days ?? null) : (before?.retention_days ?? null);
  const retained_until = after.erased ? null : retainedUntil(after.completed_at, retention_days);
  const mode = before ? before.mode : event.metadata.mode;
  return { ...after, mode, facets: facetsOf(after), retention_days, retained_until };
};

function facetsOf({ context_id, result, metadata }: ExecutionSummary): Facets {
  const ofAgent = isAgentExecution({ context_id });
  return facetsFor({
    document_type: [...(ofAgent ? [] : [context_id]), ...(result ? typesIn(result) : [])],
    reason: result && isOfAgent(result) ? result.reasons.map(({ code }) => code) : [],
    metadata: metadata ?? {},
  });
}

/** Whether a result is that of an agent run. */
export const isOfAgent = (result: ExecutionResult): result is AgentRunResult =>
  'phases' in result && Array.isArray(result.phases);

/** Whether it is that of a document type which is not made of others. */
export const isOfOneType = (result: Exclude<ExecutionResult, AgentRunResult>): result is PipelineResult =>
  typeof result.document_type === 'string';

/** What a run read its document as: of an agent, or of a type that is made of others, there may be several. */
function typesIn(result: ExecutionResult): string[] {
  if (isOfAgent(result)) return result.phases.map(({ doc_type }) => doc_type);
  if (isOfOneType(result)) return [result.document_type];
  return Object.values(result).map(({ document_type }) => document_type);
}
