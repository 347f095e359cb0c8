import { isAgentExecution, maskAgentRun } from '../../domain/executions/agentRunDocuments.js';
import { maskExecution } from '../../domain/executions/executionMasking.js';
import type { Execution } from '../../domain/executions/execution.js';
import type { ExecutionResult } from '../../domain/executions/executionEvents.js';
import { rounded } from '../../domain/documents/index.js';
import { isOfAgent, isOfOneType } from './executionRow.js';
import type { ListedExecution } from './executionsProjection.js';

/** An execution as the API shows it, in answers and webhooks alike. */
export const executionView = (unmasked: ListedExecution & Pick<Execution, 'metadata'>) => ({
  ...shownExecution(unmasked),
  metadata: unmasked.metadata ?? {},
});

/** An execution as it is listed: checks with their evidence stand in what is read by its id alone. */
export function listedExecutionView(unmasked: ListedExecution) {
  const shown = shownExecution(unmasked);
  const steps = shown.steps.map((step) => ({ ...step, output: withoutChecks(step.output) }));
  return { ...shown, steps, result: { ...(unmasked.result && listedResult(shown.result)) } };
}

function listedResult(result: ExecutionResult): object {
  if (isOfAgent(result)) return result;
  if (isOfOneType(result)) return withoutChecks(result);
  return Object.fromEntries(Object.entries(result).map(([member, ofIt]) => [member, withoutChecks(ofIt)]));
}

const withoutChecks = ({ checks: _checks, ...shown }: { checks?: unknown }): object => shown;

/** Masked, rounded, and nothing null that is not said to be. */
function shownExecution(unmasked: ListedExecution) {
  const run = isAgentExecution(unmasked) ? maskAgentRun(unmasked) : undefined;
  const execution = run ?? maskExecution(unmasked);
  return rounded({
    execution_id: execution.execution_id,
    context_id: execution.context_id,
    context_display_name: execution.context_display_name,
    tenant_id: execution.tenant_id,
    status: execution.status,
    steps: execution.steps.map((step) => ({
      tool: step.tool,
      order: step.order,
      status: step.status,
      output: step.output ?? {},
      ...(typeof step.error === 'string' && { error: step.error }),
      duration_ms: step.duration_ms,
    })),
    ...(run && { phases: run.phases }),
    result: { ...execution.result },
    ...(execution.error !== null && { error: execution.error }),
    input_filename: execution.input_filename ?? '',
    input_mime_type: execution.input_mime_type,
    file_url: `/v1/pipeline/executions/${execution.execution_id}/file`,
    started_at: execution.started_at,
    completed_at: execution.completed_at ?? '',
    total_ms: execution.total_ms ?? 0,
    mode: execution.mode ?? 'live',
  });
}
