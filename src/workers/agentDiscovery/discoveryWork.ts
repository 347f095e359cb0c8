import type { AgentDiscoveryEvent } from '../../domain/agentDiscovery/index.js';
import { idIn, type Work } from '../core/work.js';

/** Discoveries that are begun: whoever asked goes on with his own, and where his process dies over it, this does. */
export const discoveryWork: Work<AgentDiscoveryEvent> = {
  topic: 'attest.agent-discoveries',
  askedBy: { AgentDiscoveryBegun: ({ data }) => ({ discovery_id: data['discovery_id'] ?? null }) },
  concurrency: 4,
  actor: 'worker:discoveries',
  work: ({ agentDiscovery }, context, payload) => agentDiscovery.goOn(context, idIn(payload, 'discovery_id')),
  giveUp: ({ agentDiscovery }, context, payload) => agentDiscovery.giveUp(context, idIn(payload, 'discovery_id')),
};
