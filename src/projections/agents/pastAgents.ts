import type { AuditQueries } from '../audit/auditProjection.js';
import type { AsOf } from '../core/asOf.js';
import { newestFirst, rowsAsOf } from '../core/rowsAsOf.js';
import type { AgentQueries, AgentRow } from './agentsProjection.js';

/** Reads which agents there were. */
export interface PastAgentQueries {
  /**
   * As `AgentQueries.list` would have at a moment, those that were deleted since among them.
   * @throws DomainError `invalid` where there were too many to look at
   */
  list(filter: { tenant_id?: string | undefined }, asOf: AsOf): Promise<AgentRow[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    pastAgents: PastAgentQueries;
  }
}

/** Creates the queries of agents of the past: the audit trail says which ones there were, and what happened to each what it was. */
export function createPastAgentQueries(agents: AgentQueries, trail: Pick<AuditQueries, 'doneTo'>): PastAgentQueries {
  return {
    async list({ tenant_id }, asOf) {
      const tenants = tenant_id === undefined ? undefined : [tenant_id];
      const [known, now] = await Promise.all([
        trail.doneTo({ action: 'AgentCreated', tenants, asOf }),
        // The trail may be a moment behind.
        agents.list({ tenant_id }),
      ]);
      const ids = [...known, ...now.map(({ id }) => id)];
      const isAsked = (tenant: string): boolean => tenant_id === undefined || tenant === tenant_id;
      const found = await rowsAsOf(ids, (id) => agents.find(id, isAsked, asOf));
      return found.sort(newestFirst(({ id }) => id));
    },
  };
}
