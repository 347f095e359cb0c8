import type { ExecutionEvent } from '../../domain/executions/index.js';
import type { RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { idIn, type Work } from '../core/work.js';

const ended = ({ data }: RecordedEvent): { execution_id: RecordedEvent['data'][string] } => ({
  execution_id: data['execution_id'] ?? null,
});

/** Executions that ended, whose outcome somebody may wait for. */
export const endedWork: Work<ExecutionEvent> = {
  topic: 'attest.executions-ended',
  askedBy: { ExecutionCompleted: ended, ExecutionFailed: ended },
  concurrency: 8,
  actor: 'worker:executions',
  work: ({ webhooks }, context, payload) => webhooks.queueOutcome(context, idIn(payload, 'execution_id')),
};
