import { createAgentCommands } from '../../commands/agents/agentCommands.js';
import { createAgentQueries } from '../../projections/agents/agentsProjection.js';
import { createAgentVersionQueries } from '../../projections/agents/agentVersionsProjection.js';
import { createPastAgentQueries } from '../../projections/agents/pastAgents.js';
import { createAuditQueries } from '../../projections/audit/auditProjection.js';
import type { Feature } from '../feature.js';
import { auditProjection } from '../stored.js';

/** Agents: what they ask for, and their versions. */
export const agents = {
  queries: (readModels) => {
    const agents = createAgentQueries(readModels);
    const agentVersions = createAgentVersionQueries(readModels);
    const trail = createAuditQueries(readModels, auditProjection);
    return { agents, agentVersions, pastAgents: createPastAgentQueries(agents, trail) };
  },
  commands: (parts) => ({
    agents: createAgentCommands(parts),
  }),
} satisfies Feature;
