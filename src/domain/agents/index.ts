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
  assertMatchFields,
  assertPipeline,
  assertUsableDefinition,
  KNOWN_KEYS,
  pipelineFor,
  DEFAULT_PIPELINE,
  policyOf,
  readDefinition,
  requiredTypes,
  retentionDaysOf,
  usedTypes,
} from './agentDefinition.js';
export { agentEventDefinitions } from './agentEvents.js';
export { noAgentFor } from './agentGoal.js';
export { buildDefinition } from './buildAgent.js';
export { agent, type AgentChanges, agentStream, assertGoal, isGoal } from './agent.js';
export { captureOf, type CaptureSettings } from './captureSettings.js';
