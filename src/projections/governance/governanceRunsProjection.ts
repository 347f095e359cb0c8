import {
  applyToGovernanceRun,
  type GovernanceRun,
  type GovernanceRunEvent,
  governanceRunStream,
} from '../../domain/governance/index.js';
import { declareProjection, declareTable, type StoredRow } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';

const runsTable = declareTable<GovernanceRun, GovernanceRunEvent>({
  name: 'governance_runs',
  columns: {
    run_id: 'text collate "C" not null',
    governance_id: 'text not null',
    tenant_id: 'text not null',
    context_id: 'text not null',
    config: 'json not null',
    trigger: 'text not null',
    tick: 'text',
    status: 'text not null',
    total_docs: 'integer not null',
    passed: 'integer not null',
    failed: 'integer not null',
    error_count: 'integer not null',
    summary: 'json',
    error: 'text',
    started_at: 'text collate "C" not null',
    completed_at: 'text',
  },
  indexes: [
    '(governance_id, started_at desc, run_id desc)',
    `(tenant_id) where status = 'running'`,
    `(started_at, run_id) where status = 'running'`,
  ],
  stream: governanceRunStream,
  keys: (event) => [event.data.run_id],
  on: {
    GovernanceRunBegun: applyToGovernanceRun,
    GovernanceRunEnded: applyToGovernanceRun,
    GovernanceDrifted: applyToGovernanceRun,
  },
});

/** Runs of governance sets, as they are now. */
export const governanceRunsProjection = declareProjection({ name: 'governance_runs', version: 2, tables: [runsTable] });

/** Which runs a list shows. */
export interface GovernanceRunFilter {
  governance_id: string;
  /** The one behind which the page begins. */
  after?: Pick<GovernanceRun, 'started_at' | 'run_id'> | undefined;
  limit: number;
}

/** Reads runs. */
export interface GovernanceRunQueries {
  find(run_id: string, maySee?: MaySee): Promise<StoredRow<GovernanceRun> | undefined>;
  /** Newest first, by when they began and then id. */
  list(filter: GovernanceRunFilter): Promise<GovernanceRun[]>;
  /** When the newest run of each of these sets began, ISO 8601; none for a set that never ran. */
  lastOf(governance_ids: readonly string[]): Promise<Map<string, string>>;
  /** How many of a tenant go on, up to `most`. */
  running(tenant_id: string, most: number): Promise<number>;
  /** Whether one of a set goes on. */
  isRunning(governance_id: string): Promise<boolean>;
  /** Those that go on, of all tenants, the oldest first, behind one. */
  allRunning(after: Pick<GovernanceRun, 'started_at' | 'run_id'>, limit: number): Promise<GovernanceRun[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    governanceRuns: GovernanceRunQueries;
  }
}

/** Creates the queries of runs. */
export function createGovernanceRunQueries(readModels: ReadModels): GovernanceRunQueries {
  const runs = readModels.of(governanceRunsProjection, runsTable);
  const newest = (governance_id: string) =>
    runs.listOnly(['started_at'], (query) =>
      query.where({ governance_id }).orderByRaw('started_at desc, run_id desc').limit(1),
    );
  return {
    find: runs.find,

    list: ({ governance_id, after, limit }) =>
      runs.list((query) => {
        query.where({ governance_id }).orderByRaw('started_at desc, run_id desc').limit(limit);
        return after ? query.whereRaw('(started_at, run_id) < (?, ?)', [after.started_at, after.run_id]) : query;
      }),

    async lastOf(governance_ids) {
      const last = new Map<string, string>();
      for (const id of governance_ids) {
        const [run] = await newest(id);
        if (run) last.set(id, run.started_at);
      }
      return last;
    },

    running: async (tenant_id, most) =>
      (await runs.listOnly(['run_id'], (query) => query.where({ tenant_id, status: 'running' }).limit(most))).length,

    isRunning: async (governance_id) =>
      (await runs.listOnly(['run_id'], (query) => query.where({ governance_id, status: 'running' }).limit(1))).length >
      0,

    allRunning: ({ started_at, run_id }, limit) =>
      runs.list((query) =>
        query
          .where({ status: 'running' })
          .whereRaw('(started_at, run_id) > (?, ?)', [started_at, run_id])
          .orderByRaw('started_at, run_id')
          .limit(limit),
      ),
  };
}
