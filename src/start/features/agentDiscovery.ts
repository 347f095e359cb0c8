import { createAgentDiscoveryCommands } from '../../commands/agentDiscovery/agentDiscoveryCommands.js';
import { createAgentCommands } from '../../commands/agents/agentCommands.js';
import { createDocumentTypeCommands } from '../../commands/documentTypes/documentTypeCommands.js';
import { createDocumentTypeDiscovery } from '../../commands/documentTypes/documentTypeDiscovery.js';
import { discoveryWork } from '../../workers/agentDiscovery/discoveryWork.js';
import type { Feature } from '../feature.js';

/** Agents that are made from samples, with the document types that they lack. */
export const agentDiscovery = {
  queries: () => ({}),
  commands: (parts) => ({
    agentDiscovery: createAgentDiscoveryCommands({
      ...{ handler: parts.handler, clock: parts.clock, catalog: parts.documentTypes },
      ...{ agents: createAgentCommands(parts), documentTypes: createDocumentTypeCommands(parts) },
      discovery: createDocumentTypeDiscovery(parts),
    }),
  }),
  work: [discoveryWork],
} satisfies Feature;
