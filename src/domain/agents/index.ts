export {
  type AgentDefinition,
  type AgentDefinitionGiven,
  assertUsableDefinition,
  KNOWN_KEYS,
  pipelineFor,
  policyOf,
  readDefinition,
  requiredTypes,
} from './agentDefinition.js';
export { agentEventDefinitions } from './agentEvents.js';
export { noAgentFor } from './agentGoal.js';
