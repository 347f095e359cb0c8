export {
  type AgentRules,
  alternativesOf,
  type DemandsGiven,
  faceMatchOf,
  isMet,
  rulesOf,
  twoSidedTypes,
} from './agentDemands.js';
export {
  type AgentDefinition,
  type AgentDefinitionGiven,
  assertUsableDefinition,
  KNOWN_KEYS,
  pipelineFor,
  policyOf,
  readDefinition,
  requiredTypes,
  retentionDaysOf,
  usedTypes,
} from './agentDefinition.js';
export { agentEventDefinitions } from './agentEvents.js';
export { noAgentFor } from './agentGoal.js';
export type { AgentChanges } from './agent.js';
