import { AgentCreated, AgentDeleted, AgentDeployed, AgentRolledBack, AgentUndeployed, AgentUpdated } from './agent.js';
import { AgentGoalReleased, AgentGoalReserved } from './agentGoal.js';

/** Every event type of agents and of the goals that they hold. */
export const agentEventDefinitions = [
  AgentCreated,
  AgentUpdated,
  AgentRolledBack,
  AgentDeployed,
  AgentUndeployed,
  AgentDeleted,
  AgentGoalReserved,
  AgentGoalReleased,
] as const;
