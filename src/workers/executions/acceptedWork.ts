import type { ExecutionEvent } from '../../domain/executions/index.js';
import type { RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { idIn, type Work } from '../core/work.js';

/** Runs of a pipeline that were accepted and wait for a worker. */
export const pipelineRunWork: Work<ExecutionEvent> = {
  topic: 'attest.executions',
  askedBy: { PipelineRunStarted: accepted },
  concurrency: 'engine',
  actor: 'worker:executions',
  work: ({ acceptedRuns }, context, payload) => acceptedRuns.process(context, idIn(payload, 'execution_id')),
  giveUp: ({ acceptedRuns }, context, payload) => acceptedRuns.giveUp(context, idIn(payload, 'execution_id')),
};

/** Runs of agents that were accepted and wait for a worker. */
export const agentRunWork: Work<ExecutionEvent> = {
  topic: 'attest.agent-runs',
  askedBy: { AgentRunStarted: accepted },
  concurrency: 'engine',
  actor: 'worker:executions',
  work: ({ agentRuns }, context, payload) => agentRuns.process(context, idIn(payload, 'execution_id')),
  giveUp: ({ acceptedRuns }, context, payload) => acceptedRuns.giveUp(context, idIn(payload, 'execution_id')),
};

/** Nobody has to take up a run whose caller waits for it. */
function accepted({ data }: RecordedEvent): { execution_id: RecordedEvent['data'][string] } | undefined {
  return data['sync'] === true ? undefined : { execution_id: data['execution_id'] ?? null };
}
