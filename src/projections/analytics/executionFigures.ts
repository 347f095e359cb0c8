import type { ExecutionEvent } from '../../domain/executions/index.js';
import { declareProjection, declareTable, IGNORED, type Addition, type Fold } from '../core/projection.js';
import { declareTally, lessOf } from '../core/tally.js';
import { durationSums } from './durations.js';
import { BY_DAY, dayOf, forBoth, OF_DAY, type OfDay } from './figures.js';

/** Figures of runs, by day. */
export const executionFiguresTally = declareTally<OfDay>({ name: 'execution_figures', by: OF_DAY, indexes: [BY_DAY] });

/** What a run counts as. It holds nothing of anybody, and stays when the run is erased. */
interface ExecutionStanding {
  tenant_id: string;
  day: string;
  context_id: string;
  status: 'running' | 'completed' | 'failed';
  /** Null while it runs. */
  total_ms: number | null;
}

function standing(row: ExecutionStanding | undefined): Addition<OfDay>[] {
  if (!row) return [];
  const { tenant_id, day, context_id, status, total_ms } = row;
  const sums = {
    executions: { total: 1, [status]: 1 },
    executions_by_context: { [context_id]: 1 },
    ...(total_ms !== null && durationSums('execution', total_ms)),
  };
  return [{ by: { tenant_id, day }, sums }];
}

type Started = Extract<ExecutionEvent, { type: 'PipelineRunStarted' | 'AgentRunStarted' }>;
type Ended = Extract<ExecutionEvent, { type: 'ExecutionCompleted' | 'ExecutionFailed' }>;

/** A test counts in no figure: it has no row. */
const started: Fold<ExecutionStanding, Started> = (_row, { data, metadata }) => {
  const { tenant_id, context_id, started_at } = data;
  if (metadata.mode === 'test') return undefined;
  return { tenant_id, day: dayOf(started_at), context_id, status: 'running', total_ms: null };
};

const ended: Fold<ExecutionStanding, Ended> = (row, { type, data: { total_ms } }) =>
  row && { ...row, status: type === 'ExecutionCompleted' ? 'completed' : 'failed', total_ms };

/** Where each run stands, as far as it is counted. */
const executionStandingsTable = declareTable<ExecutionStanding, ExecutionEvent>({
  name: 'execution_standings',
  columns: {
    tenant_id: 'text not null',
    day: 'text collate "C" not null',
    context_id: 'text not null',
    status: 'text not null',
    total_ms: 'double precision',
  },
  indexes: [],
  ofOneStream: true,
  tallied: {
    tally: executionFiguresTally,
    adds: (before, now) => forBoth([...standing(before).map(lessOf), ...standing(now)]),
  },
  keys: (event) => [event.data.execution_id],
  on: {
    PipelineRunStarted: started,
    AgentRunStarted: started,
    StepFinished: IGNORED,
    RunShownToModel: IGNORED,
    ExecutionCompleted: ended,
    ExecutionFailed: ended,
    ExecutionErased: IGNORED,
  },
});

/** Figures of runs, and where each run stands for them. */
export const executionFiguresProjection = declareProjection({
  name: 'execution_figures',
  version: 1,
  tables: [executionStandingsTable, executionFiguresTally],
});
