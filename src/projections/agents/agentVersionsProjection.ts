import { versionIn, type AgentEvent, type AgentVersion } from '../../domain/agents/agent.js';
import { declareProjection, declareTable, IGNORED } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';

const agentVersionsTable = declareTable<AgentVersion, AgentEvent>({
  name: 'agent_versions',
  columns: {
    id: 'text collate "C" not null',
    agent_id: 'text not null',
    tenant_id: 'text not null',
    version: 'text not null',
    name: 'text not null',
    definition: 'json not null',
    note: 'text not null',
    created_at: 'text collate "C" not null',
  },
  indexes: ['(agent_id, created_at desc, id desc)'],
  ofOneStream: true,
  keys: (event) => ('snapshot' in event.data ? [event.data.snapshot.id] : []),
  on: {
    AgentCreated: IGNORED,
    AgentUpdated: (_row, event) => versionIn(event),
    AgentRolledBack: (_row, event) => versionIn(event),
    AgentDeployed: IGNORED,
    AgentUndeployed: IGNORED,
    AgentDeleted: IGNORED,
  },
});

/** What agents were before they were changed. */
export const agentVersionsProjection = declareProjection({
  name: 'agent_versions',
  version: 1,
  tables: [agentVersionsTable],
});

/** Reads what agents were before. */
export interface AgentVersionQueries {
  /** Newest first. */
  list(agentId: string): Promise<AgentVersion[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    agentVersions: AgentVersionQueries;
  }
}

/** Creates the queries of agent versions. */
export function createAgentVersionQueries(readModels: ReadModels): AgentVersionQueries {
  const versions = readModels.of(agentVersionsProjection, agentVersionsTable);
  return {
    async list(agent_id) {
      const found = await versions.list((query) => query.where({ agent_id }).orderByRaw('created_at desc, id desc'));
      return found.map(({ id, tenant_id, version, name, definition, note, created_at }) => ({
        ...{ id, agent_id, tenant_id, version, name, definition, note, created_at },
      }));
    },
  };
}
