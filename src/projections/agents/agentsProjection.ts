import type { Knex } from 'knex';
import { applyToAgent, type Agent, type AgentEvent } from '../../domain/agents/agent.js';
import { readRows, type Projection } from '../core/projection.js';
import { createRowFinder } from '../core/rowFinder.js';

/** A row of the read model. */
export interface AgentRow extends Agent {
  /** Revision of the agent's stream that this row stands at. */
  revision: number;
}

/** Agents as they are now. */
export const agentsProjection: Projection<AgentRow, AgentEvent> = {
  name: 'agents',
  version: 1,
  table: {
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
      revision: 'integer not null',
    },
    indexes: ['(tenant_id, goal)', '(tenant_id, created_at desc, id desc)', '(created_at desc, id desc)'],
  },
  eventTypes: ['AgentCreated', 'AgentUpdated', 'AgentRolledBack', 'AgentDeployed', 'AgentUndeployed', 'AgentDeleted'],
  key: (event) => event.data.agent_id,

  apply(row, event) {
    const after = applyToAgent(row, event);
    return after && { ...after, revision: Number(event.revision) };
  },
};

/** Reads agents. */
export interface AgentQueries {
  find(id: string): Promise<AgentRow | undefined>;
  /** The tenant's agent for a goal. */
  findByGoal(tenant_id: string, goal: string): Promise<AgentRow | undefined>;
  /** Newest first; of every tenant when `tenant_id` is left out. */
  list(filter: { tenant_id?: string | undefined }): Promise<AgentRow[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    agents: AgentQueries;
  }
}

/** Creates the queries of agents. */
export function createAgentQueries(knex: Knex): AgentQueries {
  const rows = () => readRows(knex, agentsProjection);
  return {
    find: createRowFinder(knex, agentsProjection),

    async findByGoal(tenant_id, goal) {
      const [found] = await rows().where({ tenant_id, goal }).limit(1);
      return found;
    },

    async list({ tenant_id }) {
      const agents = rows().orderByRaw('created_at desc, id desc');
      return tenant_id === undefined ? agents : agents.where({ tenant_id });
    },
  };
}
