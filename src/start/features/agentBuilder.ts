import { createAgentBuilderCommands } from '../../commands/agentBuilder/agentBuilderCommands.js';
import { createBuilderChatCommands } from '../../commands/agentBuilder/builderChat.js';
import { createAgentCommands } from '../../commands/agents/agentCommands.js';
import { createDocumentTypeCommands } from '../../commands/documentTypes/documentTypeCommands.js';
import { createDocumentTypeDiscovery } from '../../commands/documentTypes/documentTypeDiscovery.js';
import type { Feature } from '../feature.js';

/** The wizard, in which an agent is drafted step by step. */
export const agentBuilder = {
  queries: () => ({}),
  commands: (parts) => {
    const agentBuilder = createAgentBuilderCommands({
      ...{ handler: parts.handler, clock: parts.clock, catalog: parts.documentTypes },
      ...{ agents: createAgentCommands(parts), documentTypes: createDocumentTypeCommands(parts) },
    });
    const builderChat = createBuilderChatCommands({
      ...{ builder: agentBuilder, catalog: parts.documentTypes, clock: parts.clock },
      discovery: createDocumentTypeDiscovery(parts),
    });
    return { agentBuilder, builderChat };
  },
} satisfies Feature;
