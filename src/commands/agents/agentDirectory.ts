import { agent, agentStream, type Agent } from '../../domain/agents/agent.js';
import { agentGoal, agentGoalStream } from '../../domain/agents/agentGoal.js';
import { createLookUp, type KnownAt, type LookUpDeps } from '../core/lookUp.js';

/** An agent as its stream has it. */
export type KnownAgent = KnownAt<Agent>;

/** Finds agents for the commands of others, as the last events of their streams left them. */
export interface AgentDirectory {
  find(id: string): Promise<KnownAgent | undefined>;
  /** The tenant's agent for a goal: the stream that keeps the goal to one agent says which. */
  findByGoal(tenant_id: string, goal: string): Promise<KnownAgent | undefined>;
  /** All streams that say that an agent is the one for a goal, and what it is. */
  streamsOf(agent: Pick<Agent, 'tenant_id' | 'goal' | 'id'>): string[];
}

/** Creates the directory. */
export function createAgentDirectory(deps: LookUpDeps): AgentDirectory {
  const lookUp = createLookUp(deps, agent, (state) => (state.status === 'created' ? state.agent : undefined));
  const find: AgentDirectory['find'] = (id) => lookUp(agentStream(id));
  return {
    find,
    streamsOf: ({ id, ...goal }) => [agentGoalStream(goal), agentStream(id)],
    async findByGoal(tenant_id, goal) {
      const { state } = await deps.handler.load(agentGoalStream({ tenant_id, goal }), agentGoal);
      return state.status === 'free' ? undefined : find(state.agent_id);
    },
  };
}
