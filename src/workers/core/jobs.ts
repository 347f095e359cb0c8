import type { AcceptedRunCommands } from '../../commands/executions/acceptedRuns.js';
import type { AgentRunCommands } from '../../commands/executions/agentRuns.js';
import type { CaseCommands } from '../../commands/cases/caseCommands.js';
import type { CommandContext } from '../../commands/core/context.js';
import type { GiveUp } from '../../commands/operations/parkedWorkCommands.js';
import type { WebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import type { Message } from '../../platform/bus/bus.js';
import { AGENT_RUNS_TOPIC, ENDED_TOPIC, EXECUTIONS_TOPIC, REPLAYS_TOPIC, idIn } from './routes.js';

/** A kind of work: where it comes from and who does it. */
export interface Job {
  topic: string;
  /** Most of it done at the same time by one process. */
  concurrency: number;
  /** As whom, in the events that follow. */
  actor: string;
  /** Harmless when it is repeated. What it throws is tried again, and parked in the end. */
  work(context: CommandContext, payload: Message['payload']): Promise<unknown>;
}

/** What the work is done with. */
export interface JobsDeps {
  acceptedRuns: AcceptedRunCommands;
  agentRuns: Pick<AgentRunCommands, 'process'>;
  cases: Pick<CaseCommands, 'processReplay' | 'giveUpReplay'>;
  webhooks: WebhookCommands;
  /** Documents processed at the same time: as many as the engine has processes. */
  documents: number;
}

/** Everything that workers take from the bus. */
export const jobsOf = ({ acceptedRuns, agentRuns, cases, webhooks, documents }: JobsDeps): Job[] => [
  {
    ...{ topic: EXECUTIONS_TOPIC, concurrency: documents, actor: 'worker:executions' },
    work: (context, payload) => acceptedRuns.process(context, idIn(payload, 'execution_id')),
  },
  {
    ...{ topic: AGENT_RUNS_TOPIC, concurrency: documents, actor: 'worker:executions' },
    work: (context, payload) => agentRuns.process(context, idIn(payload, 'execution_id')),
  },
  {
    ...{ topic: ENDED_TOPIC, concurrency: 8, actor: 'worker:executions' },
    work: (context, payload) => webhooks.queueOutcome(context, idIn(payload, 'execution_id')),
  },
  {
    ...{ topic: REPLAYS_TOPIC, concurrency: documents, actor: 'worker:replays' },
    work: (context, payload) => cases.processReplay(context, idIn(payload, 'session_id')),
  },
];

/** What ends whatever waits for work of a topic, when that work is dropped. */
export const giveUpByTopic = ({
  acceptedRuns,
  cases,
}: Pick<JobsDeps, 'acceptedRuns' | 'cases'>): ReadonlyMap<string, GiveUp> =>
  new Map<string, GiveUp>([
    [EXECUTIONS_TOPIC, (context, payload) => acceptedRuns.giveUp(context, idIn(payload, 'execution_id'))],
    [AGENT_RUNS_TOPIC, (context, payload) => acceptedRuns.giveUp(context, idIn(payload, 'execution_id'))],
    [REPLAYS_TOPIC, (context, payload) => cases.giveUpReplay(context, idIn(payload, 'session_id'))],
  ]);
