import type { AgentRun } from './agentRun.js';
import { DomainError, type Decider, noneWithThisId } from '../core/decider.js';
import type { ErasureReason } from '../core/erasure.js';
import type { EventOf } from '../core/event.js';
import type { Metadata } from '../core/metadata.js';
import { isToNote, type ModelAsked, modelAskedBy, type StepResult } from '../documents/index.js';
import type { DocumentTypeUsed } from '../documentTypes/index.js';
import type {
  ExecutionEvent,
  ExecutionInput,
  ExecutionResult,
  ExecutionStep,
  FAILURE_REASONS,
  PipelineRunStarted,
} from './executionEvents.js';

/** Values of an execution's `status`. */
export const EXECUTION_STATUSES = ['running', 'completed', 'failed'] as const;

/** One run of a document through a pipeline, or of documents through an agent. Values in it are unmasked: mask them before they leave the service. */
export interface Execution {
  execution_id: string;
  tenant_id: string;
  /** `agent:<goal>` for an agent run. */
  context_id: string;
  context_display_name: string;
  status: (typeof EXECUTION_STATUSES)[number];
  /** For a composite type one step `type:<context_id>` per member, in their order. */
  steps: ExecutionStep[];
  /** Null while running, when failed, and once erased. */
  result: ExecutionResult | null;
  /** A sentence a user understands, when failed; null once erased. */
  error: string | null;
  /** Gone from the blob store once erased. */
  input: ExecutionInput;
  /** Null once erased. */
  input_filename: string | null;
  input_mime_type: string;
  /** ISO 8601 */
  started_at: string;
  completed_at: string | null;
  /** Wall-clock milliseconds from start to outcome. */
  total_ms: number | null;
  /** Fields that the types of the run had masked when it started. */
  masked_fields: string[];
  /** Whether the caller waits for the result; else a worker takes the run. */
  sync: boolean;
  /** What the caller hung on it; null where that is nothing, and once erased. */
  metadata: Metadata | null;
  /** Whether its outcome is to be sent to an address that the caller gave; false once erased. */
  wants_webhook: boolean;
  /** True once the personal values were erased. */
  erased: boolean;
}

/** An execution without its steps: it does not grow with them, and each event changes it without looking at them. */
export type ExecutionSummary = Omit<Execution, 'steps'>;

/** What came of the work: a result, or a reason and a sentence for the user that holds no value of the document. */
export type ExecutionOutcome =
  | { status: 'completed'; result: ExecutionResult }
  | { status: 'failed'; reason: (typeof FAILURE_REASONS)[number]; error: string };

/** What a run was started with. */
export type PipelineRun = EventOf<typeof PipelineRunStarted>['data'];

/** A step that ended. */
export interface FinishedStep {
  step: StepResult;
  /** Of an agent run, whose steps are documents: the type that the document was read with; null where it fits none. */
  read_with?: DocumentTypeUsed | null;
}

/** What can be asked of an execution. `at` is the time, ISO 8601. */
export type ExecutionCommand =
  | { type: 'start'; run: PipelineRun }
  | { type: 'start_agent_run'; run: AgentRun }
  /** Notes a step as it ends; `finish` then adds the ones that are not noted yet. */
  | ({ type: 'record_step' } & FinishedStep)
  /** Notes that a model was shown a document that was not read then; each time anew, as `isToNote` has it, and whatever has become of the run. */
  | {
      type: 'note_shown';
      doc_index: number;
      model_asked: ModelAsked;
      /** Whether it is told by who found that nobody had: of each question once, so that there is no end to be set. */
      found_untold?: true;
      at: string;
    }
  | { type: 'finish'; steps: readonly StepResult[]; outcome: ExecutionOutcome; at: string }
  /** `doc_ids` are those of an agent run's documents, `saved_searches` those that are erased with it. */
  | { type: 'erase'; doc_ids: string[]; reason: ErasureReason | null; saved_searches?: string[]; at: string };

/** What has become of an execution. */
export type ExecutionState =
  | { status: 'not_started' }
  | {
      status: 'running' | 'ended' | 'erased';
      execution: Execution;
      run: PipelineRun | AgentRun;
      /** Why it failed, where it did. */
      failure?: (typeof FAILURE_REASONS)[number];
      /** How often a model was shown a document of it that was not read then; absent where none was. */
      shown_in_vain?: number;
    };

/** The stream of an execution; also the subject whose key seals what was read. */
export const executionStream = (executionId: string): string => `execution-${executionId}`;

/** Whether a run is that of an agent. */
export const isAgentRun = (run: PipelineRun | AgentRun): run is AgentRun => 'agent' in run;

/** Every file that a run was given, in the blob store. */
export const filesOf = (run: PipelineRun | AgentRun): ExecutionInput[] =>
  isAgentRun(run) ? [run.input, ...run.documents.map(({ input }) => input)] : [run.input];

// Exactly what is left when the sealed fields can no longer be opened.
function withoutSealed(run: PipelineRun | AgentRun): PipelineRun | AgentRun {
  const nothing = { input_filename: null, webhook_url: null, metadata: null };
  return isAgentRun(run) ? { ...run, ...nothing, filenames: null } : { ...run, ...nothing, input_extra: null };
}

/** What every event of a run after its start repeats. */
const of = (run: PipelineRun | AgentRun) => ({
  ...{ execution_id: run.execution_id, context_id: run.context_id },
  document_type: isAgentRun(run) ? null : run.document_type,
  agent: isAgentRun(run) ? { id: run.agent.id, revision: run.agent.revision } : null,
});

type Started = Exclude<ExecutionState, { status: 'not_started' }>;

/** The rules of executions. */
export const execution: Decider<ExecutionState, ExecutionCommand, ExecutionEvent> = {
  trialsApart: true,
  initial: { status: 'not_started' },

  decide(command, state) {
    switch (command.type) {
      case 'start':
        if (state.status !== 'not_started') throw new DomainError('conflict', 'The execution was started before');
        return [{ type: 'PipelineRunStarted', data: command.run }];
      case 'start_agent_run':
        if (state.status !== 'not_started') throw new DomainError('conflict', 'The execution was started before');
        return [{ type: 'AgentRunStarted', data: command.run }];
      case 'record_step':
        // A worker that begins again after a crash repeats steps: the first time counts.
        return state.status === 'running' ? stepsNotNoted(state, [command]) : [];
      case 'note_shown':
        return noteShown(command, state);
      case 'finish':
        return finish(command, state);
      case 'erase':
        return erase(command, state);
    }
  },

  evolve(state, event) {
    const before = state.status === 'not_started' ? undefined : state.execution;
    const execution = applyToExecution(before, event);
    const starts = event.type === 'PipelineRunStarted' || event.type === 'AgentRunStarted';
    const run = starts ? event.data : state.status !== 'not_started' && state.run;
    if (!execution || !run) return state;
    if (execution.erased) return { status: 'erased', execution, run: withoutSealed(run) };
    const failure = event.type === 'ExecutionFailed' && { failure: event.data.reason };
    const earlier = state.status === 'not_started' ? 0 : (state.shown_in_vain ?? 0);
    const shown = earlier + (event.type === 'RunShownToModel' ? 1 : 0);
    const status = execution.status === 'running' ? 'running' : 'ended';
    return { status, execution, run, ...failure, ...(shown > 0 && { shown_in_vain: shown }) };
  },
};

function noteShown(
  { doc_index, model_asked, found_untold, at }: Extract<ExecutionCommand, { type: 'note_shown' }>,
  state: ExecutionState,
): ExecutionEvent[] {
  if (state.status === 'not_started') throw noneWithThisId('execution');
  if (!isToNote(model_asked, found_untold ? 0 : state.shown_in_vain)) return [];
  return [{ type: 'RunShownToModel', data: { ...of(state.run), doc_index, model_asked, shown_at: at } }];
}

function finish(command: Extract<ExecutionCommand, { type: 'finish' }>, state: ExecutionState): ExecutionEvent[] {
  if (state.status === 'not_started') throw noneWithThisId('execution');
  if (state.status !== 'running') throw new DomainError('conflict', 'The execution has ended already');
  const { steps, outcome, at } = command;
  const total_ms = Math.max(0, Date.parse(at) - Date.parse(state.execution.started_at));
  const ending = { ...of(state.run), total_ms, completed_at: at };
  return [
    ...stepsNotNoted(
      state,
      steps.map((step) => ({ step })),
    ),
    outcome.status === 'completed'
      ? { type: 'ExecutionCompleted', data: { ...ending, result: outcome.result } }
      : { type: 'ExecutionFailed', data: { ...ending, reason: outcome.reason, error: outcome.error } },
  ];
}

function stepsNotNoted({ execution, run }: Started, finished: readonly FinishedStep[]): ExecutionEvent[] {
  return finished
    .filter(({ step }) => !execution.steps.some(({ order }) => order === step.order))
    .map(({ step, read_with }) => {
      const model_asked = modelAskedBy(step);
      const told = { ...(read_with && { document_type: read_with }), ...(model_asked && { model_asked }) };
      return { type: 'StepFinished', data: { ...of(run), ...told, ...step, error: step.error ?? null } };
    });
}

function erase(command: Extract<ExecutionCommand, { type: 'erase' }>, state: ExecutionState): ExecutionEvent[] {
  const { doc_ids, reason, saved_searches = [], at } = command;
  switch (state.status) {
    case 'not_started':
      throw noneWithThisId('execution');
    case 'running':
      throw new DomainError('conflict', 'The execution is still running; erase it once it has ended');
    case 'erased':
      return [];
    case 'ended': {
      const step_orders = state.execution.steps.map(({ order }) => order);
      const more = { reason, ...(saved_searches.length > 0 && { saved_searches }), erased_at: at };
      return [{ type: 'ExecutionErased', data: { ...of(state.run), doc_ids, step_orders, ...more } }];
    }
  }
}

/** What an event makes of an execution. */
function applyToExecution(before: Execution | undefined, event: ExecutionEvent): Execution | undefined {
  const after = applyToExecutionSummary(before, event);
  return after && { ...after, steps: stepsAfter(before?.steps ?? [], event) };
}

function stepsAfter(before: ExecutionStep[], event: ExecutionEvent): ExecutionStep[] {
  if (event.type === 'StepFinished') return [...before, stepOf(event.data)];
  return event.type === 'ExecutionErased' ? before.map(withoutValues) : before;
}

/** What an event that concerns a step makes of it. Shared with the read model. */
export function applyToStep(before: ExecutionStep | undefined, event: ExecutionEvent): ExecutionStep | undefined {
  if (event.type === 'StepFinished') return stepOf(event.data);
  return before && event.type === 'ExecutionErased' ? withoutValues(before) : before;
}

const stepOf = ({ tool, order, status, output, error, duration_ms }: ExecutionStep): ExecutionStep => ({
  ...{ tool, order, status, output, error, duration_ms },
});

/** What an event makes of an execution without its steps. Shared with the read model. */
export function applyToExecutionSummary(
  before: ExecutionSummary | undefined,
  event: ExecutionEvent,
): ExecutionSummary | undefined {
  if (event.type === 'PipelineRunStarted' || event.type === 'AgentRunStarted') return started(event.data);
  if (!before) return undefined;
  switch (event.type) {
    case 'StepFinished':
    case 'RunShownToModel':
      return before;
    case 'ExecutionCompleted': {
      const { result, total_ms, completed_at } = event.data;
      return { ...before, status: 'completed', result, total_ms, completed_at };
    }
    case 'ExecutionFailed': {
      const { error, total_ms, completed_at } = event.data;
      return { ...before, status: 'failed', error, total_ms, completed_at };
    }
    case 'ExecutionErased':
      return withoutPersonalValues(before);
  }
}

function started(run: PipelineRun | AgentRun): ExecutionSummary {
  const { execution_id, tenant_id, context_id, context_display_name } = run;
  const { input, input_filename, input_mime_type, sync, started_at } = run;
  return {
    ...{ execution_id, tenant_id, context_id, context_display_name },
    // The documents of an agent run bring their own.
    masked_fields: isAgentRun(run) ? [] : run.masked_fields,
    ...{ input, input_filename, input_mime_type, sync, started_at },
    wants_webhook: run.webhook_url !== null,
    metadata: run.metadata ?? null,
    status: 'running',
    result: null,
    error: null,
    completed_at: null,
    total_ms: null,
    erased: false,
  };
}

// Exactly what is left when the sealed fields can no longer be opened, so that a rebuilt read model is the same.
const withoutPersonalValues = (before: ExecutionSummary): ExecutionSummary => ({
  ...before,
  result: null,
  error: null,
  input_filename: null,
  metadata: null,
  wants_webhook: false,
  erased: true,
});
const withoutValues = (step: ExecutionStep): ExecutionStep => ({ ...step, output: null, error: null });
