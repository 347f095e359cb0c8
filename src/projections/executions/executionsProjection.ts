import { applyToExecution, executionStream, type Execution } from '../../domain/executions/execution.js';
import type { ExecutionEvent } from '../../domain/executions/executionEvents.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';
import { countUnfinished, type Unfinished } from '../core/unfinished.js';

/** An index that has it as its condition serves statements that say the same. */
const IS_PIPELINE_RUN = `not starts_with(context_id, 'agent:')`;

const executionsTable = declareTable<Execution, ExecutionEvent>({
  name: 'executions',
  columns: {
    execution_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    context_id: 'text not null',
    context_display_name: 'text not null',
    status: 'text not null',
    steps: 'json not null',
    result: 'json',
    error: 'text',
    input: 'json not null',
    input_filename: 'text',
    input_mime_type: 'text not null',
    started_at: 'text collate "C" not null',
    completed_at: 'text collate "C"',
    total_ms: 'double precision',
    masked_fields: 'json not null',
    sync: 'boolean not null',
    wants_webhook: 'boolean not null',
    erased: 'boolean not null',
  },
  indexes: [
    '(tenant_id, started_at desc, execution_id desc)',
    '(started_at desc, execution_id desc)',
    `(tenant_id, started_at desc, execution_id desc) where ${IS_PIPELINE_RUN}`,
    `(started_at desc, execution_id desc) where ${IS_PIPELINE_RUN}`,
    `(started_at) where status = 'running'`,
    '(completed_at, execution_id) where wants_webhook',
  ],
  stream: executionStream,
  keys: (event) => [event.data.execution_id],
  on: {
    PipelineRunStarted: applyToExecution,
    AgentRunStarted: applyToExecution,
    StepFinished: applyToExecution,
    ExecutionCompleted: applyToExecution,
    ExecutionFailed: applyToExecution,
    ExecutionErased: applyToExecution,
  },
});

/** Executions, newest state, values unmasked. */
export const executionsProjection = declareProjection({ name: 'executions', version: 1, tables: [executionsTable] });

/** Which executions to list. */
export interface ExecutionFilter {
  /** Every tenant's when left out. */
  tenant_id?: string;
  limit: number;
  /** Leaves out agent runs (`context_id` begins with `agent:`). */
  pipeline_only?: boolean;
}

/** An execution that waits for a worker, or for a worker to end. */
export type WaitingExecution = Pick<Execution, 'execution_id' | 'tenant_id' | 'context_id' | 'started_at'>;

/** An execution that ended and whose outcome is to be sent. */
export type ExecutionToTell = Pick<Execution, 'execution_id' | 'tenant_id' | 'completed_at'>;

/** An execution as lists have it: without what they do not show. */
export type ListedExecution = Omit<Execution, 'input' | 'sync' | 'wants_webhook' | 'erased'>;

/** Reads executions. Values are unmasked. */
export interface ExecutionQueries {
  find(execution_id: string): Promise<Execution | undefined>;
  /** Newest first, by start and then id. */
  list(filter: ExecutionFilter): Promise<ListedExecution[]>;
  /**
   * Asynchronous ones still running that started before `before`, the longest running first, `limit` of them behind `after`.
   */
  waitingSince(before: Date, limit: number, after?: WaitingExecution): Promise<WaitingExecution[]>;
  /** Runs that were accepted and are still running, whoever waits for them. */
  unfinished(): Promise<Unfinished>;
  /**
   * Those that ended from `span.from` to before `span.until` and are to tell a receiver, by when they ended, `limit` of them
   * behind `after`.
   */
  toTell(span: { from: Date; until: Date }, limit: number, after?: ExecutionToTell): Promise<ExecutionToTell[]>;
  /** Ids of synchronous ones still running that started before `before`: nobody works on them any more. Up to 500, without some. */
  abandonedSince(before: Date, except?: readonly string[]): Promise<string[]>;
}

const LISTED = [
  ...(['execution_id', 'tenant_id', 'context_id', 'context_display_name', 'status', 'steps', 'result'] as const),
  ...(['error', 'input_filename', 'input_mime_type', 'started_at', 'completed_at', 'total_ms'] as const),
  'masked_fields' as const,
];
const WAITING = ['execution_id', 'tenant_id', 'context_id', 'started_at'] as const;

declare module '../core/queries.js' {
  interface Queries {
    executions: ExecutionQueries;
  }
}

/** Creates the queries of executions. */
export function createExecutionQueries(readModels: ReadModels): ExecutionQueries {
  const executions = readModels.of(executionsProjection, executionsTable);
  return {
    find: (execution_id) => executions.find(execution_id),

    list: ({ tenant_id, limit, pipeline_only = false }) =>
      executions.listOnly(LISTED, (query) => {
        query.orderByRaw('started_at desc, execution_id desc').limit(limit);
        if (tenant_id !== undefined) query.where({ tenant_id });
        return pipeline_only ? query.whereRaw(IS_PIPELINE_RUN) : query;
      }),

    waitingSince: (before, limit, after) =>
      executions.listOnly(WAITING, (query) => {
        query
          .where({ status: 'running', sync: false })
          .where('started_at', '<', before.toISOString())
          .orderBy(['started_at', 'execution_id'])
          .limit(limit);
        if (!after) return query;
        return query.whereRaw('(started_at, execution_id) > (?, ?)', [after.started_at, after.execution_id]);
      }),

    unfinished: async () =>
      countUnfinished(readModels.knex, await executions.source(), {
        condition: `status = 'running'`,
        since: 'started_at',
      }),

    toTell: ({ from, until }, limit, after) =>
      executions.listOnly(['execution_id', 'tenant_id', 'completed_at'], (query) => {
        query
          .where({ wants_webhook: true })
          .where('completed_at', '>=', from.toISOString())
          .where('completed_at', '<', until.toISOString())
          .orderBy(['completed_at', 'execution_id'])
          .limit(limit);
        if (!after) return query;
        return query.whereRaw('(completed_at, execution_id) > (?, ?)', [after.completed_at, after.execution_id]);
      }),

    async abandonedSince(before, except = []) {
      const running = await executions.listOnly(['execution_id'], (query) =>
        query
          .where({ status: 'running', sync: true })
          .where('started_at', '<', before.toISOString())
          .whereNotIn('execution_id', [...except])
          .orderBy('started_at')
          .limit(500),
      );
      return running.map((execution) => execution.execution_id);
    },
  };
}
