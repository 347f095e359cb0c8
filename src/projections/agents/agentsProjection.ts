import { agentStream, applyToAgent, type Agent, type AgentEvent } from '../../domain/agents/agent.js';
import { declareProjection, declareTable, type StoredRow } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';
import type { AsOf } from '../core/asOf.js';

/** A row of the read model. */
export type AgentRow = StoredRow<Agent>;

const agentsTable = declareTable<Agent, AgentEvent>({
  name: 'agents',
  columns: {
    id: 'text collate "C" not null',
    tenant_id: 'text not null',
    goal: 'text not null',
    name: 'text not null',
    version: 'text not null',
    definition: 'json not null',
    allow_cloud: 'boolean not null',
    deployed: 'boolean not null',
    created_at: 'text collate "C" not null',
    updated_at: 'text collate "C" not null',
  },
  indexes: ['(tenant_id, created_at desc, id desc)', '(created_at desc, id desc)'],
  stream: agentStream,
  snapshots: true,
  keys: (event) => [event.data.agent_id],
  on: {
    AgentCreated: applyToAgent,
    AgentUpdated: applyToAgent,
    AgentRolledBack: applyToAgent,
    AgentDeployed: applyToAgent,
    AgentUndeployed: applyToAgent,
    AgentDeleted: applyToAgent,
  },
});

/** Agents as they are now. */
export const agentsProjection = declareProjection({ name: 'agents', version: 1, tables: [agentsTable] });

/** Reads agents. */
export interface AgentQueries {
  find(id: string, maySee?: MaySee, asOf?: AsOf): Promise<AgentRow | undefined>;
  /** Newest first; of every tenant when `tenant_id` is left out. */
  list(filter: { tenant_id?: string | undefined }): Promise<AgentRow[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    agents: AgentQueries;
  }
}

/** Creates the queries of agents. */
export function createAgentQueries(readModels: ReadModels): AgentQueries {
  const agents = readModels.of(agentsProjection, agentsTable);
  return {
    find: agents.find,

    list: ({ tenant_id }) =>
      agents.list((query) => {
        query.orderByRaw('created_at desc, id desc');
        return tenant_id === undefined ? query : query.where({ tenant_id });
      }),
  };
}
