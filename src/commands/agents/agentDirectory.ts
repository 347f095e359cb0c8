import { agentGoal, agentGoalStream } from '../../domain/agents/agentGoal.js';
import type { AgentQueries, AgentRow } from '../../projections/agents/agentsProjection.js';
import type { CommandHandler } from '../core/commandHandler.js';

/** Finds agents for the commands of others, as their streams have them. */
export interface AgentDirectory {
  find(id: string): Promise<AgentRow | undefined>;
  /** The tenant's agent for a goal: the stream that keeps the goal to one agent says which. */
  findByGoal(tenant_id: string, goal: string): Promise<AgentRow | undefined>;
}

/** Creates the directory. */
export function createAgentDirectory(
  handler: Pick<CommandHandler, 'load'>,
  agents: Pick<AgentQueries, 'find'>,
): AgentDirectory {
  return {
    find: (id) => agents.find(id),
    async findByGoal(tenant_id, goal) {
      const { state } = await handler.load(agentGoalStream({ tenant_id, goal }), agentGoal);
      return state.status === 'free' ? undefined : agents.find(state.agent_id);
    },
  };
}
