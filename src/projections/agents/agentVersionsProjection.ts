import type { Knex } from 'knex';
import { versionIn, type AgentEvent, type AgentVersion } from '../../domain/agents/agent.js';
import { readRows, type Projection } from '../core/projection.js';

/** What agents were before they were changed. */
export const agentVersionsProjection: Projection<
  AgentVersion,
  Extract<AgentEvent, { type: 'AgentUpdated' | 'AgentRolledBack' }>
> = {
  name: 'agent_versions',
  version: 1,
  table: {
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
  },
  eventTypes: ['AgentUpdated', 'AgentRolledBack'],
  key: (event) => event.data.snapshot.id,
  apply: (_row, event) => versionIn(event),
};

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
export function createAgentVersionQueries(knex: Knex): AgentVersionQueries {
  return {
    async list(agentId) {
      return readRows(knex, agentVersionsProjection)
        .where({ agent_id: agentId })
        .orderByRaw('created_at desc, id desc');
    },
  };
}
