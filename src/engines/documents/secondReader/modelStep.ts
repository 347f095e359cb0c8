import type { StepResult } from '../../../domain/documents/index.js';
import type { ToldIn } from '../../../platform/modelQuestions.js';
import type { DocumentJob, EngineOutcome, PageText } from '../documentEngine.js';

/** A document that a language model may be shown: it is known where that is told. */
export interface JobToShow extends DocumentJob {
  told_in: ToldIn;
}

/** A document that the engine read. */
export interface ReadOnce {
  job: JobToShow;
  outcome: EngineOutcome;
  text: readonly PageText[];
  onStep: (step: StepResult) => void;
}

/** What is told of a step. */
export type ModelStep = Pick<StepResult, 'status' | 'output' | 'error'>;

/**
 * An outcome with the step of a model behind its own.
 * @param step `started` by `performance.now()`
 * @param onStep told of it; of a step that is to be done anew nobody is
 */
export function withModelStep(
  outcome: EngineOutcome,
  { started, ...step }: ModelStep & { started: number },
  onStep?: ReadOnce['onStep'],
): EngineOutcome {
  const duration_ms = Math.round(performance.now() - started);
  const made: StepResult = { tool: 'model', order: outcome.steps.length, ...step, duration_ms };
  onStep?.(made);
  return { ...outcome, steps: [...outcome.steps, made] };
}
