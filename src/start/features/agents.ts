import { createAgentCommands } from '../../commands/agents/agentCommands.js';
import { agentEventDefinitions } from '../../domain/agents/index.js';
import { agentsProjection, createAgentQueries } from '../../projections/agents/agentsProjection.js';
import {
  agentVersionsProjection,
  createAgentVersionQueries,
} from '../../projections/agents/agentVersionsProjection.js';
import type { Feature } from '../feature.js';

/** Agents: what they ask for, and their versions. */
export const agents = {
  events: agentEventDefinitions,
  projections: [agentsProjection, agentVersionsProjection],
  queries: (readModels) => ({
    agents: createAgentQueries(readModels),
    agentVersions: createAgentVersionQueries(readModels),
  }),
  commands: (parts) => ({
    agents: createAgentCommands(parts),
  }),
} satisfies Feature;
