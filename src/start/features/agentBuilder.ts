import { createAgentBuilderCommands } from '../../commands/agentBuilder/agentBuilderCommands.js';
import { createAgentCommands } from '../../commands/agents/agentCommands.js';
import { createDocumentTypeCommands } from '../../commands/documentTypes/documentTypeCommands.js';
import type { Feature } from '../feature.js';

/** The wizard, in which an agent is drafted step by step. */
export const agentBuilder = {
  queries: () => ({}),
  commands: (parts) => ({
    agentBuilder: createAgentBuilderCommands({
      ...{ handler: parts.handler, clock: parts.clock, catalog: parts.documentTypes },
      ...{ agents: createAgentCommands(parts), documentTypes: createDocumentTypeCommands(parts) },
    }),
  }),
} satisfies Feature;
