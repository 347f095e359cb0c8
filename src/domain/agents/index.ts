export {
  AgentCreated,
  AgentDeleted,
  AgentDeployed,
  type AgentEvent,
  AgentRolledBack,
  AgentUndeployed,
  AgentUpdated,
} from './agent.js';
export {
  type AgentDefinition,
  type AgentDefinitionGiven,
  pipelineFor,
  readDefinition,
  requiredTypes,
} from './agentDefinition.js';
export { type AgentGoalEvent, AgentGoalReleased, AgentGoalReserved } from './agentGoal.js';
