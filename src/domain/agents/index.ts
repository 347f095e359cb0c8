export {
  type AgentDefinition,
  type AgentDefinitionGiven,
  pipelineFor,
  readDefinition,
  requiredTypes,
} from './agentDefinition.js';
export { agentEventDefinitions } from './agentEvents.js';
export { noAgentFor } from './agentGoal.js';
