import {
  applyToGovernanceSet,
  type GovernanceSet,
  type GovernanceSetEvent,
  governanceSetStream,
} from '../../domain/governance/index.js';
import { declareProjection, declareTable, type StoredRow } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';

const setsTable = declareTable<GovernanceSet, GovernanceSetEvent>({
  name: 'governance_sets',
  columns: {
    governance_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    context_id: 'text not null',
    name: 'text not null',
    schedule: 'text not null',
    enabled: 'boolean not null',
    config: 'json not null',
    created_at: 'text collate "C" not null',
    scheduled_at: 'text not null',
  },
  indexes: [
    '(tenant_id, created_at desc, governance_id desc)',
    '(created_at desc, governance_id desc)',
    '(governance_id) where enabled',
  ],
  stream: governanceSetStream,
  keys: (event) => [event.data.governance_id],
  on: {
    GovernanceSetCreated: applyToGovernanceSet,
    GovernanceSetChanged: applyToGovernanceSet,
    GovernanceSetDeleted: applyToGovernanceSet,
  },
});

/** Governance sets, as they are now. */
export const governanceSetsProjection = declareProjection({ name: 'governance_sets', version: 1, tables: [setsTable] });

/** Which sets a list shows. */
export interface GovernanceSetFilter {
  /** Every tenant's where it is left out. */
  tenant_id?: string | undefined;
  /** The one behind which the page begins. */
  after?: Pick<GovernanceSet, 'created_at' | 'governance_id'> | undefined;
  limit: number;
}

/** Reads governance sets. */
export interface GovernanceSetQueries {
  find(governance_id: string, maySee?: MaySee): Promise<StoredRow<GovernanceSet> | undefined>;
  /** Newest first, by time and then id. */
  list(filter: GovernanceSetFilter): Promise<GovernanceSet[]>;
  /** Those that run by their schedule, by id, behind one. */
  enabled(after: string, limit: number): Promise<GovernanceSet[]>;
  /** How many a tenant has, up to `most`. */
  count(tenant_id: string, most: number): Promise<number>;
}

declare module '../core/queries.js' {
  interface Queries {
    governanceSets: GovernanceSetQueries;
  }
}

/** Creates the queries of governance sets. */
export function createGovernanceSetQueries(readModels: ReadModels): GovernanceSetQueries {
  const sets = readModels.of(governanceSetsProjection, setsTable);
  return {
    find: sets.find,

    list: ({ tenant_id, after, limit }) =>
      sets.list((query) => {
        query.orderByRaw('created_at desc, governance_id desc').limit(limit);
        if (tenant_id !== undefined) query.where({ tenant_id });
        return after ? query.whereRaw('(created_at, governance_id) < (?, ?)', [after.created_at, after.governance_id]) : query; // prettier-ignore
      }),

    enabled: (after, limit) =>
      sets.list((query) =>
        query.where({ enabled: true }).where('governance_id', '>', after).orderBy('governance_id').limit(limit),
      ),

    count: async (tenant_id, most) =>
      (await sets.listOnly(['governance_id'], (query) => query.where({ tenant_id }).limit(most))).length,
  };
}
