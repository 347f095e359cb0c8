import type { Execution } from '../../domain/executions/execution.js';
import type { AuditQueries } from '../audit/auditProjection.js';
import { begunBy, hasFacets, pageAsOf, within, type PastPage } from '../core/pageAsOf.js';
import type { ReadModels } from '../core/readModels.js';
import type { AsOf } from '../core/asOf.js';
import {
  executionsProjection,
  executionsTable,
  narrowedExecutions,
  STEPS,
  withSteps,
  type ExecutionFilter,
  type ListedExecution,
} from './executionsProjection.js';

/** Where a list of executions goes on. */
type ExecutionEnd = Pick<Execution, 'started_at' | 'execution_id'>;

/** Reads which executions there were. */
export interface PastExecutionQueries {
  /** A page of what `ExecutionQueries.list` would have had at a moment. @throws EventStoreUnavailable, EventUnreadable */
  list(filter: Omit<ExecutionFilter, 'brief'>, asOf: AsOf): Promise<PastPage<ExecutionEnd, ListedExecution>>;
}

declare module '../core/queries.js' {
  interface Queries {
    pastExecutions: PastExecutionQueries;
  }
}

/** Creates the queries of executions of the past, as those of [cases](../cases/pastCases.ts): what does not change is narrowed, the rest folded. */
export function createPastExecutionQueries(
  readModels: ReadModels,
  trail: Pick<AuditQueries, 'timeOf'>,
): PastExecutionQueries {
  const executions = readModels.of(executionsProjection, executionsTable);
  const whole = readModels.withParts(executionsProjection, executionsTable, { steps: STEPS });
  return {
    async list({ status, reason, limit, after, ...unchanging }, asOf) {
      const { document_type } = unchanging;
      const created = within(unchanging, await begunBy(trail, asOf));
      return pageAsOf<ExecutionEnd, ListedExecution>({
        candidates: (most, behind) =>
          executions.listOnly(['execution_id', 'started_at'], (query) =>
            narrowedExecutions(query, { ...unchanging, ...created, limit: most, ...(behind && { after: behind }) }),
          ),
        keyOf: ({ execution_id }) => execution_id,
        async find(execution_id) {
          const row = await whole.find(execution_id, undefined, asOf);
          const belongs = row && (status === undefined || row.status === status);
          return belongs && hasFacets(row.facets, { document_type, reason }) ? withSteps(row) : undefined;
        },
        limit,
        after,
      });
    },
  };
}
