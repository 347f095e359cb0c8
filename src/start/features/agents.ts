import { createAgentCommands } from '../../commands/agents/agentCommands.js';
import { createAgentQueries } from '../../projections/agents/agentsProjection.js';
import { createAgentVersionQueries } from '../../projections/agents/agentVersionsProjection.js';
import type { Feature } from '../feature.js';

/** Agents: what they ask for, and their versions. */
export const agents = {
  queries: (readModels) => ({
    agents: createAgentQueries(readModels),
    agentVersions: createAgentVersionQueries(readModels),
  }),
  commands: (parts) => ({
    agents: createAgentCommands(parts),
  }),
} satisfies Feature;
