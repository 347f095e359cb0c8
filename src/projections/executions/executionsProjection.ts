import { applyToStep, executionStream, type Execution } from '../../domain/executions/execution.js';
import { agentContextId } from '../../domain/executions/agentRun.js';
import type { ExecutionEvent, ExecutionStep } from '../../domain/executions/executionEvents.js';
import {
  FACETS_COLUMN,
  FACETS_INDEX,
  whereCreated,
  whereFacets,
  type CreatedWithin,
  type FacetsWanted,
} from '../core/facets.js';
import { declareProjection, declareTable, IGNORED, type Fold } from '../core/projection.js';
import type { Mode } from '../../domain/core/mode.js';
import type { MaySee, ReadModels, RowsQuery } from '../core/readModels.js';
import { readRetained, RETAINED, type Retained, type RetainedAsked } from '../core/retained.js';
import { OF_MODE } from '../core/ofMode.js';
import type { AsOf } from '../core/asOf.js';
import { countUnfinished, type Unfinished } from '../core/unfinished.js';
import { onExecution, type ExecutionRow } from './executionRow.js';

/** An index that has it as its condition serves statements that say the same. */
const IS_PIPELINE_RUN = `not starts_with(context_id, 'agent:')`;

/** Executions without their steps. Every event of one moves its row on, which therefore says how far all of it is. */
export const executionsTable = declareTable<ExecutionRow, ExecutionEvent>({
  name: 'executions',
  columns: {
    execution_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    context_id: 'text not null',
    context_display_name: 'text not null',
    status: 'text not null',
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
    retention_days: 'integer',
    retained_until: 'text collate "C"',
    erased: 'boolean not null',
    metadata: 'json',
    mode: 'text',
    facets: FACETS_COLUMN,
  },
  indexes: [
    '(tenant_id, started_at desc, execution_id desc)',
    '(started_at desc, execution_id desc)',
    `(tenant_id, started_at desc, execution_id desc) where ${IS_PIPELINE_RUN}`,
    `(started_at desc, execution_id desc) where ${IS_PIPELINE_RUN}`,
    '(tenant_id, status, started_at desc, execution_id desc)',
    '(status, started_at desc, execution_id desc)',
    '(tenant_id, context_id, started_at desc, execution_id desc)',
    '(context_id, started_at desc, execution_id desc)',
    FACETS_INDEX,
    `(tenant_id, started_at desc, execution_id desc) where ${OF_MODE.test}`,
    `(started_at desc, execution_id desc) where ${OF_MODE.test}`,
    `(started_at) where status = 'running'`,
    '(completed_at, execution_id) where wants_webhook',
    `(tenant_id, retained_until, execution_id) where ${RETAINED}`,
  ],
  stream: executionStream,
  erasedBy: 'ExecutionErased',
  behindErasure: ['RunShownToModel'],
  keys: (event) => [event.data.execution_id],
  on: {
    PipelineRunStarted: onExecution,
    AgentRunStarted: onExecution,
    StepFinished: onExecution,
    RunShownToModel: onExecution,
    ExecutionCompleted: onExecution,
    ExecutionFailed: onExecution,
    ExecutionErased: onExecution,
  },
});

/** A step as its table has it: `order` is a word of SQL. */
export type StepRow = Omit<ExecutionStep, 'order'> & { execution_id: string; step_order: number };

/** A step out of its row. */
export const toStep = ({ tool, step_order, status, output, error, duration_ms }: Omit<StepRow, 'execution_id'>) => ({
  ...{ tool, order: step_order, status, output, error, duration_ms },
});

const onStep: Fold<StepRow, Extract<ExecutionEvent, { type: 'StepFinished' | 'ExecutionErased' }>> = (row, event) => {
  const after = applyToStep(row && toStep(row), event);
  if (!after) return undefined;
  const { order: step_order, ...step } = after;
  return { execution_id: event.data.execution_id, step_order, ...step };
};

/** The steps of executions, a row for each. */
export const executionStepsTable = declareTable<StepRow, ExecutionEvent>({
  name: 'execution_steps',
  columns: {
    execution_id: 'text collate "C" not null',
    step_order: 'integer not null',
    tool: 'text not null',
    status: 'text not null',
    output: 'json',
    error: 'text',
    duration_ms: 'double precision not null',
  },
  indexes: ['(execution_id, step_order)'],
  ofOneStream: true,
  keys({ type, data }) {
    const orders = type === 'ExecutionErased' ? data.step_orders : 'order' in data ? [data.order] : [];
    return orders.map((order) => `${data.execution_id}/${order}`);
  },
  on: {
    PipelineRunStarted: IGNORED,
    AgentRunStarted: IGNORED,
    StepFinished: onStep,
    RunShownToModel: IGNORED,
    ExecutionCompleted: IGNORED,
    ExecutionFailed: IGNORED,
    ExecutionErased: onStep,
  },
});

/** Executions, newest state, values unmasked. */
export const executionsProjection = declareProjection({
  name: 'executions',
  version: 4,
  tables: [executionsTable, executionStepsTable],
});

/** Which executions to list. */
export interface ExecutionFilter extends FacetsWanted, CreatedWithin {
  /** Every tenant's when left out. */
  tenant_id?: string;
  status?: Execution['status'];
  /** Runs of the agents with this goal. */
  goal?: string;
  /** Leaves steps, results and errors empty, which takes less than reading them. */
  brief?: boolean;
  /** The execution behind which the list begins. */
  after?: Pick<Execution, 'started_at' | 'execution_id'>;
  limit: number;
  /** Leaves out agent runs (`context_id` begins with `agent:`). */
  pipeline_only?: boolean;
  /** Runs that are meant, or trials; both where it is left out. */
  mode?: Mode;
}

/** An execution that waits for a worker, or for a worker to end. */
export type WaitingExecution = Pick<Execution, 'execution_id' | 'tenant_id' | 'context_id' | 'started_at'>;

/** An execution that should have ended by now. */
export type AbandonedExecution = Pick<Execution, 'execution_id' | 'started_at'>;

/** An execution that ended and whose outcome is to be sent. */
export type ExecutionToTell = Pick<Execution, 'execution_id' | 'tenant_id' | 'completed_at'>;

/** Whether an execution is meant, or a trial: events do not say it of themselves. */
type InMode = Pick<ExecutionRow, 'mode'>;

/** An execution as lists have it: without what they do not show. */
export type ListedExecution = InMode & Omit<Execution, 'input' | 'sync' | 'wants_webhook' | 'erased' | 'metadata'>;

/** Reads executions. Values are unmasked. */
export interface ExecutionQueries {
  find(execution_id: string, maySee?: MaySee, asOf?: AsOf): Promise<(Execution & InMode) | undefined>;
  /** Newest first, by start and then id. */
  list(filter: ExecutionFilter): Promise<ListedExecution[]>;
  /**
   * Asynchronous ones still running that started before `before`, the longest running first, `limit` of them behind `after`.
   */
  waitingSince(before: Date, limit: number, after?: WaitingExecution): Promise<WaitingExecution[]>;
  /** Agent runs that were kept for as long as they were to be, of each tenant in turn. */
  retained(asked: RetainedAsked): Promise<Retained[]>;
  /** Runs that were accepted and are still running, whoever waits for them. */
  unfinished(): Promise<Unfinished>;
  /**
   * Those that ended from `span.from` to before `span.until` and are to tell a receiver, by when they ended, `limit` of them
   * behind `after`.
   */
  toTell(span: { from: Date; until: Date }, limit: number, after?: ExecutionToTell): Promise<ExecutionToTell[]>;
  /**
   * Synchronous ones still running that started before `before`, the longest running first, `limit` of them behind `after`: nobody works on
   * them any more, but for those whose lease is held.
   */
  abandonedSince(before: Date, limit: number, after?: AbandonedExecution): Promise<AbandonedExecution[]>;
}

const BRIEF = [
  ...(['execution_id', 'tenant_id', 'context_id', 'context_display_name', 'status'] as const),
  ...(['input_filename', 'input_mime_type', 'started_at', 'completed_at', 'total_ms', 'mode'] as const),
];
const LISTED = [...BRIEF, ...(['steps', 'result', 'error', 'masked_fields'] as const)];
const WAITING = ['execution_id', 'tenant_id', 'context_id', 'started_at'] as const;

/** What of the steps of an execution is read with it. */
export const STEPS = {
  ...({ table: executionStepsTable, of: 'execution_id', orderBy: 'step_order' } as const),
  columns: ['tool', 'step_order', 'status', 'output', 'error', 'duration_ms'] as const,
};

/** What only its table knows of an execution. */
type Own = 'facets' | 'retention_days' | 'retained_until';

/** An execution out of its row, with its steps and without what only its table knows. */
export const withSteps = <Found extends { steps: Omit<StepRow, 'execution_id'>[] } & { [Column in Own]?: unknown }>({
  steps,
  facets: _facets,
  retention_days: _days,
  retained_until: _until,
  ...found
}: Found) => ({
  ...found,
  steps: steps.map(toStep),
});

declare module '../core/queries.js' {
  interface Queries {
    executions: ExecutionQueries;
  }
}

/** The executions that a filter means, newest first. */
export function narrowedExecutions(
  query: RowsQuery,
  { limit, after, goal, pipeline_only = false, ...filter }: ExecutionFilter,
): RowsQuery {
  const { created_from, created_to, document_type, reason, metadata, tenant_id, status, mode } = filter;
  query.orderByRaw('started_at desc, execution_id desc').limit(limit);
  if (after) query.whereRaw('(started_at, execution_id) < (?, ?)', [after.started_at, after.execution_id]);
  if (pipeline_only) query.whereRaw(IS_PIPELINE_RUN);
  if (mode) query.whereRaw(OF_MODE[mode]);
  const context_id = goal === undefined ? undefined : agentContextId(goal);
  for (const [column, value] of Object.entries<string | undefined>({ tenant_id, status, context_id })) {
    if (value !== undefined) query.where(column, value);
  }
  whereCreated(query, 'started_at', { created_from, created_to });
  return whereFacets(query, { document_type, reason, metadata });
}

/** Those that started before `before` and still run, the longest running first. */
function stillRunning(
  query: RowsQuery,
  sync: boolean,
  { before, limit, after }: { before: Date; limit: number; after: AbandonedExecution | undefined },
): RowsQuery {
  query
    .where({ status: 'running', sync })
    .where('started_at', '<', before.toISOString())
    .orderBy(['started_at', 'execution_id'])
    .limit(limit);
  if (!after) return query;
  return query.whereRaw('(started_at, execution_id) > (?, ?)', [after.started_at, after.execution_id]);
}

/** Creates the queries of executions. */
export function createExecutionQueries(readModels: ReadModels): ExecutionQueries {
  const executions = readModels.of(executionsProjection, executionsTable);
  const whole = readModels.withParts(executionsProjection, executionsTable, { steps: STEPS });
  return {
    async find(execution_id, maySee, asOf) {
      const found = await whole.find(execution_id, maySee, asOf);
      return found && withSteps(found);
    },

    async list(filter) {
      if (filter.brief === true) {
        const found = await executions.listOnly(BRIEF, (query) => narrowedExecutions(query, filter));
        return found.map((one) => ({ ...one, steps: [], result: null, error: null, masked_fields: [] }));
      }
      const found = await whole.listOnly(LISTED, (query) => narrowedExecutions(query, filter));
      return found.map(withSteps);
    },

    waitingSince: (before, limit, after) =>
      executions.listOnly(WAITING, (query) => stillRunning(query, false, { before, limit, after })),

    retained: async (asked) => readRetained(readModels.knex, await executions.source(), 'execution_id', asked),

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

    abandonedSince: (before, limit, after) =>
      executions.listOnly(['execution_id', 'started_at'], (query) =>
        stillRunning(query, true, { before, limit, after }),
      ),
  };
}
