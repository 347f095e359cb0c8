import type { StepResult } from '../../../domain/documents/index.js';
import type { ModelUse } from '../../language/languageModel.js';
import type { DocumentJob, EngineOutcome, PageText } from '../documentEngine.js';

/** A document that the engine read. */
export interface ReadOnce {
  job: DocumentJob;
  outcome: EngineOutcome;
  text: readonly PageText[];
  onStep: (step: StepResult) => void;
}

/** What is told of a step. */
export type ModelStep = Pick<StepResult, 'status' | 'output' | 'error'>;

/** An outcome with the step of a model behind its own, which is told as it ends. @param step `started` by `performance.now()` */
export function withModelStep(
  outcome: EngineOutcome,
  { started, ...step }: ModelStep & { started: number },
  onStep: ReadOnce['onStep'],
): EngineOutcome {
  const duration_ms = Math.round(performance.now() - started);
  const made: StepResult = { tool: 'model', order: outcome.steps.length, ...step, duration_ms };
  onStep(made);
  return { ...outcome, steps: [...outcome.steps, made] };
}

/** What was sent, in one question or several. */
export const sentIn = (all: readonly Pick<ModelUse, 'sent' | 'prompt_hash'>[]): object => ({
  sent: [...new Set(all.flatMap(({ sent }) => sent))],
  prompt_hashes: all.map(({ prompt_hash }) => prompt_hash),
});
