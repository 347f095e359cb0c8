import type { Route, Routes } from './relay.js';

/** Runs that were accepted and wait for a worker. */
export const EXECUTIONS_TOPIC = 'attest.executions';
/** Executions that ended, whose outcome somebody may wait for. */
export const ENDED_TOPIC = 'attest.executions-ended';

const ended: Route = {
  topic: ENDED_TOPIC,
  payload: ({ data }) => ({ execution_id: data['execution_id'] ?? null }),
};

/** What becomes work, by event type. */
export const routes: Routes = new Map<string, Route>([
  [
    'PipelineRunStarted',
    {
      topic: EXECUTIONS_TOPIC,
      payload: ({ data }) => (data['sync'] === true ? undefined : { execution_id: data['execution_id'] ?? null }),
    },
  ],
  ['ExecutionCompleted', ended],
  ['ExecutionFailed', ended],
]);
