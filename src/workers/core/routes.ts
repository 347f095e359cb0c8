import { WorkRetried } from '../../domain/operations/index.js';
import type { Message } from '../../platform/bus/bus.js';
import type { RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { Route, RouteAgain, Routes } from './relay.js';

/** Runs that were accepted and wait for a worker. */
export const EXECUTIONS_TOPIC = 'attest.executions';
/** Runs of agents that were accepted and wait for a worker. */
export const AGENT_RUNS_TOPIC = 'attest.agent-runs';
/** Executions that ended, whose outcome somebody may wait for. */
export const ENDED_TOPIC = 'attest.executions-ended';

const ended: Route = {
  topic: ENDED_TOPIC,
  payload: ({ data }) => ({ execution_id: data['execution_id'] ?? null }),
};

/** Replays whose documents wait to be read. */
export const REPLAYS_TOPIC = 'attest.case-replays';

/** Nobody has to take up a run whose caller waits for it. */
function accepted(topic: string): Route {
  const payload: Route['payload'] = ({ data }) =>
    data['sync'] === true ? undefined : { execution_id: data['execution_id'] ?? null };
  return { topic, payload };
}

/** What becomes work, by event type. */
export const routes: Routes = new Map<string, Route | RouteAgain>([
  ['PipelineRunStarted', accepted(EXECUTIONS_TOPIC)],
  ['AgentRunStarted', accepted(AGENT_RUNS_TOPIC)],
  ['ExecutionCompleted', ended],
  ['ExecutionFailed', ended],
  [
    'CaseReplayRequested',
    { topic: REPLAYS_TOPIC, payload: ({ data }) => ({ session_id: data['session_id'] ?? null }) },
  ],
  ['WorkRetried', { again: retriedWork }],
]);

/** An id that the payload of a message carries. @throws TypeError when it carries none */
export function idIn(payload: Message['payload'], name: string): string {
  const id = payload[name];
  if (typeof id !== 'string') throw new TypeError(`A message carries no ${name}`);
  return id;
}

/** Under which id work is parked: the one it was parked under before, else that of its message. */
export function parkedIdOf({ id, payload }: Pick<Message, 'id' | 'payload'>): string {
  const before = payload[PARKED_ID];
  return typeof before === 'string' ? before : id;
}

/** In the payload of work that was parked before: under which id. */
const PARKED_ID = 'parked_id';

function retriedWork({ data }: RecordedEvent): ReturnType<RouteAgain['again']> {
  const { topic, key, type, payload, parked_id } = WorkRetried.schema.parse(data);
  return { topic, key, type, payload: { ...payload, [PARKED_ID]: parked_id } };
}
