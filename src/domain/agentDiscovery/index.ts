export {
  type AgentDiscovery,
  agentDiscovery,
  type AgentDiscoveryCommand,
  agentDiscoveryEventDefinitions,
  type AgentDiscoveryEvent,
  agentDiscoveryStream,
  type DiscoveryPlan,
} from './agentDiscovery.js';
export { nameOfTypes, typesOfSamples } from './planDiscovery.js';
